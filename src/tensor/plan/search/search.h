// The planner: for a training step and a cluster, finds a Sharding of every value, the devices and
// the ratios that minimize the step time within memory.
//
//   const SearchResult found = search(step, cluster, {});
//   found.plan, found.time          the plan, and its simulated step time
//   found.lower_bound_seconds       over all plans of this step on this cluster
//
// For each candidate device group and each ratio level a SearchGraph is solved, exactly if its
// width allows, under several assumptions on overlap; the most promising plans are simulated, and
// the one with the shortest step among those that fit is the result. If none fits, memory gets a
// price that rises until one does. Then its ratios are polished.
//
// The search does not use the named strategies. Deterministic: the budget is counted in plans, not
// in seconds, unless there is a deadline.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/cluster/cluster.h"
#include "tensor/grad/train_step.h"
#include "tensor/plan/predict/step_time.h"
#include "tensor/plan/shard_cost/reshard.h"
#include "tensor/sharding/shard_plan.h"

namespace motley::tensor::search {

enum class SearchEffort : uint8_t { kFast, kFull };

// A state that a value must or must not have; as text, since groups have one or two axes.
struct ShardingConstraint {
  ValueId value;
  std::string state;
  bool must = true;
};

struct SearchSettings {
  SearchEffort level = SearchEffort::kFull;
  std::vector<ShardingConstraint> constraints = {};
  bool even = false;  // only equal shares on all devices, but for rounding
  // Also price every state of each class of parameters, for as long as the search has taken.
  bool explain_classes = false;
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  std::function<bool()> is_cancelled = {};  // asked now and then; true stops like the deadline
  // Called after every simulated plan: how many there were, and the best step so far.
  std::function<void(int num_simulated, double best_seconds)> on_progress = {};
  // With gradient accumulation: one micro-batch as a step, and their number. The bound is computed
  // from it.
  const TrainStep* microbatch_step = nullptr;
  int64_t num_microbatches = 1;
  // What is known of the step and of one micro-batch, where it is.
  std::shared_ptr<const propagate::ProgramFacts> facts = {}, microbatch_facts = {};
};

// Whether the deadline has passed, or the caller has cancelled.
bool is_stopped(const SearchSettings& settings);

// One plan that was considered.
struct TriedPlan {
  std::string group;  // "all 64 devices", "8 x 8 devices"
  std::string level;  // "shares by speed"
  double estimated_seconds = 0;
  std::optional<double> step_seconds;  // if it was simulated
  bool fits = false;
};

// Another state of a value, with everything else re-optimized around it.
struct Alternative {
  Sharding state;
  bool is_chosen = false;
  double step_seconds = 0;
  std::string out_of_memory;
};

// Arguments of one type with the same Sharding, and the loss if one of them had the next best
// state.
struct Reason {
  Sharding state, next;
  std::vector<ValueId> values;
  int64_t bytes = 0;               // of all of them
  double worse_seconds = 0;        // if the first of them had `next`
  bool has_next = true;            // false: there is no other state
  bool is_simulated = false;       // false: `worse_seconds` is search cost
  std::string next_out_of_memory;  // why `next` does not fit
  // All states of the first of them; empty where they were not asked for, or time was short.
  std::vector<Alternative> alternatives = {};
};

struct SearchResult {
  std::string
      fault;  // why there is no plan: constraints that no group satisfies; the rest is then empty
  std::string group;
  std::vector<int> devices;  // of the cluster, by rank of the plan's group
  shard_cost::GroupCosts costs;
  ShardPlan plan;
  predict::StepTime time;
  double unlimited_seconds = 0;  // the shortest step that was simulated, whether it fits or not
  double search_cost = 0;
  double lower_bound_seconds = 0;
  bool complete = true;     // false: stopped by the deadline, or cancelled
  bool is_searched = true;  // false: the best of the closed-form strategies
  std::vector<TriedPlan> tried;
  int num_classes = 0, num_nodes = 0, width = 0;
  bool is_exact = false;  // the chosen plan's graph was solved to optimality under its search cost
  std::vector<Alternative> alternatives;  // of the value in question
  std::vector<Reason> reasons;            // of parameters and batch, most bytes first
};

// With `explained`, also the cost of that value's other states.
SearchResult search(const TrainStep& step, const core::Cluster& cluster,
                    const SearchSettings& settings, std::optional<ValueId> explained = {});

}  // namespace motley::tensor::search
