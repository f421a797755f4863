// Times a plan: simulates its step, and counts its memory.
//
//   PlanEvaluator evaluator(problem);
//   PlanTiming timing = evaluator.evaluate(plan);     // timing.step, timing.out_of_memory
//   plan = evaluator.with_best_schedule(plan, all_schedules());
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tensor/plan/schedule/schedule.h"
#include "tensor/plan/simulate/pipeline_workload.h"
#include "tensor/plan/stage/pipeline_plan.h"

namespace motley::tensor {

struct StageTimes {
  Ticks forward = 0, backward = 0;  // of one microbatch
  Ticks transfer = 0;               // of its activations to the next stage
  Ticks all_reduce = 0;
  int64_t live = 0;        // most microbatches at once
  int64_t peak_bytes = 0;  // of the fullest device, and what it has
  int64_t memory_bytes = 0;
};

struct PlanTiming {
  Ticks step = 0;
  std::vector<StageTimes> stages;
  std::string
      out_of_memory;  // "stage 1 needs 20.10 GB on a device of 17.18 GB, ..."; "" where it fits
  int64_t peak_bytes = 0;
  // What was simulated: `schedule.lists[s]` is stage s.
  Schedule schedule;
  PipelineRun run;
};

struct PreparedPlan;

class PlanEvaluator {
 public:
  // `problem` outlives it.
  explicit PlanEvaluator(const PlanProblem& problem) : problem_(problem), costs_(problem) {}

  const PlanCosts& costs() const { return costs_; }
  // Passes of stages and microbatches simulated so far: the work that was done.
  int64_t num_simulated() const { return num_simulated_; }

  // A schedule gets as deep as memory allows, where it can choose.
  PlanTiming evaluate(const PipelinePlan& plan) const;

  // The step alone, which takes less work; nothing where the plan does not fit.
  std::optional<Ticks> step_if_fits(const PipelinePlan& plan) const;

  // The same plan with the schedule, and the stages that recompute, that take least time within
  // memory; the first of several. One that does not fit at all comes back as it was.
  PipelinePlan with_best_schedule(PipelinePlan plan, std::span<const std::string> schedules) const;

 private:
  PreparedPlan prepare(const PipelinePlan& plan) const;
  std::optional<Ticks> step_if_fits(const PreparedPlan& prepared,
                                    const std::string& schedule) const;
  std::vector<int32_t> short_of_memory(const PipelinePlan& plan) const;

  const PlanProblem& problem_;
  PlanCosts costs_;
  mutable int64_t num_simulated_ = 0;
};

// What with_best_schedule may try, in the order of the memory they take.
std::span<const std::string> all_schedules();

}  // namespace motley::tensor
