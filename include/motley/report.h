// What the library finds, for people and for programs: the texts and JSON objects that the command
// line prints.
#pragma once

#include "core/cluster/cluster_text.h"
#include "tensor/report/comparison_text.h"
#include "tensor/report/cost_report.h"
#include "tensor/report/models_text.h"
#include "tensor/report/plan_page.h"
#include "tensor/report/plan_report.h"
#include "tensor/report/plan_trace.h"
#include "tensor/report/schedule_text.h"
#include "tensor/report/schedule_trace.h"

namespace motley {

using core::cluster_json;
using core::cluster_text;
using core::device_library_json;
using core::device_library_text;
using tensor::comparison_json;
using tensor::comparison_text;
using tensor::cost_report;
using tensor::cost_report_json;
using tensor::diff_json;
using tensor::diff_text;
using tensor::models_json;
using tensor::models_text;
using tensor::plan_fragment;
using tensor::plan_page;
using tensor::plan_report;
using tensor::plan_report_json;
using tensor::rank_program_text;
using tensor::schedule_json;
using tensor::schedule_text;
using tensor::schedules_table;
using tensor::sharded_plan_text;
using tensor::simulation_json;
using tensor::write_plan_trace;

}  // namespace motley
