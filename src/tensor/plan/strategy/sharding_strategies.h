// Named strategies, as chosen by hand, each a small function that gives the Sharding of the
// arguments of a training step. plan/propagate completes it to a plan of every value.
//
//   single            the fastest device alone
//   dp-even           data parallel: the batch sharded evenly, parameters replicated
//   dp-proportional   data parallel: the batch sharded by the devices' flops
//   zero-1            dp-even with sharded optimizer state; gradients are reduce-scattered once all
//                     are computed
//   zero-2            and sharded gradients: reduce-scattered as they are computed
//   zero-3            and sharded parameters, gathered where they are read
//   megatron          products of parameters sharded by columns, then by rows; attention by heads,
//                     embeddings by vocabulary
//   dp-tp             megatron within hosts, dp-even across hosts
//   megatron-3d       megatron within hosts at every degree, data parallel across them with sharded
//                     optimizer state and gradients (ZeRO-1), activations between blocks sharded
//                     along the sequence; the fastest degree counts
//   fsdp              parameters sharded over all devices, over those of one or a few hosts and
//                     replicated across them (HSDP), or over the rows of a grid whose columns are
//                     tensor-parallel, and gathered in every pass (zero-3) or once, before they are
//                     first read (SHARD_GRAD_OP of PyTorch); the fastest counts
//   expert            dp-even with the experts of a mixture sharded over all devices, or within
//                     hosts and replicated across them, with sharded optimizer state or without;
//                     the fastest counts
#pragma once

#include <string>
#include <vector>

#include "core/cluster/cluster.h"
#include "tensor/grad/train_step.h"
#include "tensor/plan/propagate/complete.h"

namespace motley::tensor::strategy {

// The result of a strategy, before completion.
struct StrategyChoice {
  DeviceGrid group;
  std::vector<int> devices;  // of the cluster, by rank of the group
  propagate::Pins pins;
  std::string degrees = {};         // "tensor parallel 8, data parallel 256, ZeRO-1"
  std::string inapplicable_reason;  // why the strategy does not apply; the rest is then empty
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
// Several choices, of which the fastest that fits is the strategy's plan.
std::vector<StrategyChoice> choose_megatron_3d(const StrategyInput& input);
std::vector<StrategyChoice> choose_fsdp(const StrategyInput& input);
std::vector<StrategyChoice> choose_expert(const StrategyInput& input);

// The batch arguments and their number of samples: those with the most common leading extent.
struct BatchDim {
  int64_t extent = 0;
  std::vector<int> arguments;
};
BatchDim batch_dim(const TrainStep& step);
BatchDim batch_dim(const Program& loss, const std::vector<LossArgument>& arguments);

}  // namespace motley::tensor::strategy
