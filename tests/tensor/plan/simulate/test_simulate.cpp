#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tensor/plan/schedule/schedule_table.h"
#include "tensor/plan/simulate/pipeline_workload.h"
#include "tensor/plan/simulate/simulate.h"

namespace motley::tensor::simulate {
namespace {

using namespace schedule;

// `durations[d]` are the items of device d.
Workload work(const std::vector<std::vector<Ticks>>& durations) {
  Workload w;
  for (const auto& device : durations) {
    w.device_begin.push_back(static_cast<int32_t>(w.items.size()));
    for (const Ticks duration : device) w.items.push_back({.duration = duration});
  }
  w.device_begin.push_back(static_cast<int32_t>(w.items.size()));
  return w;
}

TEST(Simulate, AnItemWaitsForItsDeviceAndForItsInputs) {
  Workload w = work({{5, 1}, {2, 3}});
  w.transfers = {{.from = 0, .to = 3, .latency = 4}};
  const Simulation s = simulate(w);
  EXPECT_EQ(s.start, (std::vector<Ticks>{0, 5, 0, 9}));
  EXPECT_EQ(s.makespan, 12);
  EXPECT_EQ(s.last_input, (std::vector<int32_t>{-1, -1, -1, 0}));
}

TEST(Simulate, AnExclusivePortServesInTheOrderOfReadiness) {
  Workload w = work({{1}, {2}, {1, 1}});
  w.ports = {Port::kExclusive};
  w.port_sets = {{0}};
  w.transfers = {{.from = 0, .to = 3, .busy = 10, .latency = 1, .ports = 0},
                 {.from = 1, .to = 2, .busy = 10, .latency = 1, .ports = 0}};
  const Simulation s = simulate(w);
  EXPECT_EQ(s.transfers[0].begin, 1);
  EXPECT_EQ(s.transfers[1].begin, 11);
  EXPECT_EQ(s.transfers[1].arrival, 22);  // latency does not hold the port
  EXPECT_EQ(s.start[2], 22);
}

TEST(Simulate, ATransferNeedsBothItsPorts) {
  Workload w = work({{1}, {2}, {1}, {1}});
  w.ports = {Port::kExclusive, Port::kExclusive, Port::kExclusive};
  w.port_sets = {{0, 2}, {1, 2}};
  w.transfers = {{.from = 0, .to = 2, .busy = 10, .ports = 0},
                 {.from = 1, .to = 3, .busy = 3, .ports = 1}};
  EXPECT_EQ(simulate(w).start[3], 14);
}

TEST(Simulate, TransfersShareAPortEvenly) {
  // One of 6 from 0, one of 6 from 3: alone, both at half, alone.
  Workload w = work({{0}, {3}, {1}, {1}});
  w.ports = {Port::kShared};
  w.port_sets = {{0}};
  w.transfers = {{.from = 0, .to = 2, .busy = 6, .ports = 0},
                 {.from = 1, .to = 3, .busy = 6, .ports = 0}};
  const Simulation s = simulate(w);
  EXPECT_EQ(s.start[2], 9);
  EXPECT_EQ(s.start[3], 12);
}

TEST(Simulate, ThreeWayShareEndsOnTheTick) {
  Workload w = work({{0}, {0}, {0}, {1}, {1}, {1}});
  w.ports = {Port::kShared};
  w.port_sets = {{0}};
  w.transfers = {{.from = 0, .to = 3, .busy = 1'000'000'007, .ports = 0},
                 {.from = 1, .to = 4, .busy = 1'000'000'007, .ports = 0},
                 {.from = 2, .to = 5, .busy = 1'000'000'007, .ports = 0}};
  EXPECT_EQ(simulate(w).start[5], 3'000'000'021);
}

TEST(Simulate, AnAllReduceOverlapsWithWhatRemains) {
  Workload w = work({{4, 10}, {6}});
  w.collectives = {{.after = {0, 2}, .busy = 5}};
  const Simulation s = simulate(w);
  EXPECT_EQ(s.collectives[0].begin, 6);
  EXPECT_EQ(s.makespan, 14);  // hidden behind the last item
  w.collectives[0].lead = 2;  // there before the items end
  EXPECT_EQ(simulate(w).collectives[0].begin, 4);
  w.collectives[0].busy = 20;
  EXPECT_EQ(simulate(w).makespan, 24);
}

TEST(Simulate, ACollectiveAndATransferTakeTurnsOnAPort) {
  Workload w = work({{4}, {4}, {1}});
  w.ports = {Port::kExclusive};
  w.port_sets = {{0}};
  w.transfers = {{.from = 0, .to = 2, .busy = 5, .ports = 0}};
  w.collectives = {{.after = {1}, .busy = 3, .ports = 0}};
  const Simulation s = simulate(w);
  EXPECT_EQ(s.transfers[0].begin, 4);
  EXPECT_EQ(s.collectives[0].begin, 9);
}

TEST(Simulate, SaysWhoIsStuck) {
  Workload w = work({{1, 1}, {1, 1}});
  w.transfers = {{.from = 1, .to = 2}, {.from = 3, .to = 0}};
  EXPECT_EQ(simulate(w).stuck, (std::vector<int32_t>{0, 2}));
}

TEST(HighWater, CountsWhatItemsTakeAndWhatHasArrived) {
  Workload w = work({{1, 1}, {10, 1, 1}});
  w.items[2].bytes_taken = 100;
  w.items[3].bytes_freed = 100;
  w.transfers = {{.from = 0, .to = 3, .bytes = 7}, {.from = 1, .to = 4, .bytes = 8}};
  // Both messages arrive while item 2 runs.
  EXPECT_EQ(high_water_bytes(w, simulate(w)), (std::vector<int64_t>{0, 115}));
}

// A fixed point by plain repetition, for lists and latencies alone.
Ticks slow_makespan(const Workload& w) {
  std::vector<Ticks> end(w.items.size(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (int32_t d = 0; d < w.num_devices(); ++d) {
      for (int32_t i = w.device_begin[d]; i < w.device_begin[d + 1]; ++i) {
        Ticks start = i > w.device_begin[d] ? end[i - 1] : 0;
        for (const auto& t : w.transfers) {
          if (t.to == i) start = std::max(start, end[t.from] + t.busy + t.latency);
        }
        if (end[i] != start + w.items[i].duration) changed = true;
        end[i] = start + w.items[i].duration;
      }
    }
  }
  return *std::ranges::max_element(end);
}

TEST(Simulate, AgreesWithAFixedPointOnRandomPipelines) {
  constexpr uint32_t kSeed = 77;
  std::mt19937 random(kSeed);
  const auto draw = [&](int lo, int hi) {
    return lo + static_cast<int>(random() % static_cast<uint32_t>(hi - lo + 1));
  };
  for (int round = 0; round < 300; ++round) {
    const PipelineShape shape{draw(1, 5), draw(1, 8)};
    PipelineCosts costs;
    for (int s = 0; s < shape.devices; ++s) {
      costs.forward.push_back(draw(1, 9));
      costs.backward.push_back(draw(1, 9));
      costs.weight.push_back(draw(0, 9));
      if (s > 0) costs.latency.push_back(draw(0, 5));
    }
    std::vector<int32_t> cap(shape.devices, draw(1, 8));
    for (const char* name : {"gpipe", "1f1b", "kfkb:k=3", "zb-h1", "zb-h2", "dynamic"}) {
      const Workload w = pipeline_workload(generate(name, shape, costs, cap), costs);
      EXPECT_EQ(simulate(w).makespan, slow_makespan(w)) << name << ", seed " << kSeed;
    }
  }
}

}  // namespace
}  // namespace motley::tensor::simulate
