#include "tensor/run/device_executable.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "core/base/error.h"
#include "tensor/ir/builder.h"

namespace motley::tensor {

using core::pjrt::Buffer;
using core::pjrt::Event;

std::vector<TensorType> types_of(const Program& program, const std::vector<ValueId>& values) {
  std::vector<TensorType> types;
  for (ValueId v : values) types.push_back(program.type(v));
  return types;
}

namespace {

// (old, new) -> new, stored in the buffer of old.
Program copy_program(const TensorType& type) {
  ProgramBuilder b("copy");
  b.argument(type);
  const ValueId fresh = b.argument(type);
  return std::move(b).finish({fresh});
}

Program zeros_program(const std::vector<TensorType>& types) {
  ProgramBuilder b("zeros");
  std::vector<ValueId> results;
  for (const TensorType& type : types) {
    const Literal zero = Literal::zeros(type.with_shape({}));
    results.push_back(b.add_one(OpCode::kConstant, {}, ConstantAttrs{type, zero}));
  }
  return std::move(b).finish(std::move(results));
}

DeviceCompilation compile_all(const Program& program, const DeviceRunSettings& settings,
                              const DeviceArguments& handling) {
  const auto type = [&](int i) { return program.type(program.body.arguments[i]); };
  std::vector<Program> helpers;
  for (int i : handling.refilled) helpers.push_back(copy_program(type(i)));
  std::vector<TensorType> zeros;
  for (int i : handling.zeros) zeros.push_back(type(i));
  if (!zeros.empty()) helpers.push_back(zeros_program(zeros));
  std::vector<DeviceSource> sources = {{&program, handling.updates}};
  for (size_t i = 0; i < helpers.size(); ++i) {
    const bool is_copy = i < handling.refilled.size();
    sources.push_back({&helpers[i], is_copy ? std::vector<Update>{{0, 0}} : std::vector<Update>{}});
  }
  return compile_for_device(settings, sources);
}

}  // namespace

DeviceExecutable::DeviceExecutable(const Program& program, DeviceRunSettings settings,
                                   DeviceArguments arguments)
    : settings_(std::move(settings)),
      handling_(std::move(arguments)),
      argument_types_(types_of(program, program.body.arguments)),
      result_types_(types_of(program, program.body.results)),
      compiled_(compile_all(program, settings_, handling_)),
      arguments_(argument_types_.size()),
      results_(result_types_.size()),
      refills_(handling_.refilled.size()),
      updated_(result_types_.size(), -1) {
  MOTLEY_CHECK(compiled_.programs[0].num_outputs() == result_types_.size(),
               "compiled to {} results, not {}", compiled_.programs[0].num_outputs(),
               result_types_.size());
  for (const Update& update : handling_.updates) updated_[update.result] = update.argument;
}

DeviceExecutable::~DeviceExecutable() {
  for (Event& event : pending_) event.finish(settings_.stall_limit_seconds);
}

void DeviceExecutable::set_argument(int i, std::span<const std::byte> bytes) {
  const TensorType& type = argument_types_[i];
  MOTLEY_CHECK(static_cast<int64_t>(bytes.size()) == type.num_bytes(), "{} bytes for {}",
               bytes.size(), type.to_string());
  Event read;
  Buffer value = settings_.device->upload(bytes, buffer_type(type.element), type.shape, &read);
  pending_.push_back(std::move(read));
  const auto refilled = std::ranges::find(handling_.refilled, i);
  const bool is_refill = refilled != handling_.refilled.end() && arguments_[i];
  (is_refill ? refills_[refilled - handling_.refilled.begin()] : arguments_[i]) = std::move(value);
}

void DeviceExecutable::apply_refills() {
  for (size_t k = 0; k < refills_.size(); ++k) {
    if (!refills_[k]) continue;
    Buffer& argument = arguments_[handling_.refilled[k]];
    argument =
        std::move(compiled_.programs[1 + k]
                      .run(std::vector{&std::as_const(argument), &std::as_const(refills_[k])})
                      .outputs[0]);
    refills_[k] = Buffer();
  }
}

void DeviceExecutable::make_zeros() {
  const auto is_wanted = [&](int i) { return !arguments_[i]; };
  if (std::ranges::none_of(handling_.zeros, is_wanted)) return;
  core::pjrt::Executable::Run run = compiled_.programs.back().run({});
  for (size_t k = 0; k < handling_.zeros.size(); ++k) {
    Buffer& argument = arguments_[handling_.zeros[k]];
    if (!argument) argument = std::move(run.outputs[k]);
  }
}

void DeviceExecutable::run() {
  make_zeros();
  apply_refills();
  std::vector<const Buffer*> arguments;
  for (const Buffer& buffer : arguments_) arguments.push_back(&buffer);
  run_on(arguments);
}

void DeviceExecutable::run_with(DeviceExecutable& other, std::span<const int> borrowed) {
  other.make_zeros();
  std::vector<const Buffer*> arguments;
  for (const Buffer& buffer : arguments_) arguments.push_back(&buffer);
  for (int i : borrowed) arguments[i] = &other.arguments_[i];
  run_on(arguments);
}

void DeviceExecutable::run_on(const std::vector<const Buffer*>& arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    MOTLEY_CHECK(static_cast<bool>(*arguments[i]), "argument {} was not set", i);
  }
  for (Buffer& result : results_) result = Buffer();  // the next results reuse their addresses
  core::pjrt::Executable::Run run = compiled_.programs[0].run(arguments);
  for (size_t i = 0; i < run.outputs.size(); ++i)
    (updated_[i] < 0 ? results_[i] : arguments_[updated_[i]]) = std::move(run.outputs[i]);
  pending_.push_back(std::move(run.done));
}

void DeviceExecutable::wait() {
  for (Event& event : pending_)
    event.wait(fmt::format("the run on {}", settings_.device->name().to_string()),
               settings_.stall_limit_seconds);
  pending_.clear();
}

Literal DeviceExecutable::download(const Buffer& buffer, const TensorType& type) {
  Literal value = Literal::zeros(type);
  Event read =
      buffer.download({value.data(), static_cast<size_t>(value.num_bytes())}, type.shape.size());
  try {
    wait();
    read.wait(fmt::format("reading from {}", settings_.device->name().to_string()),
              settings_.stall_limit_seconds);
  } catch (...) {
    // The download may still write to it: keep it alive until then.
    read.then([kept = std::make_shared<Literal>(std::move(value))] {});
    throw;
  }
  return value;
}

Literal DeviceExecutable::result(int i) {
  return download(updated_[i] < 0 ? results_[i] : arguments_[updated_[i]], result_types_[i]);
}

Literal DeviceExecutable::argument(int i) { return download(arguments_[i], argument_types_[i]); }

}  // namespace motley::tensor
