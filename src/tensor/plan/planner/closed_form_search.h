// The best closed-form strategy together with micro-batches and recomputation, without a search of
// shardings: for steps that are too long to be searched once for every number of micro-batches.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tensor/plan/planner/plan.h"

namespace motley::tensor::planner {

struct ClosedForms {
  std::vector<Plan> as_asked;  // each strategy at its best degrees, for the step that was asked for
  std::optional<Plan> best;    // of all steps, among those that fit
};
// `asked` is the step that was asked for. Its strategies are simulated as they are and with each
// kind of recomputation; a strategy's memory says into how many micro-batches its step has to be
// cut, and the most promising of them are simulated as they would run.
// With little time, what needs the least memory comes first, so that something that fits is found.
enum class ClosedFormOrder : uint8_t { kAsAskedFirst, kLeastMemoryFirst };
ClosedForms closed_forms(const StepOnCluster& asked, const std::function<bool()>& is_stopped,
                         ClosedFormOrder order = ClosedFormOrder::kAsAskedFirst);

// Those that are tried.
std::vector<std::string> closed_form_names();

}  // namespace motley::tensor::planner
