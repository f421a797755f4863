// Whether a step is better cut into more micro-batches, or with activation recomputation.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tensor/plan/planner/plan.h"

namespace motley::tensor::planner {

struct MicrobatchSearch {
  std::optional<Plan> best;  // where it is better than the plan of the step that was asked for
  int64_t most = 1;          // micro-batches that were tried
};

// Plans another step on the same cluster.
using StepPlanner = std::function<Plan(const StepOnCluster& on)>;

// Tries 2, 4, 8, ... micro-batches of models with an adjustable batch, as long as the step stays
// short enough to be planned quickly: they need less memory, so that fewer devices may do, with
// less communication between them. Activation recomputation is tried where nothing fits, or where
// plans that do not fit are faster than those that do. `whole` is the plan of the step that was
// asked for. At low effort, micro-batches are tried until something fits. `is_quick`: `planned`
// takes so little time that recomputation is tried in any case.
MicrobatchSearch better_with_microbatches(const Plan& whole, const search::SearchSettings& settings,
                                          const StepPlanner& planned, bool is_quick = false);

// Whether plans that do not fit were much faster than the best that does: recomputation may pay.
bool is_slow_for_want_of_memory(const Plan& plan, const search::SearchSettings& settings);
// Those of the named strategies' plans.
std::vector<std::string> faster_that_do_not_fit(const Plan& plan, const std::vector<Plan>& named);
// Whether a step is too long to be searched again in micro-batches (closed_form_search.h), and
// whether it is at low effort to be searched at all, for its many devices.
bool is_long(const StepOnCluster& on);
bool is_long_and_wide(const StepOnCluster& on);

// A lower bound on all plans of a step: the compute, balanced perfectly over all devices.
double least_seconds(const StepOnCluster& on);

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

// What may be recomputed beyond what was asked for, from what takes no time to what needs the least
// memory; the first is as asked.
std::vector<Microbatches> recompute_kinds(const Microbatches& asked);

// The options that give such a step, as on the command line: "--recompute --microbatches 4".
std::string options_text(const Microbatches& microbatches);

}  // namespace motley::tensor::planner
