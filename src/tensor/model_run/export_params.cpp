#include "tensor/model_run/export_params.h"

#include <fmt/format.h>

#include <optional>

#include "core/base/error.h"
#include "core/io/checkpoint.h"
#include "tensor/import/stored_params.h"
#include "tensor/import/tensor_file.h"
#include "tensor/step/loaded_model.h"

namespace motley::tensor {
namespace {

std::string model_of(const core::Checkpoint& checkpoint) {
  const auto& facts = checkpoint.facts().facts;
  const auto found = facts.find("model");
  if (found != facts.end()) return found->second;
  throw core::UserError({checkpoint.path()}, "is not a checkpoint of `motley train`");
}

const char* role_text(Role role) {
  return role == Role::kState ? "state" : role == Role::kFrozen ? "frozen" : "param";
}

// Frozen parameters are not in checkpoints; a model folder may have them.
std::optional<StoredParams> inputs_of(const LoadedModel& model) {
  if (!model.inputs_file) return std::nullopt;
  return StoredParams(*model.inputs_file, model.signature);
}

}  // namespace

ExportReport export_params(const ExportOptions& options) {
  const auto checkpoint = core::Checkpoint::open(options.checkpoint);
  ExportReport report{.step = checkpoint.facts().step,
                      .checkpoint = checkpoint.path(),
                      .model = options.model.empty() ? model_of(checkpoint) : options.model,
                      .output = options.output,
                      .notes = {}};
  const LoadedModel model = load_model(report.model);
  check_trainable(model);
  const StoredParams trained(options.checkpoint, model.signature);
  const std::optional<StoredParams> inputs = inputs_of(model);
  std::vector<NamedLiteral> tensors;
  for (int i = 0; i < std::ssize(model.signature); ++i) {
    const ArgumentSpec& spec = model.signature[i];
    if (spec.role == Role::kBatch || (spec.role == Role::kState && !options.state)) continue;
    const bool is_frozen = spec.role == Role::kFrozen;
    if (is_frozen && (!inputs || !inputs->has(i))) {
      report.notes.push_back(fmt::format(
          "frozen `{}` is left out: checkpoints have only what is trained, and {} has no values",
          spec.name, report.model));
      continue;
    }
    Literal value = is_frozen ? inputs->read(i) : trained.read(i);
    report.num_elements += value.num_elements();
    tensors.push_back({options.plain_names
                           ? spec.name
                           : fmt::format("{:03}.{}.{}", i, role_text(spec.role), spec.name),
                       std::move(value)});
  }
  if (tensors.empty()) {
    throw core::UserError({report.checkpoint},
                          "has no parameters: the model is a whole training step, all of it state; "
                          "--state writes that");
  }
  report.num_tensors = std::ssize(tensors);
  write_tensors(options.output, tensors);
  return report;
}

std::string export_text(const ExportReport& report) {
  return fmt::format("{}: {} tensors, {} numbers, of {} after step {}\n", report.output,
                     report.num_tensors, report.num_elements, report.checkpoint, report.step);
}

}  // namespace motley::tensor
