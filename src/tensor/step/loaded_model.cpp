#include "tensor/step/loaded_model.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <mutex>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/io/files.h"
#include "tensor/compile/recognize_attention.h"
#include "tensor/import/stablehlo_text.h"
#include "tensor/ir/op_row.h"
#include "tensor/models/models.h"
#include "tensor/plan/strategy/sharding_strategies.h"
#include "tensor/run/gradient_choice.h"
#include "tensor/step/layered_loss.h"
#include "tensor/step/microbatches.h"
#include "tensor/step/part_of_batch.h"

namespace motley::tensor {
namespace {

bool fits(const Signature& signature, const Program& program) {
  const auto& arguments = program.body.arguments;
  if (signature.size() != arguments.size()) return false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (signature[i].type != program.type(arguments[i])) return false;
  }
  return true;
}

// A model's name, or what was meant as one: settings after a colon. build_model says what is wrong.
bool looks_built_in(const std::string& text) {
  return is_built_in(text) || (text.find(':') != text.npos && text.find('/') == text.npos &&
                               text.find('=') != text.npos);
}

LoadedModel loaded_built_in(const std::string& text, std::optional<int64_t> batch) {
  BuiltModel model = build_model(text, batch);
  return {.program = std::move(model.loss),
          .signature = std::move(model.signature),
          .inputs_file = std::nullopt,
          .name = text,
          .adjustable_batch = batch ? batch : built_in_batch(text),
          .bf16_products = model.bf16_products};
}

}  // namespace

struct LoadedModel::Parts {
  struct Part {
    std::shared_ptr<const LoadedModel> model;
    std::string reason;
  };
  std::mutex mutex;
  std::map<int64_t, Part> of;  // by number of samples
};

namespace {

bool samples_are_apart(const LoadedModel& model) {
  const LayeredLoss whole = layered_loss(model.program, loss_arguments(model.signature));
  try {
    return shared_values({.count = 2}, whole.program, whole.arguments).empty();
  } catch (const core::UserError&) {
    return false;
  }
}

LoadedModel::Parts::Part part_of(const LoadedModel& model, int64_t batch) {
  const auto arguments = loss_arguments(model.signature);
  const size_t num_state = arguments_with(model.signature, Role::kState).size();
  LoadedModel part = model;
  auto [program, reason] = part_of_batch(model.program, arguments, 1 + num_state, batch);
  if (!program) return {nullptr, reason};
  part.program = std::move(*program);
  if (model.evaluation) {
    auto [evaluation, why] = part_of_batch(*model.evaluation, arguments, 1, batch);
    if (!evaluation) return {nullptr, "eval.mlir: " + why};
    part.evaluation = std::move(*evaluation);
  }
  for (size_t i = 0; i < part.signature.size(); ++i)
    part.signature[i].type = part.program.type(part.program.body.arguments[i]);
  part.is_sample_alone = batch == 1 && samples_are_apart(model);
  part.adjustable_batch.reset();
  part.parts.reset();
  return {std::make_shared<const LoadedModel>(std::move(part)), ""};
}

const LoadedModel::Parts::Part& found_part(const LoadedModel& model, int64_t batch) {
  const std::lock_guard lock(model.parts->mutex);
  const auto [at, is_new] = model.parts->of.try_emplace(batch);
  if (is_new) at->second = part_of(model, batch);
  return at->second;
}

// The number of samples of a folder's batch; nothing if it has one or none.
std::optional<int64_t> batch_of(const Program& program, const Signature& signature) {
  if (arguments_with(signature, Role::kParam).empty()) return std::nullopt;  // a whole step
  const int64_t extent = strategy::batch_dim(program, loss_arguments(signature)).extent;
  return extent > 1 ? std::optional(extent) : std::nullopt;
}

}  // namespace

