// The planner: finds, for a training step and a cluster, how every value is spread over which
// devices in what ratio, so that the step is short and fits.
//
//   const SearchResult found = search(step, cluster, {});
//   found.plan, found.time          what to run, and how long the simulator says that it takes
//   found.lower_bound_seconds       no plan of this step on this cluster takes less
//
// For each group of devices worth trying and each level of ratios a SearchGraph is solved, exactly
// where its width allows, under several weights of what overlaps with what; the most promising
// plans that come out are simulated, and the one whose step is shortest among those that fit is the
// answer. Where none fits, memory gets a price that rises until one does. Then its ratios are
// polished.
//
// No named strategy is looked at. Same input, same answer: the budget is counted in plans, not in
// seconds, unless there is a deadline.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/cluster/cluster.h"
#include "tensor/grad/train_step.h"
#include "tensor/plan/predict/step_time.h"
#include "tensor/plan/shard/reshard.h"
#include "tensor/plan/shard/shard_plan.h"

namespace motley::tensor {

enum class SearchEffort : uint8_t { kFast, kFull };

// A state that a value must have, or must not; as text, since groups have one axis or two.
struct ShardingConstraint {
  ValueId value;
  std::string state;
  bool must = true;
};

struct SearchSettings {
  SearchEffort level = SearchEffort::kFull;
  std::vector<ShardingConstraint> constraints = {};
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  // Where micro-batches follow one another in the step: one of them as a step, and how many. The
  // bound is told from it.
  const TrainStep* microbatch_step = nullptr;
  int64_t num_microbatches = 1;
};

// One plan that was looked at.
struct TriedPlan {
  std::string group;  // "all 64 devices", "8 x 8 devices"
  std::string level;  // "shares by speed"
  double estimated_seconds = 0;
  std::optional<double> step_seconds;  // where it was simulated
  bool fits = false;
};

// Another state that a value might be held in, everything else chosen anew around it.
struct Alternative {
  Sharding state;
  bool is_chosen = false;
  double step_seconds = 0;
  std::string out_of_memory;
};

// Arguments of one type that are held alike, and what the step would lose if one of them were held
// in the next best state.
struct Reason {
  Sharding state, next;
  std::vector<ValueId> values;
  int64_t bytes = 0;         // of all of them
  double worse_seconds = 0;  // were the first of them held in `next`
  bool has_next = true;      // false: there is no other state
};

struct SearchResult {
  std::string
      fault;  // why there is no plan: constraints that no group can grant; then the rest is empty
  std::string group;
  std::vector<int> devices;  // of the cluster, by rank of the plan's group
  GroupCosts costs;
  ShardPlan plan;
  StepTime time;
  double search_cost = 0;
  double lower_bound_seconds = 0;
  bool complete = true;  // false: the deadline came first
  std::vector<TriedPlan> tried;
  int num_classes = 0, num_nodes = 0, width = 0;
  bool is_exact = false;  // the chosen plan's graph was solved to the optimum of its search cost
  std::vector<Alternative> alternatives;  // of the value asked for
  std::vector<Reason> reasons;            // of parameters and batch, most bytes first
};

// With `explained`, also what the other states of that value would cost.
SearchResult search(const TrainStep& step, const core::Cluster& cluster,
                    const SearchSettings& settings, std::optional<ValueId> explained = {});

}  // namespace motley::tensor
