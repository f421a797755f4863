// Pipeline plans of a profile as JSON files (docs/formats.md): what `motley plan --profile -o`
// writes and `motley plan --profile --evaluate` reads, or a user writes by hand.
#pragma once

#include <string>

#include "tensor/plan/stage/measured_plan.h"
#include "tensor/plan/stage/pipeline_plan.h"

namespace motley::tensor {

// Layers and devices of every stage, micro-batches and schedule; figures of the file are not read.
// A UserError for layers that are left out or twice there, and devices that the cluster does not
// have.
stage::PipelinePlan parse_pipeline_plan(const std::string& text, const std::string& file,
                                        const stage::PlanProblem& problem);

// Of a measured profile. The same plan gives the same bytes.
std::string measured_plan_json(const stage::MeasuredProblem& problem,
                               const stage::MeasuredPlan& plan,
                               const stage::MeasuredTiming& timing);
stage::MeasuredPlan parse_measured_plan(const std::string& text, const std::string& file,
                                        const core::Cluster& cluster);

}  // namespace motley::tensor
