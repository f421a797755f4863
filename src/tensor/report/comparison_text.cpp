#include "tensor/report/comparison_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "core/base/json_text.h"
#include "core/base/memory.h"
#include "tensor/report/plan_text.h"

namespace motley::tensor {
namespace {

using planner::Comparison;
using planner::ComparisonRow;
using planner::Plan;
using planner::PlanDiff;
using JsonRows = nlohmann::ordered_json;

// "v100 12.1 GB, p100 9.4 GB": the fullest rank of each device type.
std::string memory_text(const core::Cluster& cluster, const ComparisonRow& row) {
  if (row.peak_bytes_by_type.empty()) return core::readable_bytes(row.peak_bytes);
  std::vector<std::string> texts;
  for (size_t t = 0; t < row.peak_bytes_by_type.size(); ++t) {
    if (row.peak_bytes_by_type[t] == 0) continue;
    texts.push_back(fmt::format("{} {}", cluster.device_types[t].name,
                                core::readable_bytes(row.peak_bytes_by_type[t])));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace

std::string comparison_text(const Comparison& comparison) {
  const planner::StepOnCluster& on = comparison.on;
  std::string text =
      fmt::format("{} with {} on {}: {}\n\n", on.model(), on.optimizer(), on.cluster_name(),
                  samples_text(on.model_step->samples_per_step(), on.microbatches()));
  size_t width = 8;
  for (const ComparisonRow& row : comparison.rows) width = std::max(width, row.strategy.size());
  text +=
      fmt::format("{:<{}} {:>10} {:>10} {:>10} {:>7}  {:<5} {}\n", "strategy", width, "step",
                  "compute", "exposed", "bubble", "fits", "peak memory by device type; degrees");
  for (const ComparisonRow& row : comparison.rows) {
    const bool fits = row.out_of_memory.empty();
    text += fmt::format("{:<{}} {:>10} {:>10} {:>10} {:>6.1f}%  {:<5} {}{}\n", row.strategy, width,
                        duration_text(row.step_seconds), duration_text(row.compute_seconds),
                        duration_text(row.exposed_seconds), 100 * row.bubble, fits ? "yes" : "no",
                        fits ? memory_text(on.cluster, row) : row.out_of_memory,
                        row.note.empty() ? "" : "; " + row.note);
  }
  for (const std::string& why : comparison.inapplicable) {
    text += fmt::format("not applicable: {}\n", why);
  }
  return text;
}

std::string comparison_json(const Comparison& comparison) {
  const planner::StepOnCluster& on = comparison.on;
  JsonRows json = {{"model", on.model()},
                   {"cluster", on.cluster.name},
                   {"optimizer", on.optimizer()},
                   {"samples_per_step", on.model_step->samples_per_step()},
                   {"microbatches", on.microbatches().count},
                   {"accumulate", on.microbatches().accumulate}};
  json["rows"] = JsonRows::array();
  for (const ComparisonRow& row : comparison.rows) {
    json["rows"].push_back({{"strategy", row.strategy},
                            {"step_seconds", row.step_seconds},
                            {"compute_seconds", row.compute_seconds},
                            {"exposed_seconds", row.exposed_seconds},
                            {"bubble", row.bubble},
                            {"peak_bytes", row.peak_bytes},
                            {"fits", row.out_of_memory.empty()},
                            {"runs", row.runs},
                            {"note", row.out_of_memory.empty() ? row.note : row.out_of_memory}});
  }
  return core::json_text(json) + "\n";
}

std::string diff_text(const Plan& before, const Plan& after, const PlanDiff& diff) {
  std::string text = fmt::format("{:<24} {:>12} {:>12}\n", "", "first", "second");
  const auto row = [&](const char* what, std::string x, std::string y) {
    text += fmt::format("{:<24} {:>12} {:>12}\n", what, x, y);
  };
  const auto times = [&](const char* what, double predict::StepTime::*seconds) {
    row(what, duration_text(before.time.*seconds), duration_text(after.time.*seconds));
  };
  row("strategy", before.strategy, after.strategy);
  times("step", &predict::StepTime::step_seconds);
  times("compute", &predict::StepTime::compute_seconds);
  times("communication", &predict::StepTime::communication_seconds);
  row("peak memory", core::readable_bytes(before.time.peak_bytes),
      core::readable_bytes(after.time.peak_bytes));
  text += fmt::format("\n{} values have the same sharding\n", diff.num_same);
  for (const PlanDiff::Change& change : diff.changes) {
    constexpr size_t kShown = 4;
    const size_t shown = std::min(kShown, change.values.size());
    text += fmt::format("{} -> {}: {}", change.from, change.to,
                        fmt::join(change.values.begin(),
                                  change.values.begin() + static_cast<ptrdiff_t>(shown), ", "));
    if (change.values.size() > kShown) {
      text += fmt::format(" and {} more", change.values.size() - kShown);
    }
    text += "\n";
  }
  return text;
}

std::string diff_json(const Plan& before, const Plan& after, const PlanDiff& diff) {
  JsonRows json = {{"step_seconds", {before.time.step_seconds, after.time.step_seconds}},
                   {"peak_bytes", {before.time.peak_bytes, after.time.peak_bytes}},
                   {"same", diff.num_same}};
  json["changes"] = JsonRows::array();
  for (const PlanDiff::Change& change : diff.changes) {
    json["changes"].push_back(
        {{"from", change.from}, {"to", change.to}, {"values", change.values}});
  }
  return core::json_text(json) + "\n";
}

}  // namespace motley::tensor
