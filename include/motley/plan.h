// Planning: how a training step runs on a cluster, at what predicted time and memory.
//
//   const PlanResult result = plan(step, cluster, {.explain = "wte"});
//   result.plan.time.step_seconds               simulated
//   result.plan.found->lower_bound_seconds      of any sharded plan
//   write_plan("plan.json", result.plan);       read_plan reads it
//
// Needs no MPI.
#pragma once

#include "motley/cluster.h"
#include "motley/model.h"
#include "tensor/plan/file/pipeline_file.h"
#include "tensor/plan/file/plan_file.h"
#include "tensor/plan/planner/comparison.h"
#include "tensor/plan/planner/plan_diff.h"
#include "tensor/plan/planner/planned_arguments.h"
#include "tensor/plan/planner/planner.h"
#include "tensor/plan/planner/profile_problem.h"
#include "tensor/plan/planner/step_pipelines.h"
#include "tensor/plan/stage/measured_plan.h"
#include "tensor/plan/strategy/strategy_table.h"
#include "tensor/profile/measured_profile.h"

namespace motley {

using tensor::planner::ArgumentCut;
using tensor::planner::Comparison;
using tensor::planner::MicrobatchChoice;
using tensor::planner::on_cluster;
using tensor::planner::Plan;
using tensor::planner::PlannedArgument;
using tensor::planner::PlanOptions;
using tensor::planner::PlanProgress;
using tensor::planner::PlanResult;
using tensor::planner::StepOnCluster;
using tensor::search::SearchEffort;

using tensor::planner::compare_strategies;
using tensor::planner::diff;
using tensor::planner::explained_states;
using tensor::planner::ExplainedState;
using tensor::planner::is_even;
using tensor::planner::parse_plan;
using tensor::planner::plan;
using tensor::planner::plan_by;
using tensor::planner::plan_json;
using tensor::planner::PlanDiff;
using tensor::planner::planned_arguments;
using tensor::planner::read_plan;
using tensor::planner::role_name;
using tensor::planner::write_plan;

}  // namespace motley
