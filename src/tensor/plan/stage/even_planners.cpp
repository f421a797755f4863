// Pipelines as GPipe and 1F1B are used by hand: one stage per device, in cluster order, with
// contiguous cuts that minimize the slowest stage.
//
//   T(j, s) = min_i max(T(i, s-1), time of layers i to j)          O(N^2 S), exact
#include <algorithm>
#include <cmath>

#include "tensor/plan/stage/layer_cuts.h"
#include "tensor/plan/stage/planners.h"

namespace motley::tensor::stage {
namespace {

// First layer of each stage; `num_stages` is at most the number of layers.
std::vector<int32_t> even_cuts(const LayerCuts& cuts, int32_t num_stages) {
  const int32_t n = cuts.num_layers();
  std::vector slowest(num_stages + 1, std::vector<double>(n + 1, INFINITY));
  std::vector begin(num_stages + 1, std::vector<int32_t>(n + 1, 0));
  slowest[0][0] = 0;
  for (int32_t s = 1; s <= num_stages; ++s) {
    for (int32_t j = s; j <= n; ++j) {
      for (int32_t i = s - 1; i < j; ++i) {
        const double time = std::max(slowest[s - 1][i], cuts.compute_seconds(i, j));
        if (time >= slowest[s][j]) continue;
        slowest[s][j] = time;
        begin[s][j] = i;
      }
    }
  }
  std::vector<int32_t> begins(num_stages);
  for (int32_t s = num_stages, j = n; s > 0; --s) begins[s - 1] = j = begin[s][j];
  return begins;
}

// Chooses the number of micro-batches that fits and is fastest.
PlannedResult plan_even(const PlanProblem& problem, const char* strategy) {
  check_problem(problem);
  const LayerCuts cuts(problem.profile);
  const PlanEvaluator evaluator(problem);
  const int32_t most = std::min(cuts.num_layers(), evaluator.costs().num_devices());
  const int32_t num_stages = problem.even_stages > 0 ? problem.even_stages : most;
  PipelinePlan plan{.schedule = strategy};
  std::vector<int32_t> begins = even_cuts(cuts, num_stages);
  begins.push_back(cuts.num_layers());
  for (int32_t s = 0; s < num_stages; ++s) {
    plan.stages.push_back(stage_of_range(begins[s], begins[s + 1], {s}));
  }
  PlannedResult best{.strategy = strategy,
                     .assumes = "identical devices, free transfers, enough memory"};
  for (const int32_t microbatches : problem.microbatches) {
    plan.microbatches = microbatches;
    PlanTiming timing = evaluator.evaluate(plan);
    const bool first = best.plan.stages.empty();
    const bool fits = timing.out_of_memory.empty(), best_fits = best.timing.out_of_memory.empty();
    if (!first && (fits != best_fits ? !fits : timing.step >= best.timing.step)) continue;
    best.plan = plan;
    best.timing = std::move(timing);
  }
  return best;
}

}  // namespace

PlannedResult plan_gpipe(const PlanProblem& problem) { return plan_even(problem, "gpipe"); }
PlannedResult plan_1f1b(const PlanProblem& problem) { return plan_even(problem, "1f1b"); }

}  // namespace motley::tensor::stage
