// Whether a step is better planned in microbatches of its batch that follow one another.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "apps/motley/sharded_plan.h"

namespace motley::apps {

// The step cut otherwise in time than was asked for, and its plan.
struct MicrobatchedPlan {
  std::string options;  // by which it is asked for
  std::unique_ptr<StepOnCluster> on;
  ShardedPlan plan;
};
struct MicrobatchSearch {
  std::optional<MicrobatchedPlan> best;  // where it is better than the step as it was asked for
  int64_t most = 1;                      // microbatches that were tried
};

// Parts of the batch that follow one another, of built-in models and as long as the step stays
// short enough to be planned quickly: they need less memory, so that fewer devices may do, with
// less between them. Where nothing fits, the insides of layers are computed again, too. `whole` is
// the plan of the step as it was asked for. Ends where something fits if that is all that is
// wanted.
MicrobatchSearch better_with_microbatches(const StepOnCluster& on,
                                          const tensor::SearchSettings& settings,
                                          const ShardedPlan& whole, bool until_it_fits);

// Where that finds nothing: the first number of microbatches beyond `tried` of which one, by
// itself, fits. All of them together are a long step to plan, so that this one alone is; it may
// fit, and takes at least `step_seconds`.
struct FittingMicrobatch {
  std::string options;
  double step_seconds = 0;
};
std::optional<FittingMicrobatch> first_fitting_microbatch(const StepOnCluster& on,
                                                          const tensor::SearchSettings& settings,
                                                          int64_t tried);

}  // namespace motley::apps
