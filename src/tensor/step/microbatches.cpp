#include "tensor/step/microbatches.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.h"
#include "tensor/import/source_lines.h"
#include "tensor/ir/printer.h"
#include "tensor/passes/rewrite.h"
#include "tensor/plan/strategy/cross_microbatch_values.h"
#include "tensor/plan/strategy/sample_counters.h"
#include "tensor/plan/strategy/sharding_strategies.h"
#include "tensor/run/gradient_choice.h"
#include "tensor/step/layered_loss.h"

namespace motley::tensor {

using namespace strategy;

namespace {

// The batch of a micro-batch; nothing where the samples of a step are not divisible.
std::optional<int64_t> microbatch_size(int64_t batch, const Microbatches& microbatches) {
  const int64_t samples = batch * microbatches.accumulate;
  if (samples % microbatches.count != 0) return std::nullopt;
  return samples / microbatches.count;
}

// A loss without the barriers of jax.checkpoint. They tie dimensions of one place and extent to
// each other, so that a parameter which happens to be as long as the batch would be sharded with
// it.
struct WithoutBarriers {
  Program program;
  std::vector<ValueId> from;  // by its values: those of the loss
};

WithoutBarriers without_barriers(const Program& loss) {
  Rewrite rewrite(loss);
  for (const Op& op : loss.body.ops) {
    if (op.code != OpCode::kOptimizationBarrier) {
      rewrite.keep(op);
      continue;
    }
    for (size_t i = 0; i < op.results.size(); ++i)
      rewrite.replace(op.results[i], rewrite(op.operands[i]));
  }
  std::vector<std::pair<ValueId, ValueId>> pairs;
  const auto pair = [&](const std::vector<ValueId>& values) {
    for (ValueId v : values) pairs.emplace_back(rewrite(v), v);
  };
  pair(loss.body.arguments);
  for (const Op& op : loss.body.ops) {
    if (op.code != OpCode::kOptimizationBarrier) pair(op.results);
  }
  WithoutBarriers plain{.program = std::move(rewrite).finish(), .from = {}};
  plain.from.resize(plain.program.values.size());
  for (const auto& [to, from] : pairs) plain.from[to.index] = from;
  return plain;
}

// "%12, stablehlo.reduce at model.py:8 in loss (tensor<8xf32>)".
// "`mask` (tensor<8xf32>)" for an argument.
std::string described(const Program& loss, const std::vector<LossArgument>& arguments, ValueId v) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (loss.body.arguments[i] == v)
      return fmt::format("`{}` ({})", arguments[i].name, loss.type(v).to_string());
  }
  std::string made_by;
  for (const Op& op : loss.body.ops) {
    if (!std::ranges::count(op.results, v)) continue;
    const std::string source = op_source_in_file(loss.source, op.line);
    const std::string line =
        op.line > 0 ? fmt::format(" at {}:{}", loss.source, op.line) : std::string();
    made_by = fmt::format(", {}{}", name(op.code), source.empty() ? line : " at " + source);
  }
  return fmt::format("{}{} ({})", value_names(loss)[v.index], made_by, loss.type(v).to_string());
}

}  // namespace

Microbatches microbatches_of(const MicrobatchOptions& options, const LoadedModel& model) {
  Microbatches microbatches{.count = options.microbatches.value_or(options.accumulate.value_or(1)),
                            .accumulate = options.accumulate.value_or(1),
                            .recompute = options.recompute || options.layers,
                            .keep_products = options.keep_products,
                            .layers = options.layers,
                            .cross_sample = options.cross_sample};
  if (options.accumulate || microbatches.count == 1) return microbatches;
  if (can_be_cut(model, microbatches)) {
    // Where samples interact, the whole loss has the lines of the user's program that say so.
    if (model.parts) {
      const LayeredLoss whole = layered_loss(model.program, loss_arguments(model.signature));
      shared_values(microbatches, whole.program, whole.arguments);
    }
    return microbatches;
  }
  const auto size = model.adjustable_batch ? microbatch_size(*model.adjustable_batch, microbatches)
                                           : std::nullopt;
  const std::string reason = !model.adjustable_batch ? "its batch is one sample"
                             : !size ? fmt::format("it has {} samples", *model.adjustable_batch)
                                     : model.fixed_reason(*size);
  microbatches.accumulate = microbatches.count;
  microbatches.note = fmt::format(
      "the batch of {0} cannot be cut into {1} micro-batches: {2}; --microbatches {1} is taken as "
      "--accumulate {1}, {1} batches per step",
      model.name, microbatches.count, reason);
  return microbatches;
}

