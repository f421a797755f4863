#include "tensor/report/plan_page.h"

#include <fmt/format.h>

#include "core/page/html.h"
#include "tensor/report/page_sections.h"
#include "tensor/report/plan_text.h"
#include "tensor/report/plan_words.h"

namespace motley::tensor {

using core::page::Page;
using planner::Plan;

namespace {

Page titled_page(const Plan& plan, bool is_run) {
  const std::string found =
      plan.strategy == "motley" ? "found by search" : "by the strategy " + plan.strategy;
  return {
      .title = fmt::format("{} on {}", plan.on.model(), plan.on.cluster_name()),
      .subtitle = fmt::format("{} {}, with {}: {}", is_run ? "A training run by a plan" : "A plan",
                              found, plan.on.optimizer(), samples_of(plan))};
}

}  // namespace

std::string plan_fragment(const planner::PlanResult& result) {
  const Plan& plan = result.plan;
  const Report report = report_of(result);
  Page page = titled_page(plan, false);
  page.sections = {verdict_section(plan, report, nullptr)};
  if (plan.pipeline) {
    page.sections.push_back(stages_section(plan));
  } else {
    page.sections.push_back(devices_section(report));
    page.sections.push_back(tensors_section(plan, nullptr));
  }
  page.sections.push_back(strategies_section(plan, report));
  return core::page::to_fragment(page);
}

std::string plan_page(const planner::PlanResult& result, const RunRecord* run,
                      const PageOrigin& origin) {
  const Plan& plan = result.plan;
  Page page = titled_page(plan, run != nullptr);
  page.footer = "Written by Motley. Times are predictions unless they are called measured.";
  const Report report = report_of(result);
  if (plan.pipeline) {
    page.sections = {verdict_section(plan, report, run),  stages_section(plan),
                     timeline_section(plan, report, run), memory_section(plan, report, run),
                     strategies_section(plan, report),    run_section(run, plan.time.step_seconds),
                     origin_section(&plan.on, origin)};
    return core::page::to_html(page);
  }
  page.sections = {verdict_section(plan, report, run),       devices_section(report),
                   timeline_section(plan, report, run),      memory_section(plan, report, run),
                   tensors_section(plan, &report),           reasons_section(plan, report),
                   strategies_section(plan, report),         collectives_section(report),
                   run_section(run, plan.time.step_seconds), origin_section(&plan.on, origin)};
  return core::page::to_html(page);
}

std::string run_page(const std::string& title, const std::string& subtitle, const RunRecord& run,
                     const PageOrigin& origin) {
  Page page{.title = title, .subtitle = subtitle};
  page.sections = {run_section(&run, {}), origin_section(nullptr, origin)};
  page.footer = "Written by Motley. Times are measured.";
  return core::page::to_html(page);
}

std::string comparison_page(const planner::Comparison& comparison, const PageOrigin& origin) {
  std::vector<StrategyRow> rows;
  for (const planner::ComparisonRow& row : comparison.rows) {
    const std::string bubble =
        row.bubble > 0 ? fmt::format("bubble {:.0f} %", 100 * row.bubble) : "";
    rows.push_back({.strategy = row.strategy,
                    .note = row.out_of_memory.empty() ? row.note.empty() ? bubble : row.note
                                                      : row.out_of_memory,
                    .step_seconds = row.step_seconds,
                    .compute_seconds = row.compute_seconds,
                    .peak_bytes = row.peak_bytes,
                    .fits = row.out_of_memory.empty(),
                    .runs = row.runs,
                    .is_chosen = row.strategy == "motley"});
  }
  std::string body = strategies_table(rows);
  if (!comparison.inapplicable.empty()) {
    body += "<h3>Strategies that do not apply</h3>\n<ul>";
    for (const std::string& reason : comparison.inapplicable) {
      body += core::page::element("li", reason);
    }
    body += "</ul>\n";
  }
  Page page{.title = fmt::format("{} on {}", comparison.on.model(), comparison.on.cluster_name()),
            .subtitle = fmt::format("Every strategy compared with the planner's own, with {}",
                                    comparison.on.optimizer())};
  page.sections = {
      {"strategies", "Strategies",
       "Predicted step time of each strategy; shorter is better. Those that do not fit "
       "into memory come last. The stages of a pipeline are written (layers)@devices.",
       body},
      origin_section(&comparison.on, origin)};
  page.footer = "Written by Motley. Times are predictions.";
  return core::page::to_html(page);
}

}  // namespace motley::tensor
