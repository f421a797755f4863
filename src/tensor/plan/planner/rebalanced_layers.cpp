#include "tensor/plan/planner/rebalanced_layers.h"

#include <algorithm>

#include "core/base/error.h"
#include "tensor/plan/planner/microbatch_problem.h"
#include "tensor/plan/planner/pipeline_time.h"
#include "tensor/plan/planner/staged_plan.h"
#include "tensor/plan/stage/evaluate.h"

namespace motley::tensor::planner {
namespace {

constexpr int kMostMoves = 100;

// Quick: by the times of whole layers, as stage planners have them.
class CutSearch {
 public:
  CutSearch(const Plan& plan, const StepOnCluster& measured)
      : plan_(plan),
        problem_(microbatch_problem(measured, plan.pipeline->cuts.microbatches)),
        evaluator_(problem_),
        num_layers_(static_cast<int>(problem_.profile.layers.size())) {}

  // Steepest descent over moves of one or several neighbouring ends by one or two layers.
  std::vector<int> best() {
    std::vector<int> cuts = plan_.pipeline->cuts.cuts;
    double seconds = seconds_of(cuts);
    for (int move = 0; move < kMostMoves; ++move) {
      std::vector<int> best = cuts;
      double least = seconds;
      for (const std::vector<int>& next : neighbours(cuts)) {
        const double one = seconds_of(next);
        if (one >= least) continue;
        least = one;
        best = next;
      }
      if (best == cuts) break;
      cuts = best;
      seconds = least;
    }
    return cuts;
  }

 private:
  std::vector<std::vector<int>> neighbours(const std::vector<int>& cuts) const {
    std::vector<std::vector<int>> all;
    for (size_t i = 0; i < cuts.size(); ++i) {
      for (size_t j = i; j < cuts.size(); ++j) {
        for (const int by : {-2, -1, 1, 2}) {
          std::vector<int> next = cuts;
          for (size_t c = i; c <= j; ++c) next[c] += by;
          if (are_cuts(next)) all.push_back(std::move(next));
        }
      }
    }
    return all;
  }

  bool are_cuts(const std::vector<int>& cuts) const {
    int last = 0;
    for (const int cut : cuts) {
      if (cut <= last || cut >= num_layers_) return false;
      last = cut;
    }
    return true;
  }

  // A plan that does not fit comes after all that do.
  double seconds_of(const std::vector<int>& cuts) {
    const Plan plan = with_cuts(plan_, cuts);
    const stage::PlanTiming timing =
        evaluator_.evaluate(plan_of_layers(plan, num_layers_), plan.pipeline->lists);
    constexpr double kTooLarge = 1e9;
    return stage::seconds(timing.step) + (timing.out_of_memory.empty() ? 0 : kTooLarge);
  }

  const Plan& plan_;
  stage::PlanProblem problem_;
  stage::PlanEvaluator evaluator_;
  int num_layers_ = 0;
};

bool fits(const PipelineTime& time, const core::Cluster& cluster, const std::vector<int>& ranks) {
  const auto devices = core::devices(cluster);
  for (size_t rank = 0; rank < ranks.size(); ++rank) {
    const int64_t memory = cluster.device_types[devices[ranks[rank]].type].memory_bytes;
    if (memory > 0 && time.ranks[rank].peak_bytes > memory) return false;
  }
  return true;
}

std::vector<int> holders(const PipelineOfPlan& pipeline, int argument) {
  std::vector<int> ranks;
  for (const BufferPlace& at : pipeline.step->held[argument]) {
    const auto& of_stage = pipeline.layout.ranks[at.stage];
    ranks.insert(ranks.end(), of_stage.begin(), of_stage.end());
  }
  std::ranges::sort(ranks);
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

int64_t moved_bytes(const PipelineOfPlan& from, const PipelineOfPlan& to) {
  int64_t bytes = 0;
  for (int i = 0; i < from.step->num_params + from.step->num_state; ++i) {
    const std::vector<int> before = holders(from, i);
    for (const int rank : holders(to, i)) {
      if (!std::ranges::binary_search(before, rank))
        bytes += from.step->arguments[i].type.num_bytes();
    }
  }
  return bytes;
}

}  // namespace

std::string fixed_layers_reason(const Plan& plan) {
  MOTLEY_CHECK(plan.pipeline, "no pipeline");
  if (plan.stages.size() < 2) return "there is one stage";
  for (const PlanStage& stage : plan.stages) {
    if (!stage.states.empty()) return "its stages shard parameters or optimizer state";
  }
  return "";
}

Plan with_cuts(Plan plan, std::vector<int> cuts) {
  MOTLEY_CHECK(cuts.size() + 1 == plan.stages.size(), "{} cuts for {} stages", cuts.size(),
               plan.stages.size());
  plan.pipeline->cuts.cuts = std::move(cuts);
  plan.time = {};
  return plan;
}

RebalancedLayers rebalanced_layers(const Plan& plan, const core::Cluster& measured) {
  StepOnCluster on = plan.on;
  on.cluster = measured;
  const std::vector<int> ranks = plan.devices();
  const PipelineOfPlan now = pipeline_of(plan);
  const double now_seconds = pipeline_time(now, measured, ranks).step_seconds;
  RebalancedLayers result{.plan = plan, .now_seconds = now_seconds, .next_seconds = now_seconds};
  Plan next = with_cuts(plan, CutSearch(plan, on).best());
  const bool moves = next.pipeline->cuts.cuts != plan.pipeline->cuts.cuts;
  if (!moves || !cannot_run_reason(next).empty()) return result;
  const PipelineOfPlan lists = pipeline_of(next);
  const PipelineTime time = pipeline_time(lists, measured, ranks);
  if (time.step_seconds >= now_seconds) return result;
  result.next_seconds = time.step_seconds;
  result.fits = fits(time, measured, ranks);
  result.moved_bytes = moved_bytes(now, lists);
  predict_pipeline(next);
  result.plan = std::move(next);
  return result;
}

}  // namespace motley::tensor::planner
