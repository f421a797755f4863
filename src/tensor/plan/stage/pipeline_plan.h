// A pipeline plan: which layers form a stage, which devices run it, and in which order. Planners make
// it (planners.h), evaluate() times it.
//
//   (0-16)@14 | (16-24)@2      layers 0 to 15 on fourteen devices, the rest on two
#pragma once

#include <string>
#include <vector>

#include "tensor/plan/schedule/schedule.h"
#include "tensor/plan/simulate/pipeline_workload.h"
#include "tensor/plan/stage/plan_problem.h"

namespace motley::tensor {

struct PlannedStage {
  std::vector<int32_t> layers;  // ascending
  DeviceGroup devices;
  bool recompute = false;  // the backward pass runs the forward pass again, and keeps only its input

  friend bool operator==(const PlannedStage&, const PlannedStage&) = default;
};

struct PipelinePlan {
  int32_t microbatches = 1;
  std::string schedule = "1f1b";
  std::vector<PlannedStage> stages;

  friend bool operator==(const PipelinePlan&, const PipelinePlan&) = default;
};

// "(0-16)@14 | (16-24)@2"; a stage that is no range of layers is told as "(17 layers)@14".
std::string to_string(const PipelinePlan& plan);

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
  std::string misfit;  // "stage 1 needs 20.1 GB, 3.0 GB more than ..."; "" where it fits
  int64_t peak_bytes = 0;
  // What was simulated: `lists[s]` is stage s.
  Schedule schedule;
  PipelineRun run;
};

// Simulates a step of the plan. Its schedule gets as deep as memory allows, where it can choose.
PlanTiming evaluate(const PlanProblem& problem, const PipelinePlan& plan);

// The same plan with the schedule, and the stages that recompute, that take least time in memory;
// `schedules` are names of generators.h. One that does not fit at all comes back as it was.
PipelinePlan with_best_schedule(const PlanProblem& problem, PipelinePlan plan,
                                std::span<const std::string> schedules);

// What with_best_schedule tries unless told otherwise, in the order of the memory they take.
std::span<const std::string> all_schedules();

}  // namespace motley::tensor
