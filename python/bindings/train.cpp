#include "motley/train.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "motley/error.h"
#include "python/bindings/bindings.h"

namespace motley::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using core::Checkpoint;

using TensorRow = std::tuple<std::string, std::string, std::vector<int64_t>>;

std::vector<TensorRow> tensors_of(const Checkpoint& checkpoint) {
  std::vector<TensorRow> rows;
  for (const core::CheckpointTensor& t : checkpoint.tensors()) {
    rows.emplace_back(t.name, t.dtype, t.shape);
  }
  return rows;
}

// The bytes of a tensor, checked against their checksums.
nb::ndarray<nb::numpy, uint8_t> read_tensor(const Checkpoint& checkpoint, const std::string& name) {
  const core::CheckpointTensor* tensor = checkpoint.find(name);
  if (!tensor) throw UserError({checkpoint.path()}, "there is no tensor " + name);
  size_t size = static_cast<size_t>(core::dtype_bytes(tensor->dtype).value());
  for (const int64_t extent : tensor->shape) size *= static_cast<size_t>(extent);
  auto bytes = std::make_unique_for_overwrite<uint8_t[]>(size);
  {
    const nb::gil_scoped_release release;
    checkpoint.read(*tensor, {reinterpret_cast<std::byte*>(bytes.get()), size});
  }
  nb::capsule owner(bytes.get(), [](void* p) noexcept { delete[] static_cast<uint8_t*>(p); });
  return nb::ndarray<nb::numpy, uint8_t>(bytes.release(), {size}, owner);
}

tensor::StepRole role_of(tensor::Role role) {
  switch (role) {
    case tensor::Role::kParam:
      return tensor::StepRole::kParam;
    case tensor::Role::kFrozen:
      return tensor::StepRole::kFrozen;
    case tensor::Role::kState:
      return tensor::StepRole::kState;
    default:
      return tensor::StepRole::kBatch;
  }
}

// The arguments of a model's loss, whole.
std::vector<PlannedArgument> loss_arguments(const std::string& name) {
  const Model model = load_model(name);
  tensor::check_trainable(model);
  std::vector<PlannedArgument> arguments;
  for (size_t i = 0; i < model.signature.size(); ++i) {
    arguments.push_back({.role = role_of(model.signature[i].role),
                         .name = model.signature[i].name,
                         .type = model.program.type(model.program.body.arguments[i]),
                         .state = "R",
                         .loss_argument = static_cast<int>(i)});
  }
  return arguments;
}

}  // namespace

void add_train(nb::module_& module) {
  nb::class_<Checkpoint>(module, "Checkpoint")
      .def_static("open", &Checkpoint::open, "folder"_a)
      .def_prop_ro("step", [](const Checkpoint& c) { return c.facts().step; })
      .def_prop_ro("tensors", &tensors_of)
      .def("read", &read_tensor, "name"_a);
  module.def("loss_arguments", &loss_arguments, "model"_a,
             nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace motley::bindings
