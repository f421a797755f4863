// The page of a plan, of a run by a plan, and of a comparison of strategies: one self-contained
// HTML file (core/page). `motley report`, and --report of plan, train and compare.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/trace/trace_reader.h"
#include "tensor/adapt/adaptation.h"
#include "tensor/plan/planner/comparison.h"
#include "tensor/plan/planner/planner.h"

namespace motley::tensor {

// Where a page comes from.
struct PageOrigin {
  std::string command, commit;  // the command line, and the version of the program
};

// What a training by the plan did. Any part may be missing.
struct RunRecord {
  int64_t first_step = 0;                    // steps done before this run
  std::vector<double> losses, step_seconds;  // of each step
  bool adapts = false;                       // whether the run measured what could be changed
  std::vector<Adaptation> adaptations;       // changes that it made to its plan
  core::RecordedTrace trace;
  std::string trace_file;  // named on the page
};

// A RunRecord from a trace alone: the steps of rank 0 are counted and timed by their first segment.
RunRecord run_of_trace(const std::string& trace_file);
// The same of a run by this plan. Throws UserError where the trace has other ranks, or steps of a
// sharded plan where the plan is a pipeline, or the other way round.
RunRecord run_of_plan(const planner::Plan& plan, const std::string& trace_file);

// `run` may be null.
std::string plan_page(const planner::PlanResult& result, const RunRecord* run,
                      const PageOrigin& origin);

// What a notebook shows of a plan: verdict, devices, tensors and strategies, without scripts.
std::string plan_fragment(const planner::PlanResult& result);

// Of a training without a plan, on one device: what is said of the run.
std::string run_page(const std::string& title, const std::string& subtitle, const RunRecord& run,
                     const PageOrigin& origin);

std::string comparison_page(const planner::Comparison& comparison, const PageOrigin& origin);

}  // namespace motley::tensor