LoadedModel microbatch_model(const LoadedModel& model, const Microbatches& microbatches) {
  if (microbatches.count == microbatches.accumulate) return model;
  if (!model.adjustable_batch) {
    throw core::UserError(
        {model.name},
        fmt::format("has a fixed batch, so a step of {} batches has {} micro-batches, not "
                    "{}; --accumulate sets both",
                    microbatches.accumulate, microbatches.accumulate, microbatches.count));
  }
  const std::optional<int64_t> size = microbatch_size(*model.adjustable_batch, microbatches);
  if (!size) {
    throw core::UserError(fmt::format("{}: {} samples per step cannot be cut into {} micro-batches",
                                      model.name, *model.adjustable_batch * microbatches.accumulate,
                                      microbatches.count));
  }
  std::optional<LoadedModel> part = model.with_batch(*size);
  if (!part) {
    throw core::UserError({model.name}, fmt::format("its batch cannot be cut: {}; --accumulate "
                                                    "makes a step of several batches",
                                                    model.fixed_reason(*size)));
  }
  return *std::move(part);
}

bool can_be_cut(const LoadedModel& model, const Microbatches& microbatches) {
  if (microbatches.count == microbatches.accumulate) return true;
  if (!model.adjustable_batch) return false;
  const auto size = microbatch_size(*model.adjustable_batch, microbatches);
  return size && model.with_batch(*size);
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
  const WithoutBarriers plain = without_barriers(loss);
  auto [shared, cross_sample] = cross_microbatch_values(plain.program, arguments);
  for (SharedValue& s : shared) {
    s.parts = plain.from[s.parts.index];
    s.value = plain.from[s.value.index];
  }
  for (ValueId& v : cross_sample) v = plain.from[v.index];
  if (cross_sample.empty() || microbatches.cross_sample) return shared;
  std::string listed;
  for (size_t i = 0; i < cross_sample.size() && i < 3; ++i) {
    listed += (i == 0 ? "" : ", ") + described(loss, arguments, cross_sample[i]);
  }
  if (cross_sample.size() > 3) listed += fmt::format(" and {} more", cross_sample.size() - 3);
  const bool is_argument = std::ranges::any_of(
      cross_sample, [&](ValueId v) { return std::ranges::count(loss.body.arguments, v) > 0; });
  throw core::UserError(fmt::format(
      "samples of a batch interact through {}{}: cut into micro-batches, the step computes "
      "something "
      "else; --allow-cross-sample accepts that",
      listed, is_argument ? "; the samples are those of the first dimension, not time" : ""));
}

std::vector<SharedValue> shared_values(const Microbatches& microbatches, const LoadedModel& model,
                                       const Program& loss,
                                       const std::vector<LossArgument>& arguments) {
  if (model.is_sample_alone) return {};
  return shared_values(microbatches, loss, arguments);
}

std::optional<std::vector<ValueId>> counters_of_samples(
    const Microbatches& microbatches, const Program& loss,
    const std::vector<LossArgument>& arguments) {
  if (microbatches.count == 1 || std::ranges::none_of(arguments, &LossArgument::is_state)) {
    return std::nullopt;
  }
  const WithoutBarriers plain = without_barriers(loss);
  auto counters = sample_counters(plain.program, arguments);
  if (!counters) return std::nullopt;
  for (ValueId& v : *counters) v = plain.from[v.index];
  return counters;
}

}  // namespace motley::tensor
