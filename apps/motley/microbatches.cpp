#include "apps/motley/microbatches.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "tensor/ir/printer.h"
#include "tensor/plan/shard/shard_plan.h"
#include "tensor/plan/strategy/strategy.h"

namespace motley::apps {

using namespace tensor;

// Whether samples meet is asked of the rules that cut them: on two devices with half of them each.
void check_microbatches(const Microbatches& microbatches, const TrainStep& step) {
  if (microbatches.count == 1 || microbatches.may_mix) return;
  const BatchDim batch = batch_dim(step);
  if (batch.extent == 0) {
    throw core::UserError("no argument has a batch dimension, so there are no micro-batches");
  }
  const DeviceGrid halves{{2}};
  const core::Cluster two = core::one_host({.flops_per_second = 1e12}, 2, {1e9, 0});
  const ShardingProblem problem(step.program, step.num_params + step.num_state, halves,
                                group_costs(two, halves, {0, 1}));
  Pins pins{.takes_what_is_there = true};
  for (int i : batch.arguments) {
    pins.values[step.program.body.arguments[i]][0] = sharded(
        {.dim = 0, .period = batch.extent, .shares = Shares(units_of({0.5, 0.5}, batch.extent))});
  }
  const auto mixing = values_that_mix_samples(problem, complete(problem, pins));
  if (mixing.empty()) return;
  const auto names = value_names(step.program);
  std::string listed;
  for (size_t i = 0; i < mixing.size() && i < 3; ++i) {
    listed += fmt::format("{}{} ({})", i == 0 ? "" : ", ", names[mixing[i].index],
                          step.program.type(mixing[i]).to_string());
  }
  if (mixing.size() > 3) listed += fmt::format(" and {} more", mixing.size() - 3);
  throw core::UserError(fmt::format(
      "samples of a batch depend on one another through {}: micro-batches would compute something "
      "else; --allow-mixing lets them",
      listed));
}

}  // namespace motley::apps
