// What a running pipeline adds to its schedule: memory by lifetime, steps in a row, reductions at
// the end. Exact answers for four stages, eight micro-batches, f = 1, b = 2 (I = W = 1 where
// split).
#include <gtest/gtest.h>

#include "tensor/plan/schedule/schedule_table.h"
#include "tensor/plan/schedule/validate.h"
#include "tensor/plan/simulate/pipeline_workload.h"

namespace motley::tensor::simulate {
namespace {

using namespace schedule;

using Times = std::vector<Ticks>;

PipelineCosts costs_of(const std::string& name, Ticks latency, Ticks unit = 1) {
  const bool splits = name.starts_with("zb-");
  return {.forward = Times(4, unit),
          .backward = Times(4, splits ? unit : 2 * unit),
          .weight = splits ? Times(4, unit) : Times(),
          .latency = Times(3, latency)};
}

// The lists of several steps, one after the other on every device: nothing holds all of them back.
Schedule in_a_row(const Schedule& one, int steps) {
  Schedule all = one;
  all.num_microbatches = steps * one.num_microbatches;
  for (size_t d = 0; d < one.lists.size(); ++d) {
    for (int k = 1; k < steps; ++k) {
      for (Action a : one.lists[d]) {
        a.microbatch += k * one.num_microbatches;
        all.lists[d].push_back(a);
      }
    }
  }
  return all;
}

Ticks end_of_steps(const char* name, int steps, Ticks latency) {
  const PipelineCosts costs = costs_of(name, latency);
  const Schedule all = in_a_row(generate(name, {4, 8}, costs, {}), steps);
  EXPECT_EQ(fault_of(all), "");
  return run_pipeline(all, costs).simulation.makespan;
}

TEST(RunningPipelines, StepsOverlapWhereTheScheduleLetsThem) {
  EXPECT_EQ(end_of_steps("1f1b", 1, 0), 33);
  EXPECT_EQ(end_of_steps("1f1b", 2, 0), 66);
  EXPECT_EQ(end_of_steps("zb-h1", 1, 0), 27);
  EXPECT_EQ(end_of_steps("zb-h1", 2, 0), 54);
  EXPECT_EQ(end_of_steps("zb-h2", 1, 0), 27);
  EXPECT_EQ(end_of_steps("zb-h2", 2, 0), 51);
  EXPECT_EQ(end_of_steps("zb-h2", 3, 0), 75);
  EXPECT_EQ(end_of_steps("zb-h2", 1, 1), 30);
  EXPECT_EQ(end_of_steps("zb-h2", 2, 1), 60);
}

// After I only what W reads is left: a count of micro-batches times one size is wrong.
std::vector<int64_t> high_water(const char* name, int64_t forward_bytes, int64_t kept_for_weight) {
  const PipelineCosts costs = costs_of(name, 0);
  const Schedule schedule = generate(name, {4, 8}, costs, {});
  Workload workload = pipeline_workload(schedule, costs);
  size_t item = 0;
  for (const auto& list : schedule.lists) {
    for (const Action& a : list) {
      Workload::Item& one = workload.items[item++];
      if (a.pass == ActionKind::kForward) one.bytes_taken = forward_bytes;
      if (a.pass == ActionKind::kBackward) one.bytes_freed = forward_bytes;
      if (a.pass == ActionKind::kInputGradient) one.bytes_freed = forward_bytes - kept_for_weight;
      if (a.pass == ActionKind::kWeightGradient) one.bytes_freed = kept_for_weight;
    }
  }
  return high_water_bytes(workload, simulate(workload));
}

TEST(RunningPipelines, HoldBytesByLifetime) {
  using Bytes = std::vector<int64_t>;
  EXPECT_EQ(high_water("1f1b", 10, 4), (Bytes{40, 30, 20, 10}));
  EXPECT_EQ(high_water("deep:h=1", 10, 4), (Bytes{70, 50, 30, 10}));
  EXPECT_EQ(high_water("zb-h1", 10, 4), (Bytes{40, 34, 28, 22}));
  EXPECT_EQ(high_water("zb-h2", 10, 4), (Bytes{70, 58, 46, 34}));
}

// Stages end at 33, 31, 29, 27; in half ticks, so that one and a half is a number.
TEST(RunningPipelines, ReductionsBeginWhenTheirStageEnds) {
  const PipelineCosts costs = costs_of("1f1b", 0, 2);
  const Schedule schedule = generate("1f1b", {4, 8}, costs, {});
  const PipelineRun alone = run_pipeline(schedule, costs);
  std::vector<Ticks> ends;
  for (const DeviceTimes& d : alone.devices) ends.push_back(d.last_end);
  EXPECT_EQ(ends, (Times{66, 62, 58, 54}));
  const auto with = [&](std::vector<Ticks> busy, Ticks lead) {
    Workload workload = pipeline_workload(schedule, costs);
    for (size_t s = 0; s < busy.size(); ++s) {
      if (busy[s] == 0) continue;
      workload.collectives.push_back(
          {.after = {workload.device_begin[s + 1] - 1}, .lead = lead, .busy = busy[s]});
    }
    return simulate(workload).makespan;
  };
  EXPECT_EQ(with({12, 12, 12, 12}, 0), 78);  // 39
  EXPECT_EQ(with({12, 12, 12, 12}, 3), 75);  // 37.5: begun 1.5 before the end
  EXPECT_EQ(with({0, 0, 0, 20}, 0), 74);     // 37
}

// A tied parameter: the gradient of the last stage has 9 ticks until the first stage is done, and
// the new value has 6 until the last stage's first forward.
TEST(RunningPipelines, TiedParametersHaveTimeToTravel) {
  const PipelineCosts costs = costs_of("1f1b", 1);
  const PipelineRun run = run_pipeline(generate("1f1b", {4, 8}, costs, {}), costs);
  EXPECT_EQ(run.devices[0].last_end - run.devices[3].last_end, 9);
  EXPECT_EQ(run.devices[3].first_start, 6);
}

// Three stages, four micro-batches, latency 1: the order of each stage, and when it begins what.
TEST(RunningPipelines, OrderOf1F1B) {
  const PipelineCosts costs{
      .forward = Times(3, 1), .backward = Times(3, 2), .latency = Times(2, 1)};
  const Schedule schedule = generate("1f1b", {3, 4}, costs, {});
  const PipelineRun run = run_pipeline(schedule, costs);
  EXPECT_EQ(run.simulation.makespan, 26);
  std::vector<std::string> lists;
  std::vector<Times> starts;
  size_t item = 0;
  for (const auto& list : schedule.lists) {
    lists.emplace_back();
    starts.emplace_back();
    for (const Action& a : list) {
      lists.back() += to_string(a).substr(1) + " ";
      starts.back().push_back(run.simulation.start[item++]);
    }
  }
  EXPECT_EQ(lists, (std::vector<std::string>{"F0 F1 F2 B0 F3 B1 B2 B3 ", "F0 F1 B0 F2 B1 F3 B2 B3 ",
                                             "F0 B0 F1 B1 F2 B2 F3 B3 "}));
  EXPECT_EQ(starts, (std::vector<Times>{{0, 1, 2, 11, 13, 14, 19, 24},
                                        {2, 3, 8, 10, 11, 15, 16, 21},
                                        {4, 5, 7, 8, 12, 13, 17, 18}}));
}

TEST(RunningPipelines, SmallShapes) {
  const auto lists = [](int32_t stages, int32_t microbatches) {
    PipelineCosts costs{
        .forward = Times(stages, 1), .backward = Times(stages, 2), .latency = Times(stages - 1, 1)};
    const Schedule schedule = generate("1f1b", {stages, microbatches}, costs, {});
    return std::pair(schedule, run_pipeline(schedule, costs).simulation.makespan);
  };
  const auto text = [](const std::vector<Action>& list) {
    std::string all;
    for (const Action& a : list) all += to_string(a) + " ";
    return all;
  };
  const auto [two, end_of_two] = lists(4, 2);
  EXPECT_EQ(end_of_two, 21);
  EXPECT_EQ(text(two.lists[0]), "0F0 0F1 0B0 0B1 ");
  EXPECT_EQ(text(two.lists[2]), "2F0 2F1 2B0 2B1 ");
  EXPECT_EQ(text(two.lists[3]), "3F0 3B0 3F1 3B1 ");
  EXPECT_EQ(lists(4, 1).second, 18);
  const auto [alone, end_alone] = lists(1, 3);
  EXPECT_EQ(end_alone, 9);
  EXPECT_EQ(text(alone.lists[0]), "0F0 0B0 0F1 0B1 0F2 0B2 ");
}

// Layers 3, 3, 1, 1 on devices of 0.5, 0.5, 0.25 and 0.2 of a core, against 2 each.
TEST(RunningPipelines, UnlikeStages) {
  const auto makespan = [](const char* name, const Times& forward) {
    PipelineCosts costs{.forward = forward, .latency = Times(3, 0)};
    for (Ticks f : forward) costs.backward.push_back(2 * f);
    return run_pipeline(generate(name, {4, 8}, costs, {}), costs).simulation.makespan;
  };
  EXPECT_EQ(makespan("1f1b", {6, 6, 4, 5}), 180);
  EXPECT_EQ(makespan("deep:h=1", {6, 6, 4, 5}), 168);
  EXPECT_EQ(makespan("1f1b", {4, 4, 8, 10}), 288);
  EXPECT_EQ(makespan("deep:h=1", {4, 4, 8, 10}), 288);
}

}  // namespace
}  // namespace motley::tensor::simulate
