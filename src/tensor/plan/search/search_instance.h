// What the planner tries: a group of devices at one level of ratios (SearchInstance), and what
// solving it under some weights gave (Candidate).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tensor/plan/predict/step_time.h"
#include "tensor/plan/search/graph_solver.h"
#include "tensor/plan/search/groups.h"

namespace motley::tensor {

// Ready to be solved under any weights.
struct SearchInstance {
  const CandidateGroup* group = nullptr;
  std::shared_ptr<const ShardingProblem> problem;
  std::shared_ptr<const Folding> folding;
  RatioLevels levels;
  std::string level_text;
  StateSpace state_space;
  std::shared_ptr<Timeline> timeline;
  SearchGraph graph;
  // Made when needed and let go after: its tables are large.
  mutable std::unique_ptr<GraphSolver> solver;
  mutable bool solves_by_stretch = false;
  std::vector<Restriction> restrictions;
};

// Where memory is not scarce, parameters are gathered long before they are read.
inline constexpr int64_t kFarPrefetchBytes = 3 * kPrefetchBytes;

// How states that were chosen are made a plan.
struct LoweringOptions {
  bool regathers = false;
  bool completes = false;  // arguments and gradients as chosen, the rest as it comes of them
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
  std::vector<Restriction> restrictions = {};  // beside the instance's
};

// Of the compute alone, every device having its balanced share.
double balanced_seconds(const ShardingProblem& problem);

// Of a step in which every device has its balanced share.
std::shared_ptr<Timeline> balanced_timeline(const ShardingProblem& problem, int most_points);

// The candidate as a plan, and what the simulator says of it.
StepTime time_of(const TrainStep& step, const core::Cluster& cluster, const Candidate& candidate,
                 ShardPlan& plan);

// A step's seconds: late communication as far as it is not hidden behind the backward pass.
double estimated(const Seconds& seconds);

// Whether solving it takes a good part of a second; of a instance that has been solved.
bool is_slow(const SearchInstance& instance);

// Whether its axes are solved one at a time: together they take too long.
bool is_by_axis(const SearchInstance& instance);

// Filling a device with memory counts so many seconds.
Weights with_price(const SearchInstance& instance, double seconds);

// How full the fullest device type is where memory is fullest, by the graph's reckoning.
double fullness(const Candidate& candidate);

// The candidate's restrictions with this one instead of others of its node.
std::vector<Restriction> restricted(const Candidate& candidate, const Restriction& restriction);

// Shares by memory, and between memory and speed; none where all have as much.
std::vector<core::Ratio> ratios_by_memory(const GroupCosts& costs);

// Shares at which all would have computed as long; none where they are so already. Of the
// instance's first level, at which samples are cut.
std::optional<core::Ratio> balanced_ratio(const TrainStep& step, const SearchInstance& instance,
                                          const StepTime& time);

// The same, where each that computed longest gives one sample to those that were done first: what
// whole samples and work that is not shared make of the balance.
std::optional<core::Ratio> ratio_with_samples_moved(const TrainStep& step,
                                                    const SearchInstance& instance,
                                                    const StepTime& time);

}  // namespace motley::tensor
