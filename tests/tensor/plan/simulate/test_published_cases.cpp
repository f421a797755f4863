// Cases with known answers: schedules of four stages and a few more, found once by hand and by
// exhaustive search in exact arithmetic. c is the latency of every edge.
#include <gtest/gtest.h>

#include "tensor/plan/schedule/schedule_table.h"
#include "tensor/plan/schedule/validate.h"
#include "tensor/plan/simulate/pipeline_workload.h"

namespace motley::tensor::simulate {
namespace {

using namespace schedule;

using Times = std::vector<Ticks>;
using Depth = std::vector<int32_t>;

PipelineCosts equal_costs(int32_t stages, Ticks f, Ticks b, Ticks c,
                          Links links = Links::kParallel) {
  return {.forward = Times(stages, f),
          .backward = Times(stages, b),
          .latency = Times(stages - 1, c),
          .links = links};
}

PipelineCosts split_costs(int32_t stages, Ticks c) {
  PipelineCosts costs = equal_costs(stages, 1, 1, c);
  costs.weight = Times(stages, 1);
  return costs;
}

Ticks makespan(const Schedule& schedule, const PipelineCosts& costs) {
  EXPECT_EQ(fault_of(schedule), "");
  return run_pipeline(schedule, costs).simulation.makespan;
}

Ticks makespan(const char* name, PipelineShape shape, const PipelineCosts& costs, Depth cap = {}) {
  return makespan(generate(name, shape, costs, cap), costs);
}

std::vector<int64_t> peaks(const char* name, PipelineShape shape) {
  return peak_live(
      generate(name, shape, equal_costs(shape.devices * chunks_of(name), 1, 2, 0), {}));
}

using Peaks = std::vector<int64_t>;
constexpr PipelineShape k4x8 = {4, 8};

TEST(PublishedCases, FourEqualStagesWithoutLatencyAllTake33) {
  for (const char* name : {"gpipe", "1f1b", "deep:h=1", "kfkb:k=2", "kfkb:k=4"}) {
    EXPECT_EQ(makespan(name, k4x8, equal_costs(4, 1, 2, 0)), 33) << name;
  }
  EXPECT_EQ(peaks("gpipe", k4x8), (Peaks{8, 8, 8, 8}));
  EXPECT_EQ(peaks("1f1b", k4x8), (Peaks{4, 3, 2, 1}));
  EXPECT_EQ(peaks("deep:h=1", k4x8), (Peaks{7, 5, 3, 1}));
  EXPECT_EQ(peaks("kfkb:k=2", k4x8), (Peaks{8, 6, 4, 2}));
  EXPECT_EQ(peaks("kfkb:k=4", k4x8), (Peaks{8, 8, 8, 4}));
}

TEST(PublishedCases, LatencyTellsSchedulesApart) {
  struct Case {
    const char* name;
    Ticks c1, c2, c2_serial;
  };
  for (const Case& c :
       {Case{"gpipe", 39, 45, 52}, Case{"1f1b", 49, 65, 65}, Case{"deep:h=1", 39, 48, 48},
        Case{"kfkb:k=2", 39, 47, 49}, Case{"kfkb:k=4", 39, 45, 48}, Case{"kfkb:k=8", 39, 45, 52}}) {
    EXPECT_EQ(makespan(c.name, k4x8, equal_costs(4, 1, 2, 1)), c.c1) << c.name;
    EXPECT_EQ(makespan(c.name, k4x8, equal_costs(4, 1, 2, 2)), c.c2) << c.name;
    EXPECT_EQ(makespan(c.name, k4x8, equal_costs(4, 1, 2, 2, Links::kSerial)), c.c2_serial)
        << c.name;
  }
}

TEST(PublishedCases, UnequalStages) {
  const PipelineCosts middle = {.forward = {1, 2, 1}, .backward = {2, 4, 2}};
  EXPECT_EQ(makespan("gpipe", {3, 6}, middle), 42);
  EXPECT_EQ(makespan("1f1b", {3, 6}, middle), 40);
  EXPECT_EQ(makespan("deep:h=1", {3, 6}, middle), 39);
  EXPECT_EQ(makespan("kfkb:k=2", {3, 6}, middle), 39);

  const PipelineCosts first = {.forward = {3, 1}, .backward = {6, 2}};
  EXPECT_EQ(makespan("1f1b", {2, 4}, first), 36);
  EXPECT_EQ(makespan("gpipe", {2, 4}, first), 39);
  const PipelineCosts last = {.forward = {1, 3}, .backward = {2, 6}};
  for (const char* name : {"gpipe", "1f1b", "deep:h=1", "kfkb:k=2"}) {
    EXPECT_EQ(makespan(name, {2, 4}, last), 39) << name;
  }

  const PipelineCosts heavy_first = {.forward = {2, 1, 1}, .backward = {4, 2, 2}};
  EXPECT_EQ(makespan("1f1b", {3, 4}, heavy_first), 26);
  EXPECT_EQ(makespan("deep:h=1", {3, 4}, heavy_first), 25);
  EXPECT_EQ(makespan("gpipe", {3, 4}, heavy_first), 30);
  EXPECT_EQ(makespan("kfkb:k=2", {3, 4}, heavy_first), 27);  // grouping hurts
}

TEST(PublishedCases, ChunksShortenTheBubble) {
  for (const auto& [c, interleaved, breadth_first, plain] :
       {std::tuple<Ticks, Ticks, Ticks, Ticks>{0, 57, 57, 66}, {1, 71, 63, 82}}) {
    EXPECT_EQ(makespan("interleaved:v=2", k4x8, equal_costs(8, 1, 2, c)), interleaved);
    EXPECT_EQ(makespan("breadth-first:v=2", k4x8, equal_costs(8, 1, 2, c)), breadth_first);
    EXPECT_EQ(makespan("1f1b", k4x8, equal_costs(4, 2, 4, c)), plain);
  }
  EXPECT_EQ(peaks("interleaved:v=2", k4x8), (Peaks{11, 9, 7, 5}));
  EXPECT_EQ(peaks("breadth-first:v=2", k4x8), (Peaks{16, 16, 16, 16}));
}

// A device with stages 0 and 4 of an interleaved pipeline holds what both hold.
TEST(PublishedCases, LiveMicrobatchesOfSeveralStagesOnADevice) {
  for (const Schedule& schedule : {interleaved(k4x8, 2), zb_v({8, 8})}) {
    const Peaks devices = peak_live(schedule), stages = peak_live_of_stages(schedule);
    ASSERT_EQ(std::ssize(stages), schedule.num_stages);
    Peaks sums(devices.size(), 0);
    for (int32_t s = 0; s < schedule.num_stages; ++s) {
      EXPECT_GE(stages[s], 1);
      EXPECT_LE(stages[s], 8);
      sums[schedule.device_of_stage[s]] += stages[s];
    }
    for (size_t d = 0; d < devices.size(); ++d) {
      EXPECT_GE(sums[d], devices[d]);
      EXPECT_LE(sums[d], 16);
    }
  }
}

TEST(PublishedCases, WeightGradientsFillTheBubble) {
  for (const auto& [c, plain, h1, h2] :
       {std::tuple<Ticks, Ticks, Ticks, Ticks>{0, 33, 27, 27}, {1, 49, 41, 30}, {2, 65, 57, 42}}) {
    EXPECT_EQ(makespan("1f1b", k4x8, split_costs(4, c)), plain);
    EXPECT_EQ(makespan("zb-h1", k4x8, split_costs(4, c)), h1);
    EXPECT_EQ(makespan("zb-h2", k4x8, split_costs(4, c)), h2);
  }
  EXPECT_EQ(peak_live(zb_h1(k4x8)), (Peaks{4, 4, 4, 4}));
  EXPECT_EQ(peak_live(zb_h2(k4x8)), (Peaks{7, 7, 7, 7}));
  const auto spans = [](const Schedule& schedule) {
    std::vector<Ticks> spans;
    for (const DeviceTimes& t : run_pipeline(schedule, split_costs(4, 0)).devices) {
      spans.push_back(t.last_end - t.first_start);
    }
    return spans;
  };
  EXPECT_EQ(spans(zb_h1(k4x8)), (Times{27, 26, 25, 24}));
  EXPECT_EQ(spans(zb_h2(k4x8)), (Times{24, 24, 24, 24}));
}

// In half ticks: f = b = w = 2, so that a latency of a half is 1.
TEST(PublishedCases, TheDynamicRuleNeedsNoTuning) {
  struct Case {
    Ticks twice_c;
    int32_t cap;
    Ticks twice_makespan;
  };
  for (const Case& c : {Case{0, 4, 58},
                        {0, 7, 54},
                        {0, 8, 54},
                        {1, 4, 68},
                        {1, 7, 57},
                        {1, 8, 57},
                        Case{2, 4, 78},
                        {2, 7, 62},
                        {2, 8, 60},
                        {4, 4, 102},
                        {4, 7, 86},
                        {4, 8, 70}}) {
    PipelineCosts costs = equal_costs(4, 2, 2, c.twice_c);
    costs.weight = Times(4, 2);
    EXPECT_EQ(makespan("dynamic", k4x8, costs, Depth(4, c.cap)), c.twice_makespan)
        << "cap " << c.cap << ", twice the latency " << c.twice_c;
  }
}

TEST(PublishedCases, RaggedGroups) {
  EXPECT_EQ(makespan("kfkb:k=2", {2, 5}, equal_costs(2, 1, 2, 0)), 18);
  EXPECT_EQ(makespan("kfkb:k=2", {2, 5}, equal_costs(2, 1, 2, 1)), 20);
  EXPECT_EQ(peaks("kfkb:k=2", {2, 5}), (Peaks{4, 2}));
  EXPECT_EQ(makespan("kfkb:k=3", {4, 10}, equal_costs(4, 1, 2, 2)), 51);
  EXPECT_EQ(peaks("kfkb:k=3", {4, 10}), (Peaks{10, 9, 6, 3}));
  EXPECT_EQ(makespan("kfkb:k=4", {4, 6}, equal_costs(4, 1, 2, 1)), 33);
  EXPECT_EQ(peaks("kfkb:k=4", {4, 6}), (Peaks{6, 6, 6, 4}));
  EXPECT_EQ(makespan("kfkb:k=2", {3, 6}, equal_costs(3, 1, 1, 1)), 20);
  EXPECT_EQ(makespan("kfkb:k=1", {3, 6}, equal_costs(3, 1, 1, 1)), 26);
}

TEST(PublishedCases, DepthHidesLatencyNotGrouping) {
  for (const auto& [links, grouped, deep, tapered] :
       {std::tuple<Links, Ticks, Ticks, Ticks>{Links::kParallel, 141, 141, 135},
        {Links::kSerial, 147, 144, 135}}) {
    const PipelineCosts costs = equal_costs(4, 3, 6, 6, links);
    EXPECT_EQ(makespan("kfkb:k=2", k4x8, costs), grouped);
    EXPECT_EQ(makespan(deep_one_f_one_b(k4x8, Depth{8, 6, 4, 2}), costs), deep);
    EXPECT_EQ(makespan(deep_one_f_one_b(k4x8, Depth{8, 6, 4, 1}), costs), tapered);
  }
}

TEST(PublishedCases, OneSlowEdgeDeepensOnlyWhatIsBeforeIt) {
  PipelineCosts costs = equal_costs(4, 1, 2, 0);
  costs.latency = {0, 3, 0};
  EXPECT_EQ(makespan("kfkb:k=1", {4, 12}, costs), 81);
  EXPECT_EQ(makespan("kfkb:k=2", {4, 12}, costs), 55);
  EXPECT_EQ(makespan("kfkb:k=3", {4, 12}, costs), 51);
  EXPECT_EQ(peaks("kfkb:k=3", {4, 12}), (Peaks{12, 9, 6, 3}));
  EXPECT_EQ(per_edge_depth({4, 12}, costs), (Depth{6, 5, 2, 1}));
  EXPECT_EQ(makespan("per-edge", {4, 12}, costs), 51);
  EXPECT_EQ(makespan(deep_one_f_one_b({4, 12}, Depth{5, 4, 2, 1}), costs), 60);
}

// Sixteen samples and room for sixteen at the first stage: as k groups of microbatches of m
// samples, with a forward time of a + m.
TEST(PublishedCases, WhichGroupsPayDependsOnTheNetwork) {
  const auto time = [](Ticks a, Ticks c, int32_t k, int32_t m) {
    return makespan(kfkb({4, 16 / m}, k), equal_costs(4, a + m, 2 * (a + m), c));
  };
  const std::vector<std::array<Ticks, 4>> one = {{0, 105, 99, 114},   {4, 145, 123, 138},
                                                 {8, 185, 161, 162},  {9, 195, 171, 168},
                                                 {12, 225, 201, 198}, {20, 305, 281, 278}};
  for (const auto& [c, k1, k2, k4] : one) {
    EXPECT_EQ(time(1, c, 1, 4), k1) << c;
    EXPECT_EQ(time(1, c, 2, 2), k2) << c;
    EXPECT_EQ(time(1, c, 4, 1), k4) << c;
  }
  const std::vector<std::array<Ticks, 4>> three = {
      {0, 147, 165, 228}, {4, 187, 189, 252}, {5, 197, 195, 258}};
  for (const auto& [c, k1, k2, k4] : three) {
    EXPECT_EQ(time(3, c, 1, 4), k1) << c;
    EXPECT_EQ(time(3, c, 2, 2), k2) << c;
    EXPECT_EQ(time(3, c, 4, 1), k4) << c;
  }
  for (const auto& [c, deep] : {std::pair<Ticks, Ticks>{12, 186}, {20, 266}}) {
    EXPECT_EQ(makespan("deep:h=4", {4, 16}, equal_costs(4, 2, 4, c)), deep) << c;
  }
  // They cross at a latency of exactly 4.5.
  const auto twice = [](int32_t k, int32_t m) {
    return makespan(kfkb({4, 16 / m}, k), equal_costs(4, 2 * (3 + m), 4 * (3 + m), 9));
  };
  EXPECT_EQ(twice(1, 4), twice(2, 2));
}

// The period of a long pipeline: the slope between 48 and 96 microbatches.
TEST(PublishedCases, SteadyPeriods) {
  const auto period = [](const char* name, int32_t stages, const PipelineCosts& costs) {
    return static_cast<double>(makespan(name, {stages, 96}, costs) -
                               makespan(name, {stages, 48}, costs)) /
           48;
  };
  EXPECT_EQ(period("kfkb:k=2", 4, equal_costs(4, 2, 4, 3)), 6);
  EXPECT_EQ(period("kfkb:k=2", 2, equal_costs(2, 2, 4, 4)), 6.5);
  EXPECT_EQ(period("kfkb:k=2", 4, equal_costs(4, 2, 4, 4)), 6.75);
  EXPECT_EQ(period("kfkb:k=3", 4, equal_costs(4, 2, 4, 6)), 6);
  EXPECT_EQ(period("kfkb:k=3", 4, equal_costs(4, 2, 4, 7)), 6.5);
  // Serial links, in half ticks: f = 2, b = 4.
  const char* names[] = {"kfkb:k=1", "kfkb:k=2", "kfkb:k=3", "kfkb:k=4", "deep:h=1", "deep:h=2"};
  const std::vector<std::pair<Ticks, std::array<double, 6>>> rows = {
      {2, {4.5, 3, 3, 3, 3, 3}},
      {3, {5.25, 3.125, 3, 3, 3, 3}},
      {4, {6, 3.5, 3, 3, 3.42, 3}},
      {5, {6.75, 4, 3.5, 3.25, 3.83, 3}},
      {6, {7.5, 4.5, 4, 3.75, 4.25, 3}}};
  for (const auto& [twice_c, expected] : rows) {
    for (size_t i = 0; i < expected.size(); ++i) {
      const PipelineCosts costs = equal_costs(4, 2, 4, twice_c, Links::kSerial);
      EXPECT_NEAR(period(names[i], 4, costs) / 2, expected[i], 0.005) << names[i] << " " << twice_c;
    }
  }
}

}  // namespace
}  // namespace motley::tensor::simulate
