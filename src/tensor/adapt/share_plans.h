// Plans with other shares: what the tuner needs to know about a plan, and the plan that it asks
// for, judged by the simulator on measured figures.
#pragma once

#include <memory>
#include <vector>

#include "tensor/adapt/measured_cluster.h"
#include "tensor/adapt/share_groups.h"
#include "tensor/adapt/share_tuner.h"

namespace motley::tensor {

// A plan in use, with the figures that measurements are set against.
struct TunedPlan {
  planner::Plan plan;                                    // with its times, as described
  std::shared_ptr<const propagate::ProgramFacts> facts;  // of its step
  ShareGroups groups;
  ShareTuning tuning;  // none if nothing can be tuned
  std::string untunable_reason;

  // The positions along the tuned axis, from figures of ranks: the slowest of each.
  std::vector<double> by_device(const std::vector<double>& by_rank) const;
};
// Cost: the step is predicted twice.
TunedPlan tuned_plan(planner::Plan plan);

// How much slower a run is than described.
MeasuredRates rates_of(const TunedPlan& tuned, const std::vector<double>& compute_seconds,
                       double communication_seconds);

// A plan that is to take the place of the one in use.
struct NextPlan {
  planner::Plan plan;                        // with the costs of the plan in use
  double now_seconds = 0, next_seconds = 0;  // simulated on the cluster as measured
  bool fits = true;
  bool is_searched = false;  // another plan, not other shares

  double gain() const { return 1 - next_seconds / now_seconds; }
};
// The proposed shares, or better ones: clips of the measured speeds, as where the largest share
// makes all wait.
NextPlan next_shares(const TunedPlan& tuned, const std::vector<int64_t>& units,
                     const MeasuredRates& rates);

// The plan in use, as measured: where there is nothing to propose.
NextPlan same_plan(const TunedPlan& tuned, const MeasuredRates& rates);

// Plans the step anew on the cluster as measured, at low effort, and takes what it finds if that is
// faster than `next` by a twentieth and pays for moving all state within the steps that are left.
// Only plans of the same devices in the same order: ranks stay where they are.
NextPlan or_searched_plan(const TunedPlan& tuned, NextPlan next, const MeasuredRates& rates,
                          int64_t steps_left);

}  // namespace motley::tensor
