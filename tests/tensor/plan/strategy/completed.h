// Plans of strategies on equal devices, completed: what tests of plans, lowering and predictions
// share.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tensor/plan/propagate/complete.h"
#include "tensor/plan/strategy/strategy_table.h"
#include "tensor/run/step_cases.h"

namespace motley::tensor {

inline constexpr const char* kGpt = "gpt:layers=2,hidden=64,heads=4,seq=16,vocab=256,batch=8";

inline Case built(const std::string& model, int64_t num_microbatches = 1) {
  const BuiltModel made = build_model(model);
  return make_planned_case(made.loss, made.signature, "adam", num_microbatches);
}

// So many equal devices in one host.
inline core::Cluster equal(int n, int64_t memory_bytes = int64_t{16} << 30) {
  core::Cluster cluster;
  cluster.device_types.push_back({.name = "d",
                                  .flops_per_second = 1e13,
                                  .memory_bytes = memory_bytes,
                                  .memory_bytes_per_second = 1e12});
  core::Host host;
  host.devices.push_back({0, n});
  host.link = core::Link{1e10, 5e-6};
  cluster.hosts.push_back(host);
  return cluster;
}

struct Completed {
  strategy::StrategyChoice choice;
  std::unique_ptr<propagate::ShardingProblem> problem;
  ShardPlan plan;
};

inline Completed complete_by(const Case& c, const core::Cluster& cluster, const std::string& name,
                             int64_t num_microbatches = 1) {
  Completed made{strategy::strategy(name).choose({c.step, cluster, num_microbatches}), nullptr, {}};
  EXPECT_EQ(made.choice.inapplicable_reason, "") << name;
  made.problem = std::make_unique<propagate::ShardingProblem>(
      c.step.program, c.step.num_params + c.step.num_state, made.choice.group,
      shard_cost::group_costs(cluster, made.choice.group, made.choice.devices));
  made.plan = propagate::complete(*made.problem, made.choice.pins);
  return made;
}

}  // namespace motley::tensor
