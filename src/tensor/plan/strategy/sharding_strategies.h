// Strategies that shard a step: what people would have picked by hand, each a small function that
// says how the arguments of a training step are spread. plan/propagate completes it to a plan of
// every value.
//
//   single            the fastest device alone
//   dp-even           the batch cut evenly, parameters on every device
//   dp-proportional   the batch cut by the devices' flops
//   zero-1            dp-even, and the optimizer's state spread over all devices; gradients are
//                     scattered to it when all are there
//   zero-2            the gradients too: scattered as they come
//   zero-3            and the parameters, gathered where they are read
//   megatron          products of parameters cut by columns, then by rows; attention by heads, the
//                     vocabulary by words
//   dp-tp             megatron within hosts, dp-even across them
//   expert            dp-even, and the experts of a mixture spread over the devices
#pragma once

#include <string>
#include <vector>

#include "core/cluster/cluster.h"
#include "tensor/grad/train_step.h"
#include "tensor/plan/propagate/complete.h"

namespace motley::tensor::strategy {

// A strategy's answer, before it is completed.
struct StrategyChoice {
  DeviceGrid group;
  std::vector<int> devices;  // of the cluster, by rank of the group
  propagate::Pins pins;
  std::string inapplicable_reason;  // why the strategy does not apply; then the rest is empty
};

struct StrategyInput {
  const TrainStep& step;
  const core::Cluster& cluster;
  int64_t num_microbatches = 1;
};

// The strategies above, by the names that strategy_table.h gives them.
StrategyChoice choose_single(const StrategyInput& input);
StrategyChoice choose_dp_even(const StrategyInput& input);
StrategyChoice choose_dp_proportional(const StrategyInput& input);
StrategyChoice choose_zero_1(const StrategyInput& input);
StrategyChoice choose_zero_2(const StrategyInput& input);
StrategyChoice choose_zero_3(const StrategyInput& input);
StrategyChoice choose_megatron(const StrategyInput& input);
StrategyChoice choose_dp_tp(const StrategyInput& input);
StrategyChoice choose_expert(const StrategyInput& input);

// The batch arguments and how many samples they have: those with the leading extent that most have.
struct BatchDim {
  int64_t extent = 0;
  std::vector<int> arguments;
};
BatchDim batch_dim(const TrainStep& step);
BatchDim batch_dim(const Program& loss, const std::vector<LossArgument>& arguments);

}  // namespace motley::tensor::strategy
