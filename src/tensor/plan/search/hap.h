// HAP as published (EuroSys 2024), to compare with: a search for the program and a choice of the
// ratio take turns, from shares by speed, until the cost no longer falls.
//
//   what it has            one ratio for all devices in a row; collectives padded to the longest
//                          shard, no overlap; products cut by samples or by columns
//   what it lacks          rows of a product cut forward, so that activations are sums; lookups in
//                          a table cut by its rows; memory; two axes; other groups of devices
//
// Its unit slip (bytes per second against elements) is mended. docs/theory/planning.md says where
// alternation stalls.
#pragma once

#include "core/cluster/cluster.h"
#include "tensor/grad/train_step.h"
#include "tensor/plan/predict/step_time.h"
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
