// HAP as published (EuroSys 2024), to compare with: what hap_model.h finds on a machine as HAP
// would have measured it, the backward pass following from the forward pass; simulated like any
// plan. docs/theory/planning.md says where its alternation stalls.
#pragma once

#include "core/cluster/cluster.h"
#include "tensor/grad/train_step.h"
#include "tensor/plan/predict/step_time.h"
#include "tensor/plan/shard/reshard.h"
#include "tensor/plan/shard/shard_plan.h"

namespace motley::tensor {

struct HapResult {
  std::vector<int> devices;
  GroupCosts costs;
  ShardPlan plan;
  StepTime time;
  int rounds = 0;           // of search and ratio
  double cost_seconds = 0;  // by its own reckoning
};

HapResult hap_plan(const TrainStep& step, const core::Cluster& cluster);

}  // namespace motley::tensor
