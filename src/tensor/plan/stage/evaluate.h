// Evaluates a plan: simulates its step and computes its memory.
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

namespace motley::tensor::stage {

struct StageTimes {
  schedule::Ticks forward = 0, backward = 0;  // of one micro-batch
  schedule::Ticks transfer = 0;               // of its activations to the next stage
  schedule::Ticks all_reduce = 0;
  int64_t live = 0;        // maximum number of live micro-batches
  int64_t peak_bytes = 0;  // of the device closest to its limit, and its capacity
  int64_t memory_bytes = 0;
};

struct PlanTiming {
  schedule::Ticks step = 0;
  std::vector<StageTimes> stages;
  std::string
      out_of_memory;  // "stage 1 needs 20.10 GB on a device of 17.18 GB, ..."; "" if it fits
  int64_t peak_bytes = 0;
  // The simulated schedule; `schedule.lists[s]` is stage s.
  schedule::Schedule schedule;
  simulate::PipelineRun run;
};

// Whether a plan is to be preferred: one that fits to one that does not, else the faster.
bool is_better(const PlanTiming& timing, const PlanTiming& other);

struct PreparedPlan;

class PlanEvaluator {
 public:
  // `problem` must outlive it.
  explicit PlanEvaluator(const PlanProblem& problem) : problem_(problem), costs_(problem) {}

  const PlanCosts& costs() const { return costs_; }
  // Actions (stage, micro-batch) simulated so far: a measure of the work done.
  int64_t num_simulated() const { return num_simulated_; }

  // Schedules with a free depth use as much memory as is available.
  PlanTiming evaluate(const PipelinePlan& plan) const;
  // With these lists instead of the named schedule's; list s is stage s.
  PlanTiming evaluate(const PipelinePlan& plan, const schedule::Schedule& lists) const;

  // Only the step time, which is cheaper; empty if the plan does not fit.
  std::optional<schedule::Ticks> step_if_fits(const PipelinePlan& plan) const;

  // The same plan with the fastest schedule and choice of recomputing stages within memory; ties go
  // to the first. A plan that never fits is returned unchanged.
  PipelinePlan with_best_schedule(PipelinePlan plan, std::span<const std::string> schedules) const;

 private:
  PreparedPlan prepare(const PipelinePlan& plan) const;
  PlanTiming evaluate(const PreparedPlan& prepared, const schedule::Schedule& lists) const;
  std::optional<schedule::Ticks> step_if_fits(const PreparedPlan& prepared,
                                              const std::string& schedule) const;
  std::vector<int32_t> short_of_memory(const PipelinePlan& plan) const;

  const PlanProblem& problem_;
  PlanCosts costs_;
  mutable int64_t num_simulated_ = 0;
};

// The candidates of with_best_schedule, in order of their memory.
std::span<const std::string> all_schedules();

}  // namespace motley::tensor::stage
