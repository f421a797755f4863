// The units of the search: a device group at one ratio level (SearchInstance), and its solution
// under some weights (Candidate).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tensor/plan/predict/step_time.h"
#include "tensor/plan/search/graph_solver.h"
#include "tensor/plan/search/groups.h"

namespace motley::tensor::search {

// Can be solved under any weights.
struct SearchInstance {
  const CandidateGroup* group = nullptr;
  std::shared_ptr<const propagate::ShardingProblem> problem;
  std::shared_ptr<const Folding> folding;
  RatioLevels levels;
  std::string level_text;
  StateSpace state_space;
  std::shared_ptr<Timeline> timeline;
  SearchGraph graph;
  // Created on demand and freed afterwards: its tables are large.
  mutable std::unique_ptr<GraphSolver> solver;
  mutable bool solves_by_stretch = false;
  std::vector<Restriction> restrictions;
};

// If memory is not scarce, parameters are prefetched far ahead.
inline constexpr int64_t kFarPrefetchBytes = 3 * kPrefetchBytes;

// How chosen states are turned into a plan.
struct LoweringOptions {
  bool regathers = false;
  bool completes = false;  // arguments and gradients as chosen, the rest follows from them
  bool fixes_rules = false;
  int64_t bucket_bytes = kBucketBytes;
  int64_t prefetch_bytes = kFarPrefetchBytes;
};

// A solved instance, not yet simulated.
struct Candidate {
  std::shared_ptr<const SearchInstance> instance;
  Weights weights;
  std::vector<int32_t> states;
  bool is_exact = false;
  double cost = 0, estimate = 0;
  LoweringOptions lowering = {};
  std::vector<Restriction> restrictions = {};  // in addition to the instance's
};

// Compute only, with perfectly balanced devices.
double balanced_seconds(const propagate::ShardingProblem& problem);

// Of a step with perfectly balanced devices.
std::shared_ptr<Timeline> balanced_timeline(const propagate::ShardingProblem& problem,
                                            int most_points);

// The candidate as a plan, and its simulated time.
predict::StepTime time_of(const TrainStep& step, const core::Cluster& cluster,
                          const Candidate& candidate, ShardPlan& plan);

// Estimated step time: late communication counts as far as the backward pass does not hide it.
double estimated(const Seconds& seconds);

// Whether solving it takes a substantial part of a second; for an instance that has been solved.
bool is_slow(const SearchInstance& instance);

// Whether its axes are solved one at a time: jointly they take too long.
bool is_by_axis(const SearchInstance& instance);

// Weights with a price on memory: filling a device costs `seconds`.
Weights with_price(const SearchInstance& instance, double seconds);

// Utilization of the fullest device type at peak memory, by the graph's estimate.
double fullness(const Candidate& candidate);

// The candidate's restrictions, with this one replacing others of its node.
std::vector<Restriction> restricted(const Candidate& candidate, const Restriction& restriction);

// Shares by memory, and between memory and speed; empty if all devices have the same.
std::vector<core::Ratio> ratios_by_memory(const shard_cost::GroupCosts& costs);

// Shares that would equalize compute times; empty if they are equal already. For the instance's
// first ratio level, by which samples are sharded.
std::optional<core::Ratio> balanced_ratio(const TrainStep& step, const SearchInstance& instance,
                                          const predict::StepTime& time);

// The same, with one sample moved from each slowest device to the fastest ones: corrects for whole
// samples and unsharded work.
std::optional<core::Ratio> ratio_with_samples_moved(const TrainStep& step,
                                                    const SearchInstance& instance,
                                                    const predict::StepTime& time);

}  // namespace motley::tensor::search
