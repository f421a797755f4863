#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "tensor/plan/schedule/action_table.h"
#include "tensor/plan/schedule/choose.h"
#include "tensor/plan/schedule/schedule_table.h"
#include "tensor/plan/schedule/validate.h"
#include "tensor/plan/simulate/pipeline_workload.h"

namespace motley::tensor::schedule {
namespace {

PipelineCosts unequal_costs(int32_t stages) {
  PipelineCosts costs;
  for (int32_t s = 0; s < stages; ++s) {
    costs.forward.push_back(1 + s % 3);
    costs.backward.push_back(2 + s % 2);
    costs.weight.push_back(1);
    if (s > 0) costs.latency.push_back(s % 2);
  }
  return costs;
}

std::string name_before_setting(const std::string& name) { return name.substr(0, name.find(':')); }

TEST(ScheduleTable, EveryRowValidatesSimulatesAndRoundTripsItsActionTable) {
  constexpr int32_t kDevices = 4, kMicrobatches = 8;
  for (const ScheduleRow& row : schedule_rows()) {
    SCOPED_TRACE(row.name);
    const std::string name = name_with(row, row.default_setting);
    const PipelineCosts costs = unequal_costs(kDevices * chunks_of(name));
    const Schedule schedule = generate(name, {kDevices, kMicrobatches}, costs, {});
    EXPECT_EQ(fault_of(schedule), "");
    EXPECT_EQ(schedule.num_devices(), kDevices);
    EXPECT_EQ(schedule.num_stages, kDevices * chunks_of(name));

    const simulate::PipelineRun run = simulate::run_pipeline(schedule, costs);
    Ticks busiest = 0;
    for (const simulate::DeviceTimes& device : run.devices) {
      busiest = std::max(busiest, device.busy);
    }
    EXPECT_GE(run.simulation.makespan, busiest);

    EXPECT_EQ(parse_action_table(print_action_table(schedule), "table.csv"), schedule);
  }
}

TEST(ScheduleTable, NamesAndAliasesAreUniqueAndFindTheirRow) {
  std::set<std::string_view> names = {kBestSchedule};
  for (const ScheduleRow& row : schedule_rows()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    for (const std::string_view alias : row.aliases) {
      EXPECT_TRUE(names.insert(alias).second) << alias;
      const PipelineCosts costs = unequal_costs(4 * chunks_of(alias));
      EXPECT_EQ(generate(alias, {4, 8}, costs, {}), generate(row.name, {4, 8}, costs, {}));
    }
  }
}

// Either both planners try a schedule or the row says why they do not.
TEST(ScheduleTable, EveryRowIsTriedByThePlannersOrSaysWhyNot) {
  std::set<std::string> stage_planner, best_order;
  for (const std::string& name : stage_planner_schedules()) {
    stage_planner.insert(name_before_setting(name));
  }
  for (const std::string& name : best_order_schedules(8, /*splits_backward=*/true)) {
    best_order.insert(name_before_setting(name));
  }
  for (const ScheduleRow& row : schedule_rows()) {
    SCOPED_TRACE(row.name);
    const bool is_tried = row.planners_skip.empty();
    EXPECT_EQ(stage_planner.contains(std::string(row.name)), is_tried);
    EXPECT_EQ(best_order.contains(std::string(row.name)), is_tried);
  }
}

TEST(ScheduleTable, SchedulesThatSplitTheBackwardPassAreCandidatesOnlyWhereItIsSplit) {
  for (const std::string& name : best_order_schedules(8, /*splits_backward=*/false)) {
    const auto row = std::ranges::find(schedule_rows(), name_before_setting(name),
                                       [](const ScheduleRow& r) { return std::string(r.name); });
    EXPECT_FALSE(row->splits_backward) << name;
  }
}

// The order decides between schedules that take equally long.
TEST(ScheduleTable, PlannersTryCandidatesInThisOrder) {
  EXPECT_EQ(stage_planner_schedules(),
            (std::vector<std::string>{"1f1b", "zb-h1", "deep:h=1", "per-edge", "zb-h2", "kfkb:k=2",
                                      "deep:h=2", "dynamic", "gpipe"}));
  EXPECT_EQ(best_order_schedules(3, true),
            (std::vector<std::string>{"1f1b", "gpipe", "per-edge", "zb-h1", "zb-h2", "dynamic",
                                      "kfkb:k=1", "kfkb:k=2", "deep:h=1", "deep:h=2"}));
}

TEST(ScheduleTable, IsTheListOfTheCatalogue) {
  std::ifstream file(MOTLEY_TEST_DATA "/../../docs/catalog.md");
  std::stringstream text;
  text << file.rdbuf();
  std::string rows;
  for (const ScheduleRow& row : schedule_rows()) {
    std::string aliases, needs;
    for (const std::string_view alias : row.aliases) aliases += fmt::format(", `{}`", alias);
    const auto need = [&](bool is_needed, const char* what) {
      if (is_needed) needs += (needs.empty() ? "" : ", ") + std::string(what);
    };
    need(row.splits_backward, "times of weight gradients");
    need(row.chunked, "several stages on each device");
    need(row.whole_rounds, "micro-batches a multiple of the devices");
    rows += fmt::format("| `{}`{} | {} | {} | {} |\n", name_with(row, row.default_setting), aliases,
                        row.description, needs, row.planners_skip.empty() ? "yes" : "no");
  }
  EXPECT_NE(text.str().find(rows), std::string::npos) << "docs/catalog.md should have these rows:\n"
                                                      << rows;
}

}  // namespace
}  // namespace motley::tensor::schedule
