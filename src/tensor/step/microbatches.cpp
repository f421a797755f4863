#include "tensor/step/microbatches.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.h"
#include "tensor/ir/printer.h"
#include "tensor/plan/strategy/cross_microbatch_values.h"
#include "tensor/plan/strategy/sample_counters.h"
#include "tensor/plan/strategy/sharding_strategies.h"

namespace motley::tensor {

using namespace strategy;

namespace {

// The batch of a micro-batch; nothing where the samples of a step are not divisible.
std::optional<int64_t> microbatch_size(int64_t batch, const Microbatches& microbatches) {
  const int64_t samples = batch * microbatches.accumulate;
  if (samples % microbatches.count != 0) return std::nullopt;
  return samples / microbatches.count;
}

}  // namespace

Microbatches microbatches_of(const MicrobatchOptions& options, const LoadedModel& model) {
  Microbatches microbatches{.count = options.microbatches.value_or(options.accumulate.value_or(1)),
                            .accumulate = options.accumulate.value_or(1),
                            .recompute = options.recompute,
                            .keep_products = options.keep_products,
                            .cross_sample = options.cross_sample};
  if (options.accumulate || microbatches.count == 1 || can_be_cut(model, microbatches)) {
    return microbatches;
  }
  microbatches.accumulate = microbatches.count;
  microbatches.note = fmt::format(
      "the batch of {0} cannot be cut into {1} micro-batches; --microbatches {1} is taken as "
      "--accumulate {1}, {1} batches per step",
      model.name, microbatches.count);
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
  return model.with_batch(*size);
}

bool can_be_cut(const LoadedModel& model, const Microbatches& microbatches) {
  if (microbatches.count == microbatches.accumulate) return true;
  return model.adjustable_batch && microbatch_size(*model.adjustable_batch, microbatches);
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

std::optional<std::vector<ValueId>> counters_of_samples(
    const Microbatches& microbatches, const Program& loss,
    const std::vector<LossArgument>& arguments) {
  if (microbatches.count == 1 || std::ranges::none_of(arguments, &LossArgument::is_state)) {
    return std::nullopt;
  }
  return sample_counters(loss, arguments);
}

}  // namespace motley::tensor
