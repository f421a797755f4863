#include "tensor/train/resume.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "core/base/error.h"

namespace motley::tensor {
namespace {

// A fact of a checkpoint, which our own always have.
std::string fact(const core::Checkpoint& checkpoint, const std::string& name) {
  const auto& facts = checkpoint.facts().facts;
  const auto found = facts.find(name);
  if (found == facts.end()) {
    throw core::UserError({checkpoint.path()}, fmt::format("is no checkpoint of `motley train`: "
                                                           "its index has no fact `{}`",
                                                           name));
  }
  return found->second;
}

template <class T>
T number_fact(const core::Checkpoint& checkpoint, const std::string& name) {
  const std::string text = fact(checkpoint, name);
  T value = {};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw core::UserError({checkpoint.path()},
                          fmt::format("its fact `{}` is no number: {}", name, text));
  }
  return value;
}

std::string type_text(const std::string& dtype, const std::vector<int64_t>& shape) {
  return fmt::format("{}[{}]", dtype, fmt::join(shape, ","));
}

std::string hash_text(uint64_t hash) { return fmt::format("{:016x}", hash); }

// The place of a row in the model's tensor.
core::Box row_box(const StepArgument& argument) {
  core::Box box{.offset = {argument.stack->row}, .shape = {1}};
  box.offset.resize(1 + argument.type.shape.size());
  box.shape.insert(box.shape.end(), argument.type.shape.begin(), argument.type.shape.end());
  return box;
}

[[noreturn]] void refuse_change(const core::Checkpoint& checkpoint, const char* option,
                                const std::string& given, const std::string& kept) {
  throw core::UserError({checkpoint.path()},
                        fmt::format("was trained with {} {}, not {}; leave {} out to go on as "
                                    "before",
                                    option, kept, given, option));
}

}  // namespace

std::string optimizer_of(const std::optional<std::string>& given, const TrainOptions& options) {
  const std::string wanted = Optimizer::parse(given.value_or("adam")).to_string();
  if (!options.resume) return wanted;
  const core::Checkpoint checkpoint = core::Checkpoint::open(options.checkpoint);
  const std::string kept = fact(checkpoint, "optimizer");
  if (given && wanted != kept) refuse_change(checkpoint, "--optimizer", wanted, kept);
  return kept;
}

void set_facts(TrainFacts& facts, const ModelStep& step, const TrainOptions& options,
               const core::Checkpoint* checkpoint) {
  const Optimizer optimizer = Optimizer::parse(step.options.optimizer);
  facts.rate = options.rate.value_or(default_rate(optimizer));
  facts.seed = options.seed.value_or(0);
  if (!checkpoint) return;
  const std::string kept = fact(*checkpoint, "optimizer");
  if (optimizer.to_string() != kept) {
    refuse_change(*checkpoint, "--optimizer", optimizer.to_string(), kept);
  }
  const auto kept_seed = number_fact<uint64_t>(*checkpoint, "seed");
  if (options.seed && *options.seed != kept_seed) {
    refuse_change(*checkpoint, "--seed", std::to_string(*options.seed), std::to_string(kept_seed));
  }
  facts.seed = kept_seed;
  facts.rate = options.rate.value_or(number_fact<double>(*checkpoint, "lr"));
  facts.first_step = checkpoint->facts().step;
}

void check_belongs(Training& training, const core::Checkpoint& checkpoint) {
  const std::string model = fact(checkpoint, "model");
  const auto fail = [&](const std::string& what) {
    throw core::UserError({checkpoint.path()},
                          fmt::format("is a checkpoint of another model ({}): {}", model, what));
  };
  for (int i = 0; i < training.num_kept(); ++i) {
    const std::string& name = training.names[i];
    const TensorType type = training.arguments()[i].whole_type();
    const core::CheckpointTensor* found = checkpoint.find(name);
    if (!found) fail(fmt::format("it has no tensor `{}`", name));
    const std::string wanted = type_text(std::string(safetensors_name(type.element)), type.shape),
                      kept = type_text(found->dtype, found->shape);
    if (kept != wanted) fail(fmt::format("tensor `{}` is {}, not {}", name, kept, wanted));
  }
  for (const core::CheckpointTensor& tensor : checkpoint.tensors()) {
    if (std::ranges::find(training.names, tensor.name) == training.names.end()) {
      fail(fmt::format("its tensor `{}` has no place in this one", tensor.name));
    }
  }
  if (fact(checkpoint, "loss") != hash_text(structural_hash(training.step->model.program))) {
    fail("the tensors would fit, but the loss is another; --params takes the parameters alone");
  }
  if (fact(checkpoint, "data") != training.data.origin) {
    training.notes.push_back(fmt::format("the checkpoint was trained on {}; this goes on with {}",
                                         fact(checkpoint, "data"), training.data.origin));
  }
  const int threads = number_fact<int>(checkpoint, "threads");
  if (threads != training.options.threads) {
    training.notes.push_back(fmt::format(
        "the checkpoint was trained with --threads {}; with {} sums may differ in their last bits",
        threads, training.options.threads));
  }
}

void restore(Training& training, const core::Checkpoint& checkpoint) {
  for (int i = 0; i < training.num_kept(); ++i) {
    Literal whole = Literal::unset(training.arguments()[i].type);
    const StepArgument& argument = training.arguments()[i];
    const std::span<std::byte> out(whole.data(), static_cast<size_t>(whole.num_bytes()));
    const core::CheckpointTensor& kept = *checkpoint.find(training.names[i]);
    argument.stack ? checkpoint.read(kept, row_box(argument), out) : checkpoint.read(kept, out);
    fill_from(*training.runner, i, whole.type(), whole.bytes());
  }
  training.facts.params_origin = checkpoint.path();
}

void write_training_checkpoint(const Training& training, int64_t steps_done) {
  // A shard for each row of a stack: a file has one piece of a tensor.
  std::vector<std::vector<core::PieceToWrite>> shards(1);
  StepRunner& runner = *training.runner;
  for (int i = 0; i < training.num_kept(); ++i) {
    const StepArgument& argument = training.arguments()[i];
    const size_t shard = argument.stack ? argument.stack->row : 0;
    if (shard >= shards.size()) shards.resize(shard + 1);
    shards[shard].push_back({.name = training.names[i],
                             .dtype = std::string(safetensors_name(argument.type.element)),
                             .shape = argument.whole_type().shape,
                             .bytes = runner.argument(i),
                             .box = argument.stack ? row_box(argument) : core::Box{}});
  }
  core::write_checkpoint(
      training.options.checkpoint,
      {.step = steps_done,
       .facts = {{"model", training.step->model.name},
                 {"loss", hash_text(structural_hash(training.step->model.program))},
                 {"optimizer", training.facts.optimizer},
                 {"lr", fmt::format("{}", training.facts.rate)},
                 {"seed", std::to_string(training.facts.seed)},
                 {"threads", std::to_string(training.options.threads)},
                 {"data", training.data.origin}}},
      shards);
}

}  // namespace motley::tensor
