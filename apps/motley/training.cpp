#include "apps/motley/training.h"

#include <fmt/format.h>

#include <algorithm>

#include "apps/motley/resume.h"
#include "core/base/error.h"
#include "core/io/files.h"
#include "tensor/compile/recognize_attention.h"
#include "tensor/grad/recompute.h"
#include "tensor/import/tensor_file.h"
#include "tensor/passes/pass.h"
#include "tensor/run/gradient_choice.h"

namespace motley::apps {
namespace {

using namespace tensor;

void copy_bytes(std::span<const std::byte> from, std::span<std::byte> to) {
  MOTLEY_CHECK(from.size() == to.size(), "{} bytes for {}", from.size(), to.size());
  std::ranges::copy(from, to.data());
}

LoadedModel load_trainable_model(const std::string& text) {
  LoadedModel loaded = load_model(text);
  if (loaded.signature.empty()) {
    throw core::UserError({text},
                          "training needs to know which arguments are parameters: give a "
                          "model folder with a signature.json, or a built-in model");
  }
  const auto& results = loaded.program.body.results;
  if (results.empty() || loaded.program.type(results[0]).num_elements() != 1 ||
      !is_float(loaded.program.type(results[0]).element)) {
    throw core::UserError({text}, "the first result is no loss: it should be one float");
  }
  return loaded;
}

// What another run has kept is not written over by accident.
void check_checkpoint_folder(const TrainSettings& settings) {
  if (settings.checkpoint.empty()) return;
  if (core::path_kind(settings.checkpoint) == core::PathKind::kFile) {
    throw core::UserError({settings.checkpoint}, "is no folder");
  }
  if (!settings.resume && core::has_checkpoint(settings.checkpoint)) {
    throw core::UserError({settings.checkpoint},
                          "there is a checkpoint here already: go on from it with --resume, or "
                          "name another folder");
  }
}

BatchSource open_data(const Training& training, const LoadedModel& loaded) {
  const uint64_t seed = training.facts.seed;
  if (!training.settings.data.empty()) {
    return file_batches(training.settings.data, training.batch, seed);
  }
  if (loaded.inputs_file && holds_batches(*loaded.inputs_file, training.batch)) {
    return tensor_batches(*loaded.inputs_file, training.batch);
  }
  return built_in_batches(training.batch, seed, training.settings.threads);
}

// The file that parameters come from; nothing where they are drawn. A folder's own inputs may be
// those of the batch alone.
std::optional<std::string> params_file(const TrainSettings& settings, const LoadedModel& loaded) {
  if (!settings.params.empty()) return settings.params;
  if (!loaded.inputs_file) return std::nullopt;
  const ArgumentFile tensors(*loaded.inputs_file);
  for (size_t i = 0; i < loaded.signature.size(); ++i) {
    const bool is_param = loaded.signature[i].role != Role::kBatch;
    if (is_param && !tensors.has(static_cast<int64_t>(i))) return std::nullopt;
  }
  return loaded.inputs_file;
}

// Everything but settings and batch. What a checkpoint restores is left alone; it has no frozen
// parameters, which are those that training began with.
void initialize(Training& training, const LoadedModel& loaded, bool is_restored) {
  const std::optional<std::string> file = params_file(training.settings, loaded);
  std::optional<ArgumentFile> tensors;
  if (file) tensors.emplace(*file);
  if (!is_restored)
    training.params_origin = file ? *file : fmt::format("drawn with seed {}", training.facts.seed);
  for (int i = 0; i < std::ssize(training.arguments); ++i) {
    const StepArgument& argument = training.arguments[i];
    const bool is_frozen = argument.role == StepRole::kFrozen;
    if (!is_frozen && (is_restored || i >= training.num_kept())) continue;
    if (argument.loss_argument < 0) {  // the optimizer's state
      training.step->set_to_zero(i);
    } else if (tensors) {
      fill_from(*training.step, i, argument.type,
                tensors->bytes(argument.loss_argument, argument.type));
    } else {
      training.step->fill(i, [&](int64_t first, std::span<std::byte> out) {
        draw_elements(loaded.signature[argument.loss_argument], argument.loss_argument,
                      training.facts.seed, first, out, training.settings.threads);
      });
    }
  }
}

// Says what is wrong with --params before the step is made.
void check_params(const TrainSettings& settings, const LoadedModel& loaded) {
  const std::optional<std::string> file = params_file(settings, loaded);
  if (!file || settings.resume) return;
  const ArgumentFile tensors(*file);
  for (size_t i = 0; i < loaded.signature.size(); ++i) {
    if (loaded.signature[i].role == Role::kBatch) continue;
    tensors.bytes(static_cast<int64_t>(i), loaded.signature[i].type);
  }
}

void set_rate(Training& training) {
  for (size_t i = 0; i < training.arguments.size(); ++i) {
    const StepArgument& argument = training.arguments[i];
    if (argument.role != StepRole::kSetting) continue;
    Literal rate = Literal::zeros(argument.type);
    rate.set_float(0, training.facts.rate);
    copy_bytes(rate.bytes(), training.step->argument(static_cast<int>(i)));
  }
}

}  // namespace

void fill_from(StepRunner& step, int argument, const TensorType& type,
               std::span<const std::byte> bytes) {
  MOTLEY_CHECK(static_cast<int64_t>(bytes.size()) == type.num_bytes(), "{} bytes for {}",
               bytes.size(), type.to_string());
  step.fill(argument, [&](int64_t first, std::span<std::byte> out) {
    std::copy_n(bytes.begin() + first * byte_size(type.element), out.size(), out.begin());
  });
}

TrainStep make_step(const LoadedModel& loaded, const Program& loss, const Optimizer& optimizer,
                    const Microbatches& microbatches) {
  const std::vector<LossArgument> arguments = loss_arguments(loaded.signature);
  TrainStep step = train_step(loss, arguments,
                              {.optimizer = optimizer,
                               .num_microbatches = microbatches.count,
                               .shared = shared_values(microbatches, loss, arguments)});
  // Gradients are found again as results that the simplified Program has for a moment.
  auto& results = step.program.body.results;
  const size_t num_results = results.size();
  results.insert(results.end(), step.gradients.begin(), step.gradients.end());
  step.program = simplify(std::move(step.program));
  step.gradients.assign(results.begin() + std::ssize(results) - std::ssize(step.gradients),
                        results.end());
  results.resize(num_results);
  return microbatches.recompute ? with_recomputation(step) : step;
}

TrainStep make_fused_step(const LoadedModel& loaded, const Optimizer& optimizer,
                          const Microbatches& microbatches) {
  return make_step(loaded, recognize_attention(loaded.program), optimizer, microbatches);
}

TrainStep make_plain_step(const LoadedModel& loaded, const Optimizer& optimizer,
                          const Microbatches& microbatches) {
  return make_step(loaded, loaded.program, optimizer, microbatches);
}

Training prepare_training(const TrainSettings& settings, const MakeRunner& make_runner) {
  const LoadedModel loaded = load_trainable_model(settings.model);
  const LoadedModel microbatch = load_microbatch_model(settings.model, settings.microbatches);
  if (arguments_with(loaded.signature, Role::kParam).empty() &&
      (settings.optimizer || settings.rate)) {
    throw core::UserError({settings.model},
                          "is a whole training step with an optimizer of its own: "
                          "--optimizer and --lr have nothing to set");
  }
  check_checkpoint_folder(settings);
  if (!settings.trace.empty()) core::check_writable(settings.trace);
  std::optional<core::Checkpoint> checkpoint;
  if (settings.resume) checkpoint = core::Checkpoint::open(settings.checkpoint);

  Training training;
  training.settings = settings;
  if (!settings.microbatches.note.empty()) training.notes.push_back(settings.microbatches.note);
  if (!loaded.gradient_note.empty()) training.notes.push_back(loaded.gradient_note);
  training.loss_hash = structural_hash(loaded.program);
  training.facts = training_facts(settings, checkpoint ? &*checkpoint : nullptr);
  training.batch = batch_arguments(loaded.program, loaded.signature);
  training.data = open_data(training, loaded);
  check_params(settings, loaded);
  const Optimizer& optimizer = training.facts.optimizer;
  if (!settings.is_plain) {
    Microbatches once = settings.microbatches;
    once.recompute = false;
    training.step_flops = flops_of(make_plain_step(microbatch, optimizer, once).program);
  }
  const TrainStep step = settings.is_plain
                             ? make_plain_step(microbatch, optimizer, settings.microbatches)
                             : make_fused_step(microbatch, optimizer, settings.microbatches);
  if (settings.is_plain) training.step_flops = flops_of(step.program);
  training.arguments = step.arguments;
  for (int i = 0; i < step.num_params + step.num_state; ++i) {
    const StepArgument& argument = step.arguments[i];
    training.names.push_back(
        argument.role == StepRole::kParam
            ? fmt::format("{:03}.param.{}", argument.loss_argument, argument.name)
            : "state." + argument.name);
  }
  if (checkpoint) check_belongs(training, *checkpoint);
  training.step = make_runner(step);
  if (checkpoint) restore(training, *checkpoint);
  initialize(training, loaded, checkpoint.has_value());
  set_rate(training);
  return training;
}

int64_t Training::num_parameters() const {
  int64_t count = 0;
  for (const StepArgument& a : arguments) {
    if (a.role == StepRole::kParam) count += a.type.num_elements();
  }
  return count;
}

int64_t Training::num_items() const {
  for (const BatchArgument& a : batch) {
    if (reads_text(batch) && a.name == "tok") {
      return a.type.num_elements() * settings.microbatches.accumulate;
    }
  }
  const bool none = batch.empty() || batch[0].type.is_scalar();
  return settings.microbatches.accumulate * (none ? 1 : batch[0].type.shape[0]);
}

const char* Training::item_name() const { return reads_text(batch) ? "tokens" : "samples"; }

void fill_batch(Training& training, int64_t step) {
  const int first = static_cast<int>(training.arguments.size() - training.batch.size());
  // By batches of the model, whatever the micro-batches: the samples of a step do not depend on how
  // it is cut.
  const int64_t count = training.settings.microbatches.accumulate;
  for (int64_t k = 0; k < count; ++k) {
    std::vector<std::span<std::byte>> out;
    for (size_t i = 0; i < training.batch.size(); ++i) {
      const auto whole = training.step->argument(first + static_cast<int>(i));
      // A scalar is stored once, for all batches.
      const size_t size = training.batch[i].type.num_bytes();
      out.push_back(whole.subspan(whole.size() == size ? 0 : k * size, size));
    }
    training.data.fill(step * count + k, out);
  }
}

}  // namespace motley::apps
