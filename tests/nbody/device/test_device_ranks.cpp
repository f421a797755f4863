// Several ranks, each with a device of its own for the short range.
#include <gtest/gtest.h>

#include "nbody/device/device_cases.h"
#include "nbody/device/device_tasks.h"
#include "nbody/run/rank_cases.h"

namespace motley::nbody {
namespace {

Settings rank_settings(int side, bool exact) {
  Settings settings = small_settings(side);
  settings.output.redshifts = {side < 20 ? 7.0 : 6.0};
  settings.run.device = test_device();
  settings.run.exact = exact;
  return settings;
}

State on_devices(int num_ranks, const Settings& settings) {
  return run_on(num_ranks, settings, {.num_threads = 1, .device = test_device()}).state;
}

State on_one_host(Settings settings) {
  settings.run.device = "none";
  Simulation run(settings, {.size = settings.box.size}, kBegin, {});
  run.begin(wavy_particles(static_cast<int>(settings.box.particles), kBegin, settings));
  EXPECT_TRUE(run.run({}).finished);
  State state = run.state();
  state.global_sums = {};  // a sum, whose last bits depend on the ranks
  return state;
}

// In the exact mode it does not matter who sums: ranks with devices have the bits of one host.
TEST(DeviceRanks, OfTheExactModeAreBitwiseEqualToOneHost) {
  const Settings settings = rank_settings(12, true);
  const State host = on_one_host(settings);
  for (const int ranks : {2, 3}) EXPECT_EQ(on_devices(ranks, settings), host) << ranks;
}

// Otherwise the bits depend neither on the number of ranks nor on their domains, and are close to
// those of a host.
TEST(DeviceRanks, AreBitwiseEqualToEachOther) {
  const Settings settings = rank_settings(12, false);
  const State two = on_devices(2, settings), host = on_one_host(settings);
  EXPECT_EQ(on_devices(3, settings), two);
  ASSERT_EQ(two.particles.size(), host.particles.size());
  std::vector<std::array<uint32_t, 3>> by_id(host.particles.size());
  for (int64_t i = 0; i < host.particles.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      by_id[host.particles.id[i]][axis] = host.particles.position[axis][i];
    }
  }
  double sum = 0;
  for (int64_t i = 0; i < two.particles.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      const auto d =
          static_cast<int32_t>(two.particles.position[axis][i] - by_id[two.particles.id[i]][axis]);
      sum += std::pow(d * settings.box.size * 0x1p-32, 2);
    }
  }
  const double separation = settings.box.size / static_cast<double>(settings.box.particles);
  EXPECT_LT(std::sqrt(sum / static_cast<double>(two.particles.size())), 1e-5 * separation);
}

// With sets above the limit of replicated ones, which import ghosts at every evaluation.
TEST(DeviceRanksLarge, AreBitwiseEqual) {
  const Settings exact = rank_settings(26, true), fast = rank_settings(26, false);
  EXPECT_EQ(on_devices(3, exact), on_one_host(exact));
  EXPECT_EQ(on_devices(3, fast), on_devices(2, fast));
}

// One evaluation by a tree of the host: all forces, the work of each target and the counts.
TEST(DeviceTasks, ForcesAndWorkAreTheHosts) {
  const Positions at = clustered_positions(6000, 61);
  for (const bool exact : {false, true}) {
    const ShortRange host({.law = {.split = 1.0 / 24, .cutoff = 5.5 / 24, .epsilon = 0.003},
                           .leaf_size = 64,
                           .exact = exact},
                          {.size = 1});
    DeviceTasks tasks({.name = test_device(), .num_threads = 2});
    const std::vector<float> old(at.size(), 1e3f);
    constexpr int64_t kBegin = 1500, kEnd = 4100;  // targets, not at borders of leaves
    std::array<Accelerations, 2> found = {Accelerations(kEnd - kBegin),
                                          Accelerations(kEnd - kBegin)};
    std::array<std::vector<float>, 2> work;
    std::array<ShortRangeCounts, 2> counts;
    for (const int on_device : {0, 1}) {
      work[on_device].assign(kEnd - kBegin, 1.0f);
      counts[on_device] = host.accelerate({.keys = at.keys,
                                           .position = at.view(),
                                           .old_acceleration = old,
                                           .own_begin = kBegin,
                                           .own_end = kEnd,
                                           .work = work[on_device],
                                           .executor = on_device ? &tasks : nullptr},
                                          kUnitMass, found[on_device].view(), 2);
    }
    EXPECT_EQ(work[1], work[0]);
    EXPECT_EQ(counts[1].particles, counts[0].particles);
    EXPECT_EQ(counts[1].direct_pairs, counts[0].direct_pairs);
    EXPECT_EQ(counts[1].cell_pairs, counts[0].cell_pairs);
    EXPECT_GT(counts[0].cell_pairs, 0);
    if (exact) {
      EXPECT_EQ(found[1].of, found[0].of);
    } else {
      EXPECT_LT(force_difference(found[1], found[0]).median, 5e-7);
      EXPECT_LT(force_difference(found[1], found[0]).largest, 2e-5);
    }
  }
}

// Targets and sources of one leaf, of any number: `targets` are this rank's own particles.
void expect_ragged_sums(std::span<const int> targets, std::span<const int> sources) {
  const ShortRange host(
      {.law = {.split = 1.0 / 24, .cutoff = 5.5 / 24, .epsilon = 0.003}, .leaf_size = 64},
      {.size = 1});
  DeviceTasks tasks({.name = test_device(), .num_threads = 2});
  for (const int t : targets) {
    for (const int s : sources) {
      Positions at;
      for (int i = 0; i < t + s; ++i) {
        at.add({0.3, 0.3, 0.3});  // within one cell of the finest grid of keys
        at.of[0].back() += i / 2 % 1024;
        at.of[1].back() += i % 3;
      }
      at.sort();
      std::array<Accelerations, 2> found = {Accelerations(t), Accelerations(t)};
      for (const int on_device : {0, 1}) {
        host.accelerate({.keys = at.keys,
                         .position = at.view(),
                         .own_begin = 0,
                         .own_end = t,
                         .executor = on_device ? &tasks : nullptr},
                        kUnitMass, found[on_device].view(), 2);
      }
      EXPECT_LT(force_difference(found[1], found[0]).largest, 3e-5) << t << ' ' << s;
    }
  }
}

TEST(DeviceTasks, TargetsAndSourcesOfAnyNumber) {
  expect_ragged_sums(std::to_array({1, 2, 7, 8, 9, 31, 32, 33, 63, 64, 65, 127, 128, 129}),
                     std::to_array({0, 1, 3, 4, 5, 511, 512, 513}));
}

TEST(DeviceTasksLarge, TargetsAndSourcesOfAnyNumber) {
  expect_ragged_sums(std::to_array({5000}), std::to_array({0, 513}));
  expect_ragged_sums(std::to_array({33}), std::to_array({12'000}));
}

}  // namespace
}  // namespace motley::nbody
