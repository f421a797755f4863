#include "tensor/train/resume.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <type_traits>

#include "core/base/error.h"
#include "core/comm/collective_error.h"
#include "tensor/import/tensor_file.h"
#include "tensor/train/rank_agreement.h"

namespace motley::tensor {
namespace {

// A fact of a checkpoint, which our own always have.
std::string fact(const core::Checkpoint& checkpoint, const std::string& name) {
  const auto& facts = checkpoint.facts().facts;
  const auto found = facts.find(name);
  if (found == facts.end()) {
    throw core::UserError({checkpoint.path()}, fmt::format("is not a checkpoint of `motley train`: "
                                                           "its index has no entry `{}`",
                                                           name));
  }
  return found->second;
}

template <class T>
T number_fact(const core::Checkpoint& checkpoint, const std::string& name) {
  const std::string text = fact(checkpoint, name);
  T value = {};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  bool is_number = error == std::errc() && end == text.data() + text.size();
  if constexpr (std::is_floating_point_v<T>) is_number = is_number && std::isfinite(value);
  if (!is_number) {
    throw core::UserError({checkpoint.path()},
                          fmt::format("its entry `{}` is not a number: {}", name, text));
  }
  return value;
}

std::string hash_text(uint64_t hash) { return fmt::format("{:016x}", hash); }

// A box of a step's argument, none for all of it, as one of the model's tensor: an argument may be
// a row of that.
core::Box in_whole(const StepArgument& argument, core::Box box) {
  if (box.shape.empty()) box = {Shape(argument.type.shape.size(), 0), argument.type.shape};
  if (!argument.stack) return box;
  box.offset.insert(box.offset.begin(), argument.stack->row);
  box.shape.insert(box.shape.begin(), 1);
  return box;
}

[[noreturn]] void refuse_change(const core::Checkpoint& checkpoint, const char* option,
                                const std::string& given, const std::string& kept) {
  throw core::UserError({checkpoint.path()},
                        fmt::format("was trained with {} {}, not {}; leave {} out to continue as "
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

namespace {

// Facts that checkpoints of earlier versions do not have.
std::string fact_or(const core::Checkpoint& checkpoint, const std::string& name,
                    const std::string& otherwise) {
  const auto& facts = checkpoint.facts().facts;
  const auto found = facts.find(name);
  return found == facts.end() ? otherwise : found->second;
}

// The data of the checkpoint, where no other are named.
void resume_data(TrainOptions& options, const core::Checkpoint& checkpoint) {
  if (options.data.empty()) {
    options.data = fact_or(checkpoint, "data_file", "");
    if (options.data_type.empty()) options.data_type = fact_or(checkpoint, "data_type", "");
  }
  if (options.data.empty()) return;
  if (options.validation.empty()) options.validation = fact_or(checkpoint, "validation", "");
  if (!options.shuffle) options.shuffle = fact_or(checkpoint, "shuffle", "1") == "1";
}

RateSchedule schedule_of(const TrainOptions& options, const core::Checkpoint* checkpoint) {
  RateSchedule schedule =
      RateSchedule::parse(options.schedule ? *options.schedule
                          : checkpoint     ? fact_or(*checkpoint, "schedule", "constant")
                                           : "constant");
  // It ends where it was to end, however long the run is made later.
  const bool falls = schedule.is_relative() && schedule.kind != RateSchedule::Kind::kConstant;
  if (falls && !schedule.steps) schedule.steps = options.steps;
  if (options.schedule && options.rate && !schedule.is_relative()) {
    throw core::UserError("a file of learning rates sets them all: leave out --lr");
  }
  return schedule;
}

}  // namespace

void set_facts(Training& training, const core::Checkpoint* checkpoint) {
  TrainFacts& facts = training.facts;
  TrainOptions& options = training.options;
  const Optimizer optimizer = Optimizer::parse(training.step->options.optimizer);
  facts.rate = options.rate.value_or(default_rate(optimizer));
  facts.seed = options.seed.value_or(0);
  training.schedule = schedule_of(options, checkpoint);
  if (!training.schedule.is_relative()) {
    facts.rate = std::ranges::max(training.schedule.table, {}, &RateSchedule::Entry::rate).rate;
  }
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
  if (training.schedule.is_relative()) {
    facts.rate = options.rate.value_or(number_fact<double>(*checkpoint, "lr"));
  }
  facts.first_step = checkpoint->facts().step;
  resume_data(options, *checkpoint);
}

namespace {

core::CheckpointFacts facts_of(const Training& training, int64_t steps_done) {
  const TrainOptions& options = training.options;
  core::CheckpointFacts facts{
      .step = steps_done,
      .facts = {{"model", training.step->model.name},
                {"loss", hash_text(structural_hash(training.step->model.program))},
                {"optimizer", training.facts.optimizer},
                {"lr", fmt::format("{}", training.facts.rate)},
                {"schedule", training.facts.schedule},
                {"seed", std::to_string(training.facts.seed)},
                {"threads", std::to_string(options.threads)},
                {"data", training.facts.data}}};
  if (options.data.empty()) return facts;
  // Absolute, so that the run can go on from another folder.
  const auto place = [](const std::string& path) {
    return std::filesystem::absolute(path).string();
  };
  facts.facts["data_file"] = place(options.data);
  facts.facts["shuffle"] = options.shuffle.value_or(true) ? "1" : "0";
  if (!options.data_type.empty()) facts.facts["data_type"] = options.data_type;
  if (!options.validation.empty()) {
    const bool is_share = validation_share({.validation = options.validation}) > 0;
    facts.facts["validation"] = is_share ? options.validation : place(options.validation);
  }
  return facts;
}

}  // namespace

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
    const std::string wanted = type.to_string(),
                      kept = stored_type_text(found->dtype, found->shape);
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
  const std::string& data = training.facts.data;
  if (fact(checkpoint, "data") != data) {
    training.notes.push_back(
        fmt::format("the checkpoint was trained on {}; this run continues with {}",
                    fact(checkpoint, "data"), data));
  }
  const std::string validation = fact_or(checkpoint, "validation", ""),
                    shuffle = fact_or(checkpoint, "shuffle", "");
  if (!shuffle.empty() && (validation != facts_of(training, 0).facts["validation"] ||
                           (shuffle == "1") != training.options.shuffle.value_or(true))) {
    training.notes.push_back(
        "the checkpoint was trained with another validation share or order of the data: samples "
        "may come again, or move between training and validation");
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
    const core::CheckpointTensor& tensor = *checkpoint.find(training.names[i]);
    const StepArgument& argument = training.arguments()[i];
    training.runner->fill_boxes(i, argument.type,
                                [&](const core::Box& box, std::span<std::byte> out) {
                                  checkpoint.read(tensor, in_whole(argument, box), out);
                                });
  }
  training.facts.params_origin = checkpoint.path();
}

namespace {

// Each rank writes a shard, the root begins and ends.
void write_together(core::Communicator& comm, const std::vector<core::PieceToWrite>& pieces,
                    const std::string& folder, const core::CheckpointFacts& facts, int64_t keep) {
  core::UnfinishedCheckpoint unfinished{folder, ""};
  core::at_root(&comm, [&] { unfinished = core::begin_checkpoint(folder, facts.step); });
  unfinished.name = broadcast_text(comm, unfinished.name);
  std::string fault, written;
  try {
    written = core::write_checkpoint_shard(unfinished, comm.rank(), pieces);
  } catch (const core::UserError& error) {
    fault = error.what();
  }
  try {
    core::throw_on_all_ranks(&comm, fault);
    const std::vector<std::string> shards = gather_texts(comm, written);
    core::at_root(&comm, [&] { core::finish_checkpoint(unfinished, facts, shards, keep); });
  } catch (const core::UserError&) {
    if (comm.rank() == 0) core::abandon(unfinished);
    throw;
  }
}

}  // namespace

void write_training_checkpoint(const Training& training, int64_t steps_done) {
  std::vector<core::PieceToWrite> pieces;
  StepRunner& runner = *training.runner;
  for (const StepRunner::Piece& piece : runner.pieces_to_write(training.num_kept())) {
    const StepArgument& argument = training.arguments()[piece.argument];
    pieces.push_back({.name = training.names[piece.argument],
                      .dtype = std::string(safetensors_name(argument.type.element)),
                      .shape = argument.whole_type().shape,
                      .bytes = piece.bytes,
                      .box = in_whole(argument, piece.box)});
  }
  const core::CheckpointFacts facts = facts_of(training, steps_done);
  const TrainOptions& options = training.options;
  if (core::Communicator* comm = runner.communicator()) {
    return write_together(*comm, pieces, options.checkpoint, facts, options.keep);
  }
  const std::vector<std::vector<core::PieceToWrite>> shards = {pieces};
  core::write_checkpoint(options.checkpoint, facts, shards, options.keep);
}

}  // namespace motley::tensor
