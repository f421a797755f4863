// What a step costs on each device type of a cluster, and pipeline schedules, without running them.
#pragma once

#include "motley/cluster.h"
#include "motley/model.h"
#include "tensor/model_run/model_cost.h"
#include "tensor/plan/schedule/action_table.h"
#include "tensor/plan/schedule/schedule_problem.h"
#include "tensor/plan/schedule/validate.h"
#include "tensor/plan/simulate/pipeline_workload.h"

namespace motley {

using tensor::DeviceTypeCost;
using tensor::model_cost;
using tensor::schedule::cap_violation;
using tensor::schedule::print_action_table;
using tensor::schedule::problem_of;
using tensor::schedule::ScheduleOptions;
using tensor::schedule::ScheduleProblem;
using tensor::simulate::PipelineRun;
using tensor::simulate::run_pipeline;

}  // namespace motley
