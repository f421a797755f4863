// The ways of a strategy that pins arguments, one by one.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tensor/plan/planner/plan.h"
#include "tensor/plan/strategy/sharding_strategies.h"

namespace motley::tensor::planner {

std::vector<strategy::StrategyChoice> choices_of(const StepOnCluster& on,
                                                 const std::string& strategy);
Plan plan_by_choice(const StepOnCluster& on, const std::string& strategy,
                    const strategy::StrategyChoice& choice);

// A way that was simulated, of the step as it was asked for.
struct TriedChoice {
  std::string strategy, degrees;
  double step_seconds = 0;
  int64_t peak_bytes = 0;
};
// As plan_by of plan.h; adds what is simulated to `tried`.
Plan plan_by(const StepOnCluster& on, const std::string& strategy,
             const std::function<bool()>& is_stopped, std::vector<TriedChoice>& tried);
// Of those, the ways that are worth a try with other micro-batches or recomputation: what was about
// as fast as the fastest, and what needed the least memory.
std::vector<TriedChoice> promising(const std::vector<TriedChoice>& tried);
// One way of `choices`, that of the same degrees; a plan that does not apply if there is none.
Plan plan_again(const StepOnCluster& on, const TriedChoice& way,
                const std::vector<strategy::StrategyChoice>& choices);

}  // namespace motley::tensor::planner
