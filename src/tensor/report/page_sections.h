// The sections of a plan's page, each from the plan and what ran by it; empty bodies are left out.
#pragma once

#include <optional>

#include "core/page/page.h"
#include "tensor/report/plan_page.h"

namespace motley::tensor {

// Step time, bound and gap; whether it fits; where the figures come from.
core::page::Section verdict_section(const planner::PlanResult& result, const RunRecord* run);
// Samples, compute and memory of each kind of device, to scale.
core::page::Section devices_section(const planner::Plan& plan);
// Of a pipeline: the layers, devices, times and memory of each stage.
core::page::Section stages_section(const planner::Plan& plan);
// Predicted above measured on one axis of time, and where the two differ most.
core::page::Section timeline_section(const planner::Plan& plan, const RunRecord* run);
// Each parameter and batch argument as a rectangle cut by its shares.
core::page::Section tensors_section(const planner::Plan& plan);
// The chosen state of each class of tensors, the next best, and how to try another.
core::page::Section reasons_section(const planner::PlanResult& result);
core::page::Section strategies_section(const planner::PlanResult& result);
core::page::Section collectives_section(const planner::Plan& plan);
// Loss and step time over the run.
// `predicted_seconds` of a step, where there is a prediction.
core::page::Section run_section(const RunRecord* run, std::optional<double> predicted_seconds);
// `on` may be null.
core::page::Section origin_section(const planner::StepOnCluster* on, const PageOrigin& origin);

// Bars of step times to one scale, the fastest first.
struct StrategyRow {
  std::string strategy, note;
  double step_seconds = 0;
  int64_t peak_bytes = 0;  // 0: not known
  bool fits = true, runs = true, is_chosen = false;
};
std::string strategies_table(const std::vector<StrategyRow>& rows);

}  // namespace motley::tensor
