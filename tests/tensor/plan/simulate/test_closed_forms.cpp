// Closed forms of the literature and our own against the simulator, which knows none of them.
#include <gtest/gtest.h>

#include <random>

#include "tensor/plan/schedule/generators.h"
#include "tensor/plan/simulate/pipeline_workload.h"

namespace motley::tensor::simulate {
namespace {

using namespace schedule;

constexpr uint32_t kSeed = 20261;

// Equal stages in random numbers.
struct Case {
  int32_t S, M, k, h;
  Ticks f, b, w, c;

  PipelineShape shape() const { return {S, M}; }
  PipelineCosts costs(bool split = false, int32_t chunks = 1) const {
    const size_t n = static_cast<size_t>(S) * chunks;
    PipelineCosts costs = {.forward = std::vector<Ticks>(n, f),
                           .backward = std::vector<Ticks>(n, b),
                           .latency = std::vector<Ticks>(n - 1, c)};
    if (split) costs.weight.assign(n, w);
    return costs;
  }
};

std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << "seed " << kSeed << ": S " << c.S << " M " << c.M << " k " << c.k << " h " << c.h
             << " f " << c.f << " b " << c.b << " w " << c.w << " c " << c.c;
}

std::vector<Case> random_cases(int count) {
  std::mt19937 random(kSeed);
  const auto draw = [&](int lo, int hi) {
    return lo + static_cast<int32_t>(random() % static_cast<uint32_t>(hi - lo + 1));
  };
  std::vector<Case> cases;
  for (int i = 0; i < count; ++i) {
    const int32_t k = draw(1, 5);
    cases.push_back({.S = draw(1, 8),
                     .M = k * draw(1, 8),
                     .k = k,
                     .h = draw(0, 3),
                     .f = draw(1, 9),
                     .b = draw(1, 9),
                     .w = draw(0, 9),
                     .c = draw(0, 20)});
  }
  return cases;
}

Ticks simulated_makespan(const Schedule& schedule, const PipelineCosts& costs) {
  return run_pipeline(schedule, costs).simulation.makespan;
}

TEST(ClosedForms, GPipe) {
  for (const Case& c : random_cases(1000)) {
    EXPECT_EQ(simulated_makespan(gpipe(c.shape()), c.costs()),
              (c.M + c.S - 1) * (c.f + c.b) + 2 * c.c * (c.S - 1))
        << c;
  }
}

TEST(ClosedForms, GPipeOverSerialLinks) {
  for (const Case& c : random_cases(1000)) {
    if (c.S == 1) continue;
    PipelineCosts costs = c.costs();
    costs.links = Links::kSerial;
    EXPECT_EQ(simulated_makespan(gpipe(c.shape()), costs),
              (c.S - 1) * (c.f + c.b + 2 * c.c) + c.f + c.b +
                  (c.M - 1) * (std::max(c.f, c.c) + std::max(c.b, c.c)))
        << c;
  }
}

// Groups of k that divide M; 1f1b is k = 1.
TEST(ClosedForms, Groups) {
  for (const Case& c : random_cases(3000)) {
    const Ticks turn = c.f + c.b, G = c.M / c.k;
    const Ticks exposed = std::max<Ticks>(0, G + c.S - 2 - (G + c.S - 2) / c.S - (c.S - 1)) *
                          std::max<Ticks>(0, 2 * c.c - (c.k - 1) * turn);
    EXPECT_EQ(simulated_makespan(kfkb(c.shape(), c.k), c.costs()),
              (c.M + c.S - 1) * turn + 2 * c.c * (c.S - 1) + exposed)
        << c;
  }
}

TEST(ClosedForms, DepthHidesLatencyUpToItsThreshold) {
  int tried = 0;
  for (const Case& c : random_cases(4000)) {
    if (2 * c.c > c.h * (c.f + c.b)) continue;
    ++tried;
    const Schedule deep = deep_one_f_one_b(c.shape(), uniform_depth(c.shape(), c.h));
    EXPECT_EQ(simulated_makespan(deep, c.costs()),
              (c.M + c.S - 1) * (c.f + c.b) + 2 * c.c * (c.S - 1))
        << c;
  }
  EXPECT_GT(tried, 1000);
}

TEST(ClosedForms, PerEdgeDepthHidesAnyLatencyOfEqualStages) {
  std::mt19937 random(kSeed);
  for (const Case& c : random_cases(1000)) {
    PipelineCosts costs = c.costs();
    Ticks away = 0;
    for (Ticks& latency : costs.latency) {
      costs.gradient_latency.push_back(static_cast<Ticks>(random() % 30));
      latency = static_cast<Ticks>(random() % 30);
      away += latency + costs.gradient_latency.back();
    }
    const Schedule schedule = deep_one_f_one_b(c.shape(), per_edge_depth(c.shape(), costs));
    EXPECT_EQ(simulated_makespan(schedule, costs), (c.M + c.S - 1) * (c.f + c.b) + away) << c;
  }
}

TEST(ClosedForms, InterleavedAndBreadthFirst) {
  for (Case c : random_cases(1000)) {
    c.M = c.S * ((c.M + c.S - 1) / c.S);
    c.c = 0;
    const int32_t v = c.k;
    const Ticks expected = (v * c.M + c.S - 1) * (c.f + c.b);
    EXPECT_EQ(simulated_makespan(interleaved(c.shape(), v), c.costs(false, v)), expected) << c;
    EXPECT_EQ(simulated_makespan(breadth_first(c.shape(), v), c.costs(false, v)), expected) << c;
  }
}

TEST(ClosedForms, ZeroBubbleH1) {
  int tried = 0;
  for (Case c : random_cases(2000)) {
    // The form holds where weight gradients fit behind the others, and the pipeline fills.
    if (c.w > c.f || c.w > c.b || c.M < c.S) continue;
    c.c = 0;
    ++tried;
    EXPECT_EQ(simulated_makespan(zb_h1(c.shape()), c.costs(true)),
              c.M * (c.f + c.b + c.w) + (c.S - 1) * (c.f + c.b - c.w))
        << c;
  }
  EXPECT_GT(tried, 150);
}

TEST(ClosedForms, ZeroBubbleH2HasNoBubbleInAStageOfEqualPasses) {
  for (Case c : random_cases(1000)) {
    c.b = c.w = c.f;
    c.c = 0;
    if (c.M < 2 * c.S - 1) continue;
    for (const DeviceTimes& t : run_pipeline(zb_h2(c.shape()), c.costs(true)).devices) {
      EXPECT_EQ(t.last_end - t.first_start, 3 * c.M * c.f) << c;
    }
  }
}

TEST(ClosedForms, BusyTimeAndLiveMicrobatches) {
  for (const Case& c : random_cases(500)) {
    const Schedule schedule = kfkb(c.shape(), c.k);
    const std::vector<int64_t> live = peak_live(schedule);
    const PipelineRun run = run_pipeline(schedule, c.costs());
    for (int32_t s = 0; s < c.S; ++s) {
      EXPECT_EQ(run.devices[s].busy, c.M * (c.f + c.b)) << c;
      EXPECT_EQ(live[s], std::min<int64_t>(c.M, int64_t{c.k} * (c.S - s))) << c;
    }
  }
}

}  // namespace
}  // namespace motley::tensor::simulate
