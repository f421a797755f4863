#include "tensor/report/pipeline_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "tensor/report/plan_text.h"

namespace motley::tensor {
namespace {

using namespace stage;
using PipelineJson = nlohmann::ordered_json;

PipelineJson json_of_pipeline_stage(const PlannedStage& stage, const StageTimes& times) {
  return {{"layers", stage.layers},
          {"devices", stage.devices},
          {"recompute", stage.recompute},
          {"forward_seconds", seconds(times.forward)},
          {"backward_seconds", seconds(times.backward)},
          {"transfer_seconds", seconds(times.transfer)},
          {"all_reduce_seconds", seconds(times.all_reduce)},
          {"live", times.live},
          {"peak_bytes", times.peak_bytes}};
}

// The plan as it goes into a file: the same problem, the same bytes.
PipelineJson json_of_pipeline(const PlanProblem& problem, const PlannedResult& r) {
  PipelineJson json = {{"version", 2},
                       {"kind", "pipeline"},
                       {"profile", problem.profile.name},
                       {"cluster", problem.cluster.name},
                       {"batch", problem.batch},
                       {"strategy", r.strategy},
                       {"step_seconds", seconds(r.timing.step)}};
  if (r.own_seconds) json["own_seconds"] = *r.own_seconds;
  if (r.lower_bound) json["lower_bound_seconds"] = seconds(*r.lower_bound);
  json["peak_bytes"] = r.timing.peak_bytes;
  json["fits"] = r.timing.out_of_memory.empty();
  json["complete"] = r.lower_bound && r.complete;
  json["microbatches"] = r.plan.microbatches;
  json["schedule"] = r.plan.schedule;
  json["stages"] = PipelineJson::array();
  for (size_t s = 0; s < r.plan.stages.size(); ++s) {
    json["stages"].push_back(json_of_pipeline_stage(r.plan.stages[s], r.timing.stages[s]));
  }
  return json;
}

PipelineJson json_of_row(const PlannedResult& r) {
  PipelineJson row = {{"strategy", r.strategy},
                      {"step_seconds", seconds(r.timing.step)},
                      {"peak_bytes", r.timing.peak_bytes},
                      {"fits", r.timing.out_of_memory.empty()},
                      {"plan", to_string(r.plan)},
                      {"schedule", r.plan.schedule},
                      {"assumes", r.assumes}};
  if (r.own_seconds) row["own_seconds"] = *r.own_seconds;
  return row;
}

// What our own search can say of all plans.
std::string proof_text(const PlannedResult& own, double search_seconds) {
  const std::string after = fmt::format("seen in {}", duration_text(search_seconds));
  if (!own.lower_bound)
    return fmt::format("motley: no plan fits into the devices' memory, {}\n", after);
  return fmt::format(
      "motley: {}no plan at all takes less than {}, {}\n",
      own.complete ? "no other stages and devices are better in an order that has a name; " : "",
      duration_text(seconds(*own.lower_bound)), after);
}

}  // namespace

std::string pipeline_plan_json(const PlanProblem& problem, const PlannedResult& result) {
  return core::json_text(json_of_pipeline(problem, result), 2) + "\n";
}

std::string pipeline_report_json(const PlanProblem& problem, const PlannedResult& chosen,
                                 const planner::PlannedPipelines& planned) {
  PipelineJson json = json_of_pipeline(problem, chosen);
  json["search_seconds"] = planned.search_seconds;
  for (const PlannedResult& r : planned.results) json["rows"].push_back(json_of_row(r));
  return core::json_text(json) + "\n";
}

std::string pipeline_report(const PlanProblem& problem, const PlannedResult& chosen,
                            const planner::PlannedPipelines& planned, int width) {
  return plan_text(problem, chosen, width) + "\n" + strategies_text(planned.results) + "\n" +
         proof_text(planned.results.back(), planned.search_seconds);
}

}  // namespace motley::tensor
