// Whether a step is better cut into more micro-batches, or with activation recomputation.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "apps/motley/sharded_plan.h"

namespace motley::apps {

// The step with other micro-batches or recomputation than was asked for, and its plan.
struct MicrobatchedPlan {
  std::string options;  // of the command line, that give this step
  std::unique_ptr<StepOnCluster> on;
  ShardedPlan plan;
};
struct MicrobatchSearch {
  std::optional<MicrobatchedPlan> best;  // where it is better than the step that was asked for
  int64_t most = 1;                      // micro-batches that were tried
};

// Tries 2, 4, 8, ... micro-batches of built-in models as long as the step stays short enough to be
// planned quickly: they need less memory, so that fewer devices may do, with less communication
// between them. Where nothing fits, activation recomputation is tried, too. `whole` is the plan of
// the step that was asked for. With `until_it_fits` the first plan that fits ends the search.
MicrobatchSearch better_with_microbatches(const StepOnCluster& on,
                                          const tensor::search::SearchSettings& settings,
                                          const ShardedPlan& whole, bool until_it_fits);

// Where that finds nothing: the first number of micro-batches beyond `tried` of which a single one
// fits. The whole step would take long to plan, so only one micro-batch is planned; the step may
// fit, and takes at least `step_seconds`.
struct FittingMicrobatch {
  std::string options;
  double step_seconds = 0;
};
std::optional<FittingMicrobatch> first_fitting_microbatch(
    const StepOnCluster& on, const tensor::search::SearchSettings& settings, int64_t tried);

}  // namespace motley::apps
