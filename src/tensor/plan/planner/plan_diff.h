// What two plans of one step do differently.
#pragma once

#include <string>
#include <vector>

#include "tensor/plan/planner/plan.h"

namespace motley::tensor::planner {

struct PlanDiff {
  // Values that go from one state to another, by pairs of states.
  struct Change {
    std::string from, to;
    std::vector<std::string> values;
  };
  std::vector<Change> changes;
  int num_same = 0;
};

// Nothing for plans of different steps.
std::optional<PlanDiff> diff(const Plan& before, const Plan& after);

}  // namespace motley::tensor::planner
