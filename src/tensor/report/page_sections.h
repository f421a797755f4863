// The sections of a plan's page, each from the plan and what ran by it; empty bodies are left out.
#pragma once

#include <optional>

#include "core/page/page.h"
#include "tensor/report/plan_page.h"
#include "tensor/report/report.h"

namespace motley::tensor {

// Step time, bound and gap; whether it fits; where the figures come from.
core::page::Section verdict_section(const planner::Plan& plan, const Report& report,
                                    const RunRecord* run);
// Samples, compute and memory of each kind of device, to scale.
core::page::Section devices_section(const Report& report);
// Of a pipeline: the layers, devices, times and memory of each stage.
core::page::Section stages_section(const planner::Plan& plan);
// Predicted above measured on one axis of time, and where the two differ most.
core::page::Section timeline_section(const planner::Plan& plan, const Report& report,
                                     const RunRecord* run);
// What is in the memory of each kind of device over the step, below its limit; and measured.
core::page::Section memory_section(const planner::Plan& plan, const Report& report,
                                   const RunRecord* run);
// Each parameter and batch argument as a rectangle cut by its shares. With a report, names lead to
// the other states of the tensor.
core::page::Section tensors_section(const planner::Plan& plan, const Report* report);
// The chosen state of each class of tensors, the others with their step times, and how to try them.
core::page::Section reasons_section(const planner::Plan& plan, const Report& report);
// The id of all states of report.reasons[place].
std::string states_id(size_t place);
core::page::Section strategies_section(const planner::Plan& plan, const Report& report);
core::page::Section collectives_section(const Report& report);
// Loss and step time over the run.
// `predicted_seconds` of a step, where there is a prediction.
core::page::Section run_section(const RunRecord* run, std::optional<double> predicted_seconds);
// `on` may be null.
core::page::Section origin_section(const planner::StepOnCluster* on, const PageOrigin& origin);

// Bars of step times to one scale, the fastest first.
std::string strategies_table(const std::vector<StrategyRow>& rows);

// The rank of a process in a trace: "rank 3 (cpu)" is 3.
std::optional<int> rank_of_process(const std::string& process);
// When a typical step of a rank began and ended: the one whose length is the median of all but the
// first. Nothing where the trace has no step of it.
struct StepInterval {
  double begin = 0, end = 0;
};
std::optional<StepInterval> typical_step(const core::RecordedTrace& trace, int rank);

}  // namespace motley::tensor
