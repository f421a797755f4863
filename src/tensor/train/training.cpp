#include "tensor/train/training.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.h"
#include "core/io/files.h"
#include "tensor/import/tensor_file.h"
#include "tensor/train/resume.h"

namespace motley::tensor {
namespace {

void copy_bytes(std::span<const std::byte> from, std::span<std::byte> to) {
  MOTLEY_CHECK(from.size() == to.size(), "{} bytes for {}", from.size(), to.size());
  std::ranges::copy(from, to.data());
}

// The bytes of a step's argument among those of the model's tensor.
std::span<const std::byte> part_of(const StepArgument& argument, std::span<const std::byte> whole) {
  return whole.subspan(argument.first_element() * byte_size(argument.type.element),
                       argument.type.num_bytes());
}

// What another run has kept is not written over by accident.
void check_checkpoint_folder(const TrainOptions& options) {
  if (options.checkpoint.empty()) return;
  if (core::path_kind(options.checkpoint) == core::PathKind::kFile) {
    throw core::UserError({options.checkpoint}, "is no folder");
  }
  if (!options.resume && core::has_checkpoint(options.checkpoint)) {
    throw core::UserError({options.checkpoint},
                          "there is a checkpoint here already: go on from it with --resume, or "
                          "name another folder");
  }
}

BatchSource open_data(const Training& training, const LoadedModel& model) {
  const uint64_t seed = training.facts.seed;
  if (!training.options.data.empty()) {
    return file_batches(training.options.data, training.batch, seed);
  }
  if (model.inputs_file && holds_batches(*model.inputs_file, training.batch)) {
    return tensor_batches(*model.inputs_file, training.batch);
  }
  return built_in_batches(training.batch, seed, training.options.threads);
}

// The file that parameters come from; nothing where they are drawn. A folder's own inputs may be
// those of the batch alone.
std::optional<std::string> params_file(const TrainOptions& options, const LoadedModel& model) {
  if (!options.params.empty()) return options.params;
  if (!model.inputs_file) return std::nullopt;
  const ArgumentFile tensors(*model.inputs_file);
  for (size_t i = 0; i < model.signature.size(); ++i) {
    const bool is_param = model.signature[i].role != Role::kBatch;
    if (is_param && !tensors.has(static_cast<int64_t>(i))) return std::nullopt;
  }
  return model.inputs_file;
}

// Everything but settings and batch. What a checkpoint restores is left alone; it has no frozen
// parameters, which are those that training began with.
void initialize(Training& training, const LoadedModel& model, bool is_restored) {
  const std::optional<std::string> file = params_file(training.options, model);
  std::optional<ArgumentFile> tensors;
  if (file) tensors.emplace(*file);
  if (!is_restored) {
    training.facts.params_origin =
        file ? *file : fmt::format("drawn with seed {}", training.facts.seed);
  }
  for (int i = 0; i < std::ssize(training.arguments()); ++i) {
    const StepArgument& argument = training.arguments()[i];
    const bool is_frozen = argument.role == StepRole::kFrozen;
    if (!is_frozen && (is_restored || i >= training.num_kept())) continue;
    if (argument.loss_argument < 0) {  // the optimizer's state
      training.runner->set_to_zero(i);
    } else if (tensors) {
      fill_from(*training.runner, i, argument.type,
                part_of(argument, tensors->bytes(argument.loss_argument, argument.whole_type())));
    } else {
      training.runner->fill(i, [&](int64_t first, std::span<std::byte> out) {
        draw_elements(model.signature[argument.loss_argument], argument.loss_argument,
                      training.facts.seed, argument.first_element() + first, out,
                      training.options.threads);
      });
    }
  }
}

// Says what is wrong with --params before the step is made.
void check_params(const TrainOptions& options, const LoadedModel& model) {
  const std::optional<std::string> file = params_file(options, model);
  if (!file || options.resume) return;
  const ArgumentFile tensors(*file);
  for (size_t i = 0; i < model.signature.size(); ++i) {
    if (model.signature[i].role == Role::kBatch) continue;
    tensors.bytes(static_cast<int64_t>(i), model.signature[i].type);
  }
}

void set_rate(Training& training) {
  for (size_t i = 0; i < training.arguments().size(); ++i) {
    const StepArgument& argument = training.arguments()[i];
    if (argument.role != StepRole::kSetting) continue;
    Literal rate = Literal::zeros(argument.type);
    rate.set_float(0, training.facts.rate);
    copy_bytes(rate.bytes(), training.runner->argument(static_cast<int>(i)));
  }
}

}  // namespace

void fill_from(StepRunner& runner, int argument, const TensorType& type,
               std::span<const std::byte> bytes) {
  MOTLEY_CHECK(static_cast<int64_t>(bytes.size()) == type.num_bytes(), "{} bytes for {}",
               bytes.size(), type.to_string());
  runner.fill(argument, [&](int64_t first, std::span<std::byte> out) {
    std::copy_n(bytes.begin() + first * byte_size(type.element), out.size(), out.begin());
  });
}

namespace {

std::string checkpoint_name(const StepArgument& argument) {
  return argument.role == StepRole::kParam
             ? fmt::format("{:03}.param.{}", argument.loss_argument, argument.whole_name())
             : "state." + argument.whole_name();
}

int64_t items_per_step(const Training& training) {
  const int64_t accumulate = training.step->microbatches().accumulate;
  for (const BatchArgument& a : training.batch) {
    if (reads_text(training.batch) && a.name == "tok") return a.type.num_elements() * accumulate;
  }
  const bool none = training.batch.empty() || training.batch[0].type.is_scalar();
  return accumulate * (none ? 1 : training.batch[0].type.shape[0]);
}

void complete_facts(Training& training) {
  TrainFacts& facts = training.facts;
  facts.model = training.step->model.name;
  facts.optimizer = Optimizer::parse(training.step->options.optimizer).to_string();
  facts.data = training.data.origin;
  facts.items_per_step = items_per_step(training);
  facts.item_name = reads_text(training.batch) ? "tokens" : "samples";
  facts.threads = training.options.threads;
  for (const StepArgument& a : training.arguments()) {
    if (a.role == StepRole::kParam) facts.num_parameters += a.type.num_elements();
  }
}

}  // namespace

Training prepare_training(ModelStepPtr step, const TrainOptions& options, TrainFacts facts,
                          const MakeRunner& make_runner) {
  const LoadedModel& model = step->model;
  check_optimizer_given(model, options.rate.has_value());
  check_checkpoint_folder(options);
  if (!options.trace.empty()) core::check_writable(options.trace);
  std::optional<core::Checkpoint> checkpoint;
  if (options.resume) checkpoint = core::Checkpoint::open(options.checkpoint);

  Training training{.step = step, .options = options, .facts = std::move(facts)};
  set_facts(training.facts, *step, options, checkpoint ? &*checkpoint : nullptr);
  for (const std::string& note : {step->microbatches().note, model.gradient_note}) {
    if (!note.empty()) training.notes.push_back(note);
  }
  const std::vector<std::string>& loops = step->step.loops;
  training.notes.insert(training.notes.end(), loops.begin(), loops.end());
  training.batch = batch_arguments(model.program, model.signature);
  training.data = open_data(training, model);
  check_params(options, model);
  for (int i = 0; i < step->num_updated(); ++i) {
    training.names.push_back(checkpoint_name(training.arguments()[i]));
  }
  complete_facts(training);
  if (checkpoint) check_belongs(training, *checkpoint);
  training.runner = make_runner();
  if (checkpoint) restore(training, *checkpoint);
  initialize(training, model, checkpoint.has_value());
  set_rate(training);
  return training;
}

void fill_batch(Training& training, int64_t step) {
  const int first = static_cast<int>(training.arguments().size() - training.batch.size());
  // By batches of the model, whatever the micro-batches: the samples of a step do not depend on how
  // it is cut.
  const int64_t count = training.step->microbatches().accumulate;
  for (int64_t k = 0; k < count; ++k) {
    std::vector<std::span<std::byte>> out;
    for (size_t i = 0; i < training.batch.size(); ++i) {
      const auto whole = training.runner->argument(first + static_cast<int>(i));
      // A scalar is stored once, for all batches.
      const size_t size = training.batch[i].type.num_bytes();
      out.push_back(whole.subspan(whole.size() == size ? 0 : k * size, size));
    }
    training.data.fill(step * count + k, out);
  }
}

}  // namespace motley::tensor
