// HAP as published (EuroSys 2024), for comparison: the result of hap_model.h on a machine as HAP
// would have profiled it, with the backward pass derived from the forward pass; simulated like any
// plan. docs/theory/planning.md shows where its alternation stalls.
#pragma once

#include "core/cluster/cluster.h"
#include "tensor/grad/train_step.h"
#include "tensor/plan/predict/step_time.h"
#include "tensor/plan/shard_cost/reshard.h"
#include "tensor/sharding/shard_plan.h"

namespace motley::tensor::search {

struct HapResult {
  std::vector<int> devices;
  shard_cost::GroupCosts costs;
  ShardPlan plan;
  predict::StepTime time;
  int rounds = 0;           // of program search and ratio optimization
  double cost_seconds = 0;  // by its own cost model
};

HapResult hap_plan(const TrainStep& step, const core::Cluster& cluster);

}  // namespace motley::tensor::search
