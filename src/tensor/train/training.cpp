#include "tensor/train/training.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.h"
#include "core/io/files.h"
#include "core/trace/trace_file.h"
#include "tensor/import/stored_params.h"
#include "tensor/step/evaluation.h"
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
    throw core::UserError({options.checkpoint}, "is not a folder");
  }
  if (!options.resume && core::has_checkpoint(options.checkpoint)) {
    throw core::UserError({options.checkpoint},
                          "there is a checkpoint here already: continue it with --resume, or "
                          "name another folder");
  }
}

TrainingData data_of(const Training& training, const LoadedModel& model) {
  const TrainOptions& options = training.options;
  const uint64_t seed = training.facts.seed;
  if (!options.data.empty()) {
    return open_data({.file = options.data,
                      .token_type = options.data_type,
                      .shuffle = options.shuffle.value_or(true),
                      .validation = options.validation,
                      .seed = seed},
                     training.batch);
  }
  if (!options.validation.empty() || !options.data_type.empty() || options.shuffle) {
    throw core::UserError(
        "--validation, --data-type and --no-shuffle apply to a file of data: name it with --data");
  }
  if (model.inputs_file && holds_batches(*model.inputs_file, training.batch)) {
    return {.training = tensor_batches(*model.inputs_file, training.batch)};
  }
  return {.training = built_in_batches(training.batch, seed, options.threads)};
}

// The parameters to begin with; nothing where they are drawn. A folder's own inputs may be those of
// the batch alone.
std::optional<StoredParams> first_params(const TrainOptions& options, const LoadedModel& model) {
  if (!options.params.empty()) return StoredParams(options.params, model.signature);
  if (!model.inputs_file) return std::nullopt;
  StoredParams inputs(*model.inputs_file, model.signature);
  for (int i = 0; i < std::ssize(model.signature); ++i) {
    if (model.signature[i].role != Role::kBatch && !inputs.has(i)) return std::nullopt;
  }
  return inputs;
}

// Frozen parameters are not in checkpoints.
std::optional<StoredParams> frozen_params(const LoadedModel& model) {
  if (!model.inputs_file) return std::nullopt;
  return StoredParams(*model.inputs_file, model.signature);
}

// Everything but settings and batch. What a checkpoint restores is left alone; it has no frozen
// parameters, which are those that training began with.
void initialize(Training& training, const LoadedModel& model, bool is_restored) {
  const std::optional<StoredParams> stored = first_params(training.options, model),
                                    frozen = frozen_params(model);
  if (!is_restored) {
    training.facts.params_origin =
        stored ? stored->origin() : fmt::format("initialized with seed {}", training.facts.seed);
  }
  for (int i = 0; i < std::ssize(training.arguments()); ++i) {
    const StepArgument& argument = training.arguments()[i];
    const bool is_frozen = argument.role == StepRole::kFrozen;
    if (!is_frozen && (is_restored || i >= training.num_kept())) continue;
    const int position = argument.loss_argument;
    if (position < 0) {  // the optimizer's state
      training.runner->set_to_zero(i);
    } else if (stored && stored->has(position)) {
      fill_from(*training.runner, i, argument.type,
                part_of(argument, stored->read(position).bytes()));
    } else if (is_frozen && frozen && frozen->has(position)) {
      fill_from(*training.runner, i, argument.type,
                part_of(argument, frozen->read(position).bytes()));
    } else {
      training.runner->fill(i, [&](int64_t first, std::span<std::byte> out) {
        draw_elements(model.signature[position], position, training.facts.seed,
                      argument.first_element() + first, out, training.options.threads);
      });
    }
  }
}

// Says what is wrong with --params before the step is made.
void check_params(const TrainOptions& options, const LoadedModel& model) {
  const std::optional<StoredParams> stored = first_params(options, model);
  if (stored && !options.resume) stored->check();
}

