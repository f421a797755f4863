#include "tensor/report/plan_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "tensor/report/schedule_trace.h"

namespace motley::tensor {

using namespace schedule;
using namespace stage;

std::string duration_text(double seconds) {
  if (seconds >= 1) return fmt::format("{:.4g} s", seconds);
  if (seconds >= 1e-3) return fmt::format("{:.4g} ms", seconds * 1e3);
  return fmt::format("{:.4g} us", seconds * 1e6);
}

std::string ranges_text(std::span<const int32_t> numbers) {
  std::string text;
  for (size_t i = 0; i < numbers.size();) {
    size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    if (!text.empty()) text += ',';
    text += end - i == 1 ? fmt::format("{}", numbers[i])
                         : fmt::format("{}-{}", numbers[i], numbers[end - 1]);
    i = end;
  }
  return text;
}

namespace {

std::string time_text(Ticks ticks) { return ticks == 0 ? "-" : duration_text(seconds(ticks)); }

std::string bytes_text(int64_t bytes) {
  const auto b = static_cast<double>(bytes);
  if (b >= 1e9) return fmt::format("{:.3g} GB", b / 1e9);
  if (b >= 1e6) return fmt::format("{:.3g} MB", b / 1e6);
  return fmt::format("{} B", bytes);
}

std::string shortened(const std::string& name, size_t most) {
  return name.size() <= most ? name : name.substr(0, most - 2) + "..";
}

std::string layers_text(const Profile& profile, const PlannedStage& stage) {
  constexpr size_t kMost = 14;
  const std::string first = shortened(profile.layers[stage.layers.front()].name, kMost);
  if (stage.layers.size() == 1) return first;
  const std::string last = shortened(profile.layers[stage.layers.back()].name, kMost);
  return fmt::format("{} .. {}", first, last);
}

// "32 samples"; "32 or 33 samples" where the batch is not a multiple.
std::string samples_text(int64_t batch, int32_t microbatches) {
  const int64_t fewest = batch / microbatches;
  if (batch % microbatches == 0) return fmt::format("{} samples", fewest);
  return fmt::format("{} or {} samples", fewest, fewest + 1);
}

using Row = std::vector<std::string>;

// Columns as wide as their content; the first `left` of them left-aligned.
std::string table_text(const std::vector<Row>& rows, size_t left) {
  std::vector<size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (size_t c = 0; c < row.size(); ++c) {
      line += c < left || c + 1 == row.size() ? fmt::format("{:<{}}", row[c], widths[c])
                                              : fmt::format("{:>{}}", row[c], widths[c]);
      line += "  ";
    }
    while (line.ends_with(' ')) line.pop_back();
    text += line + "\n";
  }
  return text;
}

}  // namespace

std::string plan_text(const PlanProblem& problem, const PlannedResult& result, int width) {
  const PipelinePlan& plan = result.plan;
  const PlanTiming& timing = result.timing;
  std::string text = fmt::format("{}: {}, {} of {}, {}: a step takes {}\n\n", result.strategy,
                                 core::counted(std::ssize(plan.stages), "stage"),
                                 core::counted(plan.microbatches, "micro-batch", "es"),
                                 samples_text(problem.batch, plan.microbatches), plan.schedule,
                                 duration_text(seconds(timing.step)));
  text += fmt::format("Times of the profile are those of a {}.\n\n",
                      PlanCosts(problem).profile_type().name);
  std::vector<Row> rows = {{"stage", "layers", "", "devices", "forward", "backward", "transfer",
                            "all-reduce", "live", "memory", ""}};
  for (size_t s = 0; s < plan.stages.size(); ++s) {
    const PlannedStage& stage = plan.stages[s];
    const StageTimes& t = timing.stages[s];
    rows.push_back({fmt::format("{}", s), ranges_text(stage.layers),
                    layers_text(problem.profile, stage), ranges_text(stage.devices),
                    time_text(t.forward), time_text(t.backward), time_text(t.transfer),
                    time_text(t.all_reduce), fmt::format("{}", t.live), bytes_text(t.peak_bytes),
                    stage.recompute ? "recomputes" : ""});
  }
  text += table_text(rows, 4);
  if (!timing.out_of_memory.empty())
    text += fmt::format("\nIt does not fit: {}.\n", timing.out_of_memory);
  // About one unit of time for the shortest action, as papers draw it.
  Ticks unit = timing.step;
  for (const StageTimes& t : timing.stages) {
    for (const Ticks time : {t.forward, t.backward}) unit = time > 0 ? std::min(unit, time) : unit;
  }
  text += "\n" + draw_timeline(timing.schedule, timing.run,
                               {.ticks_per_unit = std::max<Ticks>(unit, 1), .width = width});
  return text;
}

std::string strategies_text(std::span<const PlannedResult> results) {
  const PlannedResult* best = nullptr;
  for (const PlannedResult& r : results) {
    if (r.timing.out_of_memory.empty() && (!best || r.timing.step < best->timing.step)) best = &r;
  }
  std::vector<Row> rows = {{"", "strategy", "plan", "schedule", "step", "vs best", "own formula",
                            "memory", "fits", "assumes"}};
  for (const PlannedResult& r : results) {
    const double ratio = best ? seconds(r.timing.step) / seconds(best->timing.step) : 1;
    rows.push_back(
        {&r == best ? "*" : "", r.strategy, shortened(to_string(r.plan), 48), r.plan.schedule,
         duration_text(seconds(r.timing.step)), fmt::format("{:.2f}x", ratio),
         r.own_seconds ? duration_text(*r.own_seconds) : "-", bytes_text(r.timing.peak_bytes),
         r.timing.out_of_memory.empty() ? "yes" : "no", r.assumes});
  }
  return table_text(rows, 4);
}

}  // namespace motley::tensor
