// Whether a step is better cut into more micro-batches, or with activation recomputation.
#pragma once

#include <optional>
#include <string>

#include "tensor/plan/planner/plan.h"

namespace motley::tensor::planner {

struct MicrobatchSearch {
  std::optional<Plan> best;  // where it is better than the plan of the step that was asked for
  int64_t most = 1;          // micro-batches that were tried
};

// Tries 2, 4, 8, ... micro-batches of models with an adjustable batch, as long as the step stays
// short enough to be planned quickly: they need less memory, so that fewer devices may do, with
// less communication between them. Where nothing fits, activation recomputation is tried, too.
// `whole` is the plan of the step that was asked for. With `until_it_fits` the first plan that fits
// ends the search.
MicrobatchSearch better_with_microbatches(const Plan& whole, const search::SearchSettings& settings,
                                          bool until_it_fits);

// Where that finds nothing: the first number of micro-batches beyond `tried` of which a single one
// fits. The whole step would take long to plan, so only one micro-batch is planned; the step may
// fit, and takes at least `step_seconds`.
struct FittingMicrobatch {
  std::string options;
  double step_seconds = 0;
};
std::optional<FittingMicrobatch> first_fitting_microbatch(const StepOnCluster& on,
                                                          const search::SearchSettings& settings,
                                                          int64_t tried);

// The options that give such a step, as on the command line: "--recompute --microbatches 4".
std::string options_text(const Microbatches& microbatches);

}  // namespace motley::tensor::planner