void set_rate(Training& training, double value) {
  for (size_t i = 0; i < training.arguments().size(); ++i) {
    const StepArgument& argument = training.arguments()[i];
    if (argument.role != StepRole::kSetting) continue;
    Literal rate = Literal::zeros(argument.type);
    rate.set_float(0, value);
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
  facts.data = training.data.training.origin;
  facts.validation = training.data.validation.origin;
  facts.schedule = training.schedule.to_string();
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
  if (!options.trace.empty()) core::check_trace_file(options.trace);
  std::optional<core::Checkpoint> checkpoint;
  if (options.resume) checkpoint = core::Checkpoint::open(options.checkpoint);

  Training training{.step = step, .options = options, .facts = std::move(facts)};
  set_facts(training, checkpoint ? &*checkpoint : nullptr);
  for (const std::string& note : {step->microbatches().note, model.gradient_note}) {
    if (!note.empty()) training.notes.push_back(note);
  }
  const std::vector<std::string>& loops = step->step.loops;
  training.notes.insert(training.notes.end(), loops.begin(), loops.end());
  training.batch = batch_arguments(model.program, model.signature);
  training.data = data_of(training, model);
  for (const std::string& note : training.data.notes) training.notes.push_back(note);
  if (training.data.num_validation_batches > 0) {
    const std::string note = evaluation_note(*step);
    if (!note.empty()) training.notes.push_back(note);
  }
  check_params(options, model);
  for (int i = 0; i < step->num_updated(); ++i) {
    training.names.push_back(checkpoint_name(training.arguments()[i]));
  }
  complete_facts(training);
  if (checkpoint) check_belongs(training, *checkpoint);
  training.runner = make_runner(training);
  if (checkpoint) restore(training, *checkpoint);
  initialize(training, model, checkpoint.has_value());
  set_rate(training, rate_at(training, training.facts.first_step));
  return training;
}

namespace {

// By batches of the model, whatever the micro-batches: the samples of a step do not depend on how
// it is cut. `batch_of` gives the number of each batch of the step.
template <class BatchOf>
void fill_arguments(Training& training, const BatchSource& source, const BatchOf& batch_of) {
  const int first = static_cast<int>(training.arguments().size() - training.batch.size());
  const int64_t count = training.step->microbatches().accumulate;
  for (int64_t k = 0; k < count; ++k) {
    std::vector<std::span<std::byte>> out;
    for (size_t i = 0; i < training.batch.size(); ++i) {
      const auto whole = training.runner->argument(first + static_cast<int>(i));
      // A scalar is stored once, for all batches.
      const size_t size = training.batch[i].type.num_bytes();
      out.push_back(whole.subspan(whole.size() == size ? 0 : k * size, size));
    }
    source.fill(batch_of(k), out);
  }
}

}  // namespace

bool has_data(const Training& training, int64_t step) {
  const auto& has_batch = training.data.training.has_batch;
  return !has_batch || has_batch((step + 1) * training.step->microbatches().accumulate - 1);
}

void fill_batch(Training& training, int64_t step) {
  const int64_t count = training.step->microbatches().accumulate;
  fill_arguments(training, training.data.training, [&](int64_t k) { return step * count + k; });
  set_rate(training, rate_at(training, step));
}

void fill_validation_batch(Training& training, int64_t index) {
  const int64_t count = training.step->microbatches().accumulate;
  fill_arguments(training, training.data.validation, [&](int64_t k) {
    return (index * count + k) % training.data.num_validation_batches;
  });
}

int64_t num_evaluations(const Training& training) {
  const TrainingData& data = training.data;
  if (data.num_validation_batches == 0) return 0;
  const int64_t limit = training.options.eval_batches;
  const int64_t batches =
      limit > 0 ? std::min(limit, data.num_validation_batches) : data.num_validation_batches;
  return std::max<int64_t>(1, batches / training.step->microbatches().accumulate);
}

std::string out_of_range_text(const Training& training, int64_t step) {
  if (!training.data.training.is_repeatable) return "";
  const int64_t count = training.step->microbatches().accumulate;
  std::vector<Literal> values;
  std::vector<std::span<std::byte>> out;
  for (const BatchArgument& a : training.batch) values.push_back(Literal::zeros(a.type));
  for (Literal& v : values) out.emplace_back(v.data(), static_cast<size_t>(v.num_bytes()));
  for (int64_t k = 0; k < count; ++k) {
    training.data.training.fill(step * count + k, out);
    for (size_t i = 0; i < values.size(); ++i) {
      const BatchArgument& a = training.batch[i];
      if (a.limit == 0 || !is_integer(a.type.element)) continue;
      for (int64_t e = 0; e < values[i].num_elements(); ++e) {
        const int64_t value = values[i].as_int(e);
        if (value >= 0 && value < a.limit) continue;
        return fmt::format("`{}` holds {}, but the model has 0 to {}", a.name, value, a.limit - 1);
      }
    }
  }
  return "";
}

double rate_at(const Training& training, int64_t step) {
  return training.schedule.rate_at(step, training.facts.rate, training.options.steps);
}

}  // namespace motley::tensor
