// Pipelines as GPipe and 1F1B are used by hand: D devices in S stages, each with D/S replicas on
// consecutive devices, and contiguous cuts that minimize the slowest stage.
//
//   8 devices, 4 stages:   0 1 | 2 3 | 4 5 | 6 7        within hosts where these have 2, 4, ...
//
//   T(j, s) = min_i max(T(i, s-1), time of layers i to j)          O(N^2 S), exact
#include <algorithm>
#include <cmath>
#include <numeric>

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

struct EvenShape {
  int32_t stages = 1, replicas = 1;  // replicas of each stage
};

// With a given number of stages, as many replicas as there are devices for, the remainder unused;
// else every number from 2 on that divides the devices: one stage is no pipeline. One device a
// stage is always among them, and first.
std::vector<EvenShape> even_shapes(int32_t given_stages, int32_t num_layers, int32_t num_devices) {
  const int32_t most = std::min(num_layers, num_devices);
  std::vector<EvenShape> shapes = {{given_stages > 0 ? given_stages : most, 1}};
  for (int32_t stages = given_stages == 1 ? 1 : 2; stages <= most; ++stages) {
    const bool wanted = given_stages > 0 ? stages == given_stages : num_devices % stages == 0;
    const int32_t replicas = num_devices / stages;
    if (wanted && replicas > 1) shapes.push_back({stages, replicas});
  }
  return shapes;
}

PipelinePlan even_plan(const LayerCuts& cuts, const EvenShape& shape) {
  PipelinePlan plan;
  std::vector<int32_t> begins = even_cuts(cuts, shape.stages);
  begins.push_back(cuts.num_layers());
  for (int32_t s = 0; s < shape.stages; ++s) {
    DeviceGroup devices(shape.replicas);
    std::iota(devices.begin(), devices.end(), s * shape.replicas);
    plan.stages.push_back(stage_of_range(begins[s], begins[s + 1], std::move(devices)));
  }
  return plan;
}

// The fastest that fits; if none fits, the fastest.
PlannedResult plan_even(const PlanProblem& problem, const char* strategy) {
  check_problem(problem);
  const LayerCuts cuts(problem.profile);
  const PlanEvaluator evaluator(problem);
  PlannedResult best{.strategy = strategy,
                     .assumes = "identical devices, free transfers, enough memory"};
  for (const EvenShape& shape :
       even_shapes(problem.even_stages, cuts.num_layers(), evaluator.costs().num_devices())) {
    PipelinePlan plan = even_plan(cuts, shape);
    plan.schedule = strategy;
    for (const int32_t microbatches : problem.microbatches) {
      plan.microbatches = microbatches;
      PlanTiming timing = evaluator.evaluate(plan);
      if (!best.plan.stages.empty() && !is_better(timing, best.timing)) continue;
      best.plan = plan;
      best.timing = std::move(timing);
    }
  }
  return best;
}

}  // namespace

PipelinePlan even_pipeline(const PlanProblem& problem, int32_t stages, int32_t replicas) {
  return even_plan(LayerCuts(problem.profile), {stages, replicas});
}

PlannedResult plan_gpipe(const PlanProblem& problem) { return plan_even(problem, "gpipe"); }
PlannedResult plan_1f1b(const PlanProblem& problem) { return plan_even(problem, "1f1b"); }

}  // namespace motley::tensor::stage
