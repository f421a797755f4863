// Every strategy that people know and the planner's own, on one step and cluster.
#pragma once

#include <string>
#include <vector>

#include "tensor/plan/planner/planner.h"

namespace motley::tensor::planner {

struct ComparisonRow {
  std::string strategy;
  double step_seconds = 0, compute_seconds = 0, exposed_seconds = 0;
  double bubble = 0;  // share of the step in which the busiest device waits for its turn
  int64_t peak_bytes = 0;
  std::vector<int64_t> peak_bytes_by_type;  // of the fullest rank; empty for pipelines
  std::string out_of_memory, note;
  bool runs = true;  // false: the runtime cannot execute it
};

struct Comparison {
  StepOnCluster on;
  std::vector<ComparisonRow> rows;        // those that fit first, then by step time
  std::vector<std::string> inapplicable;  // "expert: the model has no experts"
};

// The row `motley` is the plan that plan() gives with these options. What a deadline leaves no time
// for is among the inapplicable.
Comparison compare_strategies(const StepOnCluster& on, PlanOptions options);

}  // namespace motley::tensor::planner
