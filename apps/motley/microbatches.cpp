#include "apps/motley/microbatches.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>

#include "core/base/error.h"
#include "core/io/files.h"
#include "tensor/ir/printer.h"
#include "tensor/models/models.h"
#include "tensor/plan/strategy/cross_microbatch_values.h"
#include "tensor/plan/strategy/sharding_strategies.h"

namespace motley::apps {

using namespace tensor;
using namespace tensor::strategy;

namespace {

constexpr int64_t kMaxCount = 1 << 20;

// The batch of a built-in model; nothing of a model folder or file, where it is fixed.
std::optional<int64_t> adjustable_batch(const std::string& model) {
  if (core::path_kind(model) != core::PathKind::kMissing) return std::nullopt;
  return built_in_batch(model);
}

// The batch of a micro-batch; nothing where the samples of a step are not divisible.
std::optional<int64_t> microbatch_size(int64_t batch, const Microbatches& microbatches) {
  const int64_t samples = batch * microbatches.accumulate;
  if (samples % microbatches.count != 0) return std::nullopt;
  return samples / microbatches.count;
}

}  // namespace

void add_microbatches_option(CLI::App& parser, MicrobatchOptions& options) {
  parser
      .add_option("--microbatches", options.microbatches,
                  "Micro-batches that the samples of a step are cut into (1)")
      ->check(CLI::Range(int64_t{1}, kMaxCount));
}

void add_accumulation_options(CLI::App& parser, MicrobatchOptions& options) {
  parser
      .add_option("--accumulate", options.accumulate,
                  "Gradient accumulation: batches of the model that make a step (1)")
      ->check(CLI::Range(int64_t{1}, kMaxCount));
  parser.add_flag("--recompute", options.recompute,
                  "Activation recomputation: run layers again in the backward pass instead of "
                  "storing their activations");
  parser.add_flag("--allow-cross-sample", options.cross_sample,
                  "Allow micro-batches of a model whose samples interact (batch norm, capacity)");
  parser.add_flag("--allow-mixing", options.cross_sample)->group("");  // its earlier name
}

Microbatches microbatches_of(const MicrobatchOptions& options, const std::string& model) {
  Microbatches microbatches{.count = options.microbatches.value_or(options.accumulate.value_or(1)),
                            .accumulate = options.accumulate.value_or(1),
                            .recompute = options.recompute,
                            .cross_sample = options.cross_sample};
  if (options.accumulate || microbatches.count == 1 || can_be_cut(model, microbatches)) {
    return microbatches;
  }
  microbatches.accumulate = microbatches.count;
  microbatches.note = fmt::format(
      "the batch of {0} cannot be cut into {1} micro-batches; --microbatches {1} is taken as "
      "--accumulate {1}, {1} batches per step",
      model, microbatches.count);
  return microbatches;
}

void print_note(const Microbatches& microbatches) {
  if (!microbatches.note.empty()) fmt::print(stderr, "motley: note: {}\n", microbatches.note);
}

LoadedModel load_microbatch_model(const std::string& model, const Microbatches& microbatches) {
  if (microbatches.count == microbatches.accumulate) return load_model(model);
  const std::optional<int64_t> batch = adjustable_batch(model);
  if (!batch) {
    throw core::UserError(
        {model}, fmt::format("has a fixed batch, so a step of {} batches has {} micro-batches, not "
                             "{}; --accumulate sets both",
                             microbatches.accumulate, microbatches.accumulate, microbatches.count));
  }
  const std::optional<int64_t> size = microbatch_size(*batch, microbatches);
  if (!size) {
    throw core::UserError(fmt::format("{}: {} samples per step cannot be cut into {} micro-batches",
                                      model, *batch * microbatches.accumulate, microbatches.count));
  }
  return load_model(with_batch(model, *size));
}

bool can_be_cut(const std::string& model, const Microbatches& microbatches) {
  if (microbatches.count == microbatches.accumulate) return true;
  const std::optional<int64_t> batch = adjustable_batch(model);
  return batch && microbatch_size(*batch, microbatches);
}

std::string samples_text(int64_t samples_per_step, const Microbatches& microbatches) {
  std::string text = fmt::format("{} samples per step", samples_per_step);
  if (microbatches.count > 1) {
    text += fmt::format(" in {} micro-batches of {}", microbatches.count,
                        samples_per_step / microbatches.count);
  }
  if (microbatches.accumulate > 1) {
    text += fmt::format(" (gradient accumulation over {} batches)", microbatches.accumulate);
  }
  return text;
}

std::vector<SharedValue> shared_values(const Microbatches& microbatches, const Program& loss,
                                       const std::vector<LossArgument>& arguments) {
  if (microbatches.count == 1) return {};
  if (batch_dim(loss, arguments).extent == 0) {
    throw core::UserError(
        "no argument has a batch dimension, so the step cannot be cut into micro-batches");
  }
  const auto [shared, cross_sample] = cross_microbatch_values(loss, arguments);
  if (cross_sample.empty() || microbatches.cross_sample) return shared;
  const auto names = value_names(loss);
  std::string listed;
  for (size_t i = 0; i < cross_sample.size() && i < 3; ++i) {
    listed += fmt::format("{}{} ({})", i == 0 ? "" : ", ", names[cross_sample[i].index],
                          loss.type(cross_sample[i]).to_string());
  }
  if (cross_sample.size() > 3) listed += fmt::format(" and {} more", cross_sample.size() - 3);
  throw core::UserError(fmt::format(
      "samples of a batch interact through {}: cut into micro-batches, the step computes something "
      "else; --allow-cross-sample accepts that",
      listed));
}

}  // namespace motley::apps