LoadedModel load_model(const std::string& path) {
  using core::PathKind;
  switch (core::path_kind(path)) {
    case PathKind::kMissing: {
      if (!looks_built_in(path)) {
        std::vector<std::string> names;
        for (const ModelRow& row : model_rows()) names.push_back(row.name);
        throw core::UserError({path}, "there is no such file, model folder or built-in model" +
                                          core::did_you_mean(path, names));
      }
      return loaded_built_in(path, std::nullopt);
    }
    case PathKind::kFolder: {
      Model model = read_model(path);
      GradientChoice choice = choose_gradient(model);
      const auto batch = batch_of(choice.loss, model.signature);
      return {.program = std::move(choice.loss),
              .signature = std::move(model.signature),
              .inputs_file = std::move(model.inputs_file),
              .name = path,
              .adjustable_batch = batch,
              .gradient_note = std::move(choice.note),
              .is_imported = choice.is_imported,
              .evaluation = std::move(model.evaluation),
              .parts = std::make_shared<LoadedModel::Parts>()};
    }
    case PathKind::kFile:
      break;
  }
  LoadedModel loaded{.program = read_stablehlo_file(path), .signature = {}, .name = path};
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const std::string file = (folder / "signature.json").string(),
                    inputs = (folder / "inputs.safetensors").string();
  if (core::path_kind(file) != PathKind::kFile) return loaded;
  Signature signature = read_signature(file);
  if (!fits(signature, loaded.program)) return loaded;
  loaded.signature = std::move(signature);
  if (core::path_kind(inputs) == PathKind::kFile) loaded.inputs_file = inputs;
  return loaded;
}

std::optional<LoadedModel> LoadedModel::with_batch(int64_t batch) const {
  MOTLEY_CHECK(adjustable_batch, "the batch of {} is fixed", name);
  if (!parts) return loaded_built_in(name, batch);
  if (batch == *adjustable_batch) return *this;
  const Parts::Part& part = found_part(*this, batch);
  return part.model ? std::optional(*part.model) : std::nullopt;
}

std::string LoadedModel::fixed_reason(int64_t batch) const {
  if (!adjustable_batch) return "its batch has one sample, or none";
  return parts && batch != *adjustable_batch ? found_part(*this, batch).reason : "";
}

void check_trainable(const LoadedModel& model) {
  if (model.signature.empty()) {
    throw core::UserError({model.name},
                          "training needs to know which arguments are parameters: give a "
                          "model folder with a signature.json, or a built-in model");
  }
  const auto& results = model.program.body.results;
  if (results.empty() || model.program.type(results[0]).num_elements() != 1 ||
      !is_float(model.program.type(results[0]).element)) {
    throw core::UserError({model.name},
                          "the first result is not a loss: it must be a float scalar");
  }
}

void check_optimizer_given(const LoadedModel& model, bool is_given) {
  if (!is_given || !arguments_with(model.signature, Role::kParam).empty()) return;
  throw core::UserError({model.name},
                        "is a whole training step with an optimizer of its own: "
                        "--optimizer and --lr have nothing to set");
}

std::vector<std::string> differentiate(LoadedModel& loaded, bool fuse_attention) {
  const auto& arguments = loaded.program.body.arguments;
  std::vector<int> params;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const bool is_param = loaded.signature.empty() || loaded.signature[i].role == Role::kParam;
    if (is_param && is_float(loaded.program.type(arguments[i]).element))
      params.push_back(static_cast<int>(i));
  }
  auto [program, unreached] =
      layered_gradient(loaded.program, params, fuse_attention ? recognize_attention : nullptr);
  loaded.program = std::move(program);
  std::vector<std::string> names;
  for (int i : unreached)
    names.push_back(loaded.signature.empty() ? fmt::format("argument {}", i)
                                             : loaded.signature[i].name);
  return names;
}

double flops_of(const Program& program) {
  double flops = 0;
  for (const Op& op : program.body.ops) flops += work({program.values, op}).flops;
  return flops;
}

}  // namespace motley::tensor
