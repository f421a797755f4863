// The table of named strategies: one row for each way to plan a step, read by everything that
// offers strategies.
//
//   strategy("zero-3").choose({step, cluster})         how the arguments of a step are sharded
//   strategy("dapple").pipeline(problem, {}, {})       a pipeline of a profile's layers
//
// Read by `motley plan`, `motley compare` and `motley train`; docs/catalog.md lists the rows, and a
// test compares the two.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tensor/plan/search/hap.h"
#include "tensor/plan/stage/planners.h"
#include "tensor/plan/strategy/sharding_strategies.h"

namespace motley::tensor::strategy {

// The running time of a pipeline planner.
enum class PlannerCost : uint8_t {
  kEvenCuts,   // negligible
  kPublished,  // grows with the squares of layers and devices
  kSearch,     // bounded by StageSearchLimits; its plan is never slower than those it is given
};

struct Strategy {
  std::string_view name;
  std::vector<std::string_view> aliases = {};
  std::string_view description;
  std::string_view needs = "";  // of the model and the cluster; empty: nothing

  // How it plans a model's step: by pinning arguments, in one way or in the fastest of several; or
  // all of it. At most one is set.
  StrategyChoice (*choose)(const StrategyInput& input) = nullptr;
  std::vector<StrategyChoice> (*choices)(const StrategyInput& input) = nullptr;
  search::HapResult (*plan)(const TrainStep& step, const core::Cluster& cluster) = nullptr;
  bool searches = false;  // by plan/search, the planner's own
  // The samples of a batch are sharded along axis 0 of the devices.
  bool shards_batch = false;

  // How it plans a pipeline of a profile's layers. `limits` and `known` are for kSearch.
  stage::PlannedResult (*pipeline)(const stage::PlanProblem& problem,
                                   const stage::StageSearchLimits& limits,
                                   std::span<const stage::PipelinePlan> known) = nullptr;
  PlannerCost pipeline_cost = PlannerCost::kEvenCuts;
  // A pipeline of tensor-parallel stages of a model's step, which may be asked for at certain
  // degrees: "megatron-3d-stages:tensor=8,stages=4,microbatches=16".
  bool has_tensor_stages = false;
  // A pipeline of a model's step on equal meshes, each sharded in the best way that is found.
  bool has_sharded_meshes = false;

  // Its ways to pin arguments; none where it pins nothing.
  std::vector<StrategyChoice> pinned(const StrategyInput& input) const;
  bool plans_models() const { return choose || choices || plan || searches; }
  bool plans_stages_of_models() const { return has_tensor_stages || has_sharded_meshes; }
};

const std::vector<Strategy>& strategies();
// By name or alias, with degrees behind a colon where it takes them. Throws a UserError with the
// nearest name for an unknown one.
const Strategy& strategy(const std::string& name);

// Every name, then every alias, in the order of the table.
std::vector<std::string> strategy_names();

}  // namespace motley::tensor::strategy
