#include "tensor/report/plan_trace.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/trace/trace.h"
#include "tensor/ir/printer.h"
#include "tensor/plan/planner/lowered_plan.h"
#include "tensor/plan/planner/pipeline_time.h"
#include "tensor/plan/planner/staged_plan.h"

namespace motley::tensor {

void write_plan_trace(const planner::Plan& plan, const std::string& file) {
  core::Trace trace(file, 0);
  std::vector<predict::PredictedSpan> spans = plan.time.spans;
  if (plan.pipeline) {
    const planner::PipelineTime time =
        planner::pipeline_time(planner::pipeline_of(plan), plan.on.cluster, plan.devices());
    spans.insert(spans.end(), time.messages.begin(), time.messages.end());
  }
  for (const predict::KindOfRank& kind : plan.time.kinds) {
    const std::string rank =
        fmt::format("rank {} ({}, {} alike)", kind.first_rank,
                    plan.on.cluster.device_types[kind.device_type].name, kind.num_ranks);
    const auto compute = trace.track(rank, "compute"), network = trace.track(rank, "communication");
    for (const predict::PredictedSpan& span : spans) {
      if (span.rank != kind.first_rank) continue;
      trace.span(span.is_communication ? network : compute, {.name = span.name,
                                                             .begin_seconds = span.begin_seconds,
                                                             .end_seconds = span.end_seconds});
    }
  }
  trace.close();
}

std::string rank_program_text(const planner::Plan& plan, int rank) {
  if (rank >= plan.num_ranks()) {
    throw core::UserError(
        fmt::format("--rank {}: the plan has ranks 0 to {}", rank, plan.num_ranks() - 1));
  }
  if (plan.pipeline) {
    const planner::PipelineOfPlan pipeline = planner::pipeline_of(plan);
    std::string text;
    for (const PipelineAction& action : pipeline.program_of(rank).actions) {
      text += to_string(*pipeline.step, action) + "\n";
    }
    return text;
  }
  const RankProgram program = planner::rank_program_of(plan, rank);
  std::string text = program.to_string();
  for (size_t i = 0; i < program.segments.size(); ++i) {
    text += fmt::format("\nsegment {}:\n{}", i, print(program.segments[i].program));
  }
  return text;
}

}  // namespace motley::tensor
