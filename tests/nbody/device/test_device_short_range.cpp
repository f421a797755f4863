// The short range of a device against the host's: tree and lists integer for integer, forces to
// rounding.
#include <gtest/gtest.h>

#include "nbody/device/device_cases.h"

namespace motley::nbody {
namespace {

ShortRangeSettings near_settings(int leaf_size, Softening softening = Softening::kSpline,
                                 double cutoff = 5.5) {
  return {
      .law = {.split = 1.0 / 24, .cutoff = cutoff / 24, .epsilon = 0.003, .softening = softening},
      .leaf_size = leaf_size};
}

std::vector<float> sizes_of(const Accelerations& a) {
  std::vector<float> sizes;
  for (int64_t i = 0; i < std::ssize(a.of[0]); ++i)
    sizes.push_back(static_cast<float>(norm(a.at(i))));
  return sizes;
}

Tree host_tree(const ShortRangeSettings& settings, const Positions& at,
               const std::vector<float>& old) {
  const double length = kernel_length(settings.law);
  return host_tree(at, old, settings.leaf_size, 1 / length, 1 / (length * length));
}

// Of each particle: the pairs that the host counts as its work, from a device's lists.
std::vector<float> work_of_lists(const std::vector<DeviceList>& lists, const Tree& tree,
                                 const ShortRangeSettings& settings, const Positions& at) {
  static const auto pack = MOTLEY_PICK_VECTOR_ISA(pack_sources);
  std::vector<float> work(at.size()), x(at.size() + 64), y(x), z(x);
  for (const DeviceList& list : lists) {
    const Cell& leaf = *std::ranges::find_if(
        tree.cells, [&](const Cell& c) { return c.is_leaf() && c.first == list.first; });
    const PackSettings box{.center = {leaf.center[0], leaf.center[1], leaf.center[2]},
                           .half = {leaf.half[0], leaf.half[1], leaf.half[2]},
                           .scale = static_cast<float>(0x1p-32 / kernel_length(settings.law)),
                           .cutoff_square = 2};
    int packed = 0;
    for (const auto& [first, count] : list.runs) {
      packed += pack(box, at.of[0].data() + first, at.of[1].data() + first, at.of[2].data() + first,
                     static_cast<int>(count), x.data(), y.data(), z.data());
    }
    for (uint32_t i = 0; i < list.count; ++i) {
      work[list.first + i] = static_cast<float>(packed + 3 * std::ssize(list.cells));
    }
  }
  return work;
}

class DeviceShortRange : public testing::TestWithParam<int> {};

TEST_P(DeviceShortRange, TreeListsAndForcesAreTheHosts) {
  const ShortRangeSettings settings = near_settings(GetParam());
  const Positions at = clustered_positions(6000, 31);
  const ShortRange host(settings, {.size = 1});
  const auto device = make_device(settings, at.size());
  std::vector<float> old;
  for (int round = 0; round < 2; ++round) {  // geometric, then relative opening
    Accelerations expected(at.size());
    std::vector<float> work(at.size());
    const ShortRangeCounts counts = host.accelerate(
        {.keys = at.keys, .position = at.view(), .old_acceleration = old, .work = work}, kUnitMass,
        expected.view(), 2);
    const DeviceCounts before = device->counts();
    const Accelerations found = device_forces(*device, at, old);
    const DeviceCounts after = device->counts();
    const Tree tree = host_tree(settings, at, old);
    expect_equal_cells(device->cells(), tree.cells);
    EXPECT_EQ(after.particles - before.particles, counts.particles);
    EXPECT_EQ(after.direct_pairs - before.direct_pairs, counts.direct_pairs);
    EXPECT_EQ(after.cell_pairs - before.cell_pairs, counts.cell_pairs);
    EXPECT_EQ(work_of_lists(device->lists(), tree, settings, at), work);
    const ForceDifference difference = force_difference(found, expected);
    EXPECT_LT(difference.median, 5e-7);
    EXPECT_LT(difference.largest, 2e-5);
    old = sizes_of(expected);
  }
}

INSTANTIATE_TEST_SUITE_P(LeafSizes, DeviceShortRange, testing::Values(16, 64, 128, 256));

// From one particle on, with empty octants, and with more equal keys than a leaf or a task holds.
TEST(DeviceTree, IsTheHostsForFewAndForCoincidentParticles) {
  for (const int count : {1, 2, 9, 1024, 1025, 3000}) {
    for (const int coincident : {0, 700}) {
      Positions at = clustered_positions(count, 13);
      for (int i = 0; i < coincident; ++i) at.add({0.7, 0.2, 0.9});
      at.sort();
      const ShortRangeSettings settings = near_settings(count < 10 ? 1 : 64);
      const auto device = make_device(settings, at.size());
      device_forces(*device, at);
      expect_equal_cells(device->cells(), host_tree(settings, at, {}).cells);
    }
  }
}

TEST(DeviceForces, SofteningsAndCutoffsAreTheHosts) {
  const Positions at = clustered_positions(3000, 5);
  for (const Softening softening : {Softening::kSpline, Softening::kPlummer}) {
    for (const double cutoff : {4.5, 6.5}) {
      const ShortRangeSettings settings = near_settings(64, softening, cutoff);
      Accelerations expected(at.size());
      ShortRange(settings, {.size = 1})
          .accelerate({.keys = at.keys, .position = at.view()}, kUnitMass, expected.view(), 2);
      const Accelerations found = device_forces(*make_device(settings, at.size()), at);
      const ForceDifference difference = force_difference(found, expected);
      EXPECT_LT(difference.median, 5e-7);
      EXPECT_LT(difference.largest, 2e-5);
    }
  }
}

// A cell of 30 particles, whose moments are summed for a target as far as the host's test has it:
// the error against the sum over its particles falls with the third power of its size.
TEST(DeviceForces, CellsApproximateTheirParticlesToThirdOrder) {
  ShortRangeSettings settings = near_settings(64);
  settings.law.epsilon = 0.05 / 24;
  const double l = kernel_length(settings.law);
  double errors[2];
  for (const int half : {0, 1}) {
    const double size = (half ? 0.05 : 0.1) * l;
    Positions at;
    for (int i = 0; i < 30; ++i) {
      Vector p;
      for (uint32_t axis = 0; axis < 3; ++axis) {
        p[axis] = 0.56 + size * (core::uniform_at({.seed = 5, .tensor = axis}, i) - 0.5);
      }
      at.add(p);
    }
    at.add({0.56 - 0.7 * l, 0.56 + 0.2 * l, 0.56 + 0.4 * l});
    const uint32_t target = at.of[0].back();
    at.sort();
    const auto index = std::ranges::find(at.of[0], target) - at.of[0].begin();
    settings.opening = {.relative = false, .angle = 0.9};
    const auto device = make_device(settings, at.size());
    const Vector cells = device_forces(*device, at).at(index);
    EXPECT_EQ(device->counts().cell_pairs, 1);
    settings.opening = {.relative = false, .angle = 0};
    const Vector exact = device_forces(*make_device(settings, at.size()), at).at(index);
    errors[half] = norm(difference(cells, exact)) / norm(exact);
  }
  EXPECT_LT(errors[0], 5e-4);
  EXPECT_GT(errors[0], 1e-6);
  EXPECT_LT(errors[1], errors[0] / 5);
}

// Few and many lists, of all lengths.
TEST(DeviceForces, BatchesOfListsAreTheHosts) {
  for (const auto& [count, leaf, lists] :
       {std::tuple{20, 64, 1}, std::tuple{9000, 8, 1500}, std::tuple{60000, 4, 20000}}) {
    const bool is_large = count > 10000;
    Positions at = is_large ? uniform_positions(count, 72) : clustered_positions(count, 71);
    if (count < 100) {
      for (auto& axis : at.of) {
        for (uint32_t& x : axis) x = 0x22000000 + x / 64;  // in one cell
      }
      at.sort();
    }
    ShortRangeSettings settings = near_settings(leaf);
    if (is_large) settings.law.split = 0.01;
    settings.law.cutoff = 5.5 * settings.law.split;
    Accelerations expected(at.size());
    ShortRange(settings, {.size = 1})
        .accelerate({.keys = at.keys, .position = at.view()}, kUnitMass, expected.view(), 2);
    const auto device = make_device(settings, at.size());
    const ForceDifference difference = force_difference(device_forces(*device, at), expected);
    EXPECT_GE(std::ssize(device->lists()), lists);
    EXPECT_LT(difference.median, 3e-7) << count;
    EXPECT_LT(difference.largest, 2e-5) << count;
  }
}

// The widest cut-off that the settings allow, and clusters across the border of the Box.
TEST(DeviceForces, WideCutoffsAndBordersAreTheHosts) {
  for (const bool is_wide : {true, false}) {
    ShortRangeSettings settings = near_settings(64);
    settings.law.split = is_wide ? 0.42 / 5.5 : 1.0 / 24;
    settings.law.cutoff = 5.5 * settings.law.split;
    Positions at = clustered_positions(2000, 81);
    const uint32_t corner = at.of[0][700];
    for (auto& axis : at.of) {
      for (uint32_t& x : axis) x -= corner;  // a dense place moves to the border
    }
    at.sort();
    Accelerations expected(at.size());
    const ShortRangeCounts counts =
        ShortRange(settings, {.size = 1})
            .accelerate({.keys = at.keys, .position = at.view()}, kUnitMass, expected.view(), 2);
    const auto device = make_device(settings, at.size());
    const ForceDifference difference = force_difference(device_forces(*device, at), expected);
    EXPECT_EQ(device->counts().direct_pairs, counts.direct_pairs);
    EXPECT_EQ(device->counts().cell_pairs, counts.cell_pairs);
    EXPECT_LT(difference.median, 5e-7);
    EXPECT_LT(difference.largest, 2e-5);
  }
}

TEST(DeviceForces, SubBoxesChangeNoBit) {
  const Positions at = clustered_positions(6000, 32);
  for (const int leaf : {128, 256}) {  // of one item, and of several
    const ShortRangeSettings settings = near_settings(leaf);
    const auto with = make_device(settings, at.size()),
               without = make_device(settings, at.size(), 0, false);
    EXPECT_EQ(device_forces(*with, at).of, device_forces(*without, at).of);
    EXPECT_LT(with->counts().summed_pairs, without->counts().summed_pairs);
  }
}

// Coincident keys make leaves of any size.
TEST(DeviceForces, LeavesOfAnySize) {
  for (const int size : {1, 2, 7, 8, 9, 15, 16, 17, 24, 25, 31, 32, 33, 40, 127, 128, 129, 400}) {
    Positions at;
    for (int i = 0; i < size; ++i) {
      // Within one cell of the finest grid, and some exactly on each other.
      at.add({0.3, 0.3, 0.3});
      at.of[0].back() += i / 2;
      at.of[1].back() += i % 3;
    }
    for (int i = 0; i < 600; ++i) {
      at.add({0.3 + 0.02 * core::normal_at({.seed = 3, .tensor = 0}, i),
              0.3 + 0.02 * core::normal_at({.seed = 3, .tensor = 1}, i),
              0.3 + 0.02 * core::normal_at({.seed = 3, .tensor = 2}, i)});
    }
    at.sort();
    const ShortRangeSettings settings = near_settings(128);
    Accelerations expected(at.size());
    ShortRange(settings, {.size = 1})
        .accelerate({.keys = at.keys, .position = at.view()}, kUnitMass, expected.view(), 1);
    const ForceDifference difference =
        force_difference(device_forces(*make_device(settings, at.size()), at), expected);
    EXPECT_LT(difference.largest, 3e-5) << size;
  }
}

TEST(DeviceForces, AParticleExertsNoForceOnItself) {
  Positions at;
  for (int i = 0; i < 16; ++i) at.add({0.123456, 0.98765, 0.5});
  at.sort();
  for (const int64_t small_limit : {0, 100}) {
    const Accelerations none =
        device_forces(*make_device(near_settings(64), at.size(), small_limit), at);
    for (const auto& axis : none.of) {
      for (const float a : axis) EXPECT_EQ(a, 0.0f);
    }
  }
  // A pair far beyond the cut-off, each at many places of its leaf.
  for (int i = 0; i < 200; ++i) {
    Positions two;
    two.add({core::uniform_at({.seed = 7, .tensor = 0}, i), 0.1, 0.2});
    two.add({two.of[0][0] * 0x1p-32 + 0.5, 0.6, 0.7});
    two.sort();
    const Accelerations none = device_forces(*make_device(near_settings(64), 2), two);
    for (const auto& axis : none.of) EXPECT_EQ(axis, std::vector<float>(2, 0.0f));
  }
}

TEST(DeviceForces, SmallSetsAreSummedDirectly) {
  ShortRangeSettings settings = near_settings(64);
  settings.opening.tolerance = 0;
  std::vector<int> counts = {2, 31, 32, 33, 1024, 1025, 4096};
  if (test_device() == "cuda") counts.push_back(16384);
  for (const int count : counts) {
    const Positions at = clustered_positions(count, 11);
    Accelerations expected(at.size());
    // With an old acceleration and tolerance 0 no cell is accepted.
    const std::vector<float> old(count, 1.0f);
    ShortRange(settings, {.size = 1})
        .accelerate({.keys = at.keys, .position = at.view(), .old_acceleration = old}, kUnitMass,
                    expected.view(), 2);
    const auto small = make_device(settings, count, 16384);
    const ForceDifference direct = force_difference(device_forces(*small, at, old), expected);
    const ForceDifference tree =
        force_difference(device_forces(*make_device(settings, count), at, old), expected);
    EXPECT_EQ(small->counts().small_evaluations, 1);
    EXPECT_LT(direct.median, 5e-7) << count;
    EXPECT_LT(direct.largest, 2e-5) << count;
    EXPECT_LT(tree.median, 5e-7) << count;
  }
}

// The largest set without a tree, and one more.
TEST(DeviceForces, SmallSetsEndAtTheLimit) {
  for (const int count : {1024, 1025}) {
    const auto device = make_device(near_settings(64), count, 1024);
    device_forces(*device, clustered_positions(count, 12));
    EXPECT_EQ(device->counts().small_evaluations, count == 1024 ? 1 : 0);
    EXPECT_EQ(device->counts().evaluations, 1);
  }
}

// At the default limit, 16,384 directly and 16,385 by a tree, without multipoles.
TEST(DeviceForcesLarge, SmallSetsEndAtTheDefaultLimit) {
  ShortRangeSettings settings = near_settings(64);
  settings.opening.tolerance = 0;
  for (const int count : {16384, 16385}) {
    const Positions at = clustered_positions(count, 14);
    const std::vector<float> old(count, 1.0f);
    Accelerations expected(at.size());
    ShortRange(settings, {.size = 1})
        .accelerate({.keys = at.keys, .position = at.view(), .old_acceleration = old}, kUnitMass,
                    expected.view(), 2);
    const auto device = make_device(settings, count, DeviceSetup{}.small_limit);
    const ForceDifference difference = force_difference(device_forces(*device, at, old), expected);
    EXPECT_EQ(device->counts().small_evaluations, count == 16384 ? 1 : 0);
    EXPECT_LT(difference.median, 5e-7) << count;
    EXPECT_LT(difference.largest, 2e-5) << count;
  }
}

// The bits of the host, for lists of any length.
TEST(DeviceForcesLarge, OfTheExactModeHaveTheHostsBits) {
  const Positions at = clustered_positions(20000, 52);
  ShortRangeSettings settings = near_settings(64);
  settings.exact = true;
  Accelerations expected(at.size());
  ShortRange(settings, {.size = 1})
      .accelerate({.keys = at.keys, .position = at.view()}, kUnitMass, expected.view(), 2);
  EXPECT_EQ(device_forces(*make_device(settings, at.size()), at).of, expected.of);
}

TEST(DeviceForces, OfTheExactModeHaveTheHostsBits) {
  const Positions at = clustered_positions(6000, 51);
  for (const Softening softening : {Softening::kSpline, Softening::kPlummer}) {
    for (const double cutoff : {4.5, 5.5, 6.5}) {
      ShortRangeSettings settings = near_settings(cutoff == 5.5 ? 64 : 16, softening, cutoff);
      settings.exact = true;
      std::vector<float> old;
      const auto device = make_device(settings, at.size(), 16384);
      for (int round = 0; round < 2; ++round) {
        Accelerations expected(at.size());
        const ShortRangeCounts counts =
            ShortRange(settings, {.size = 1})
                .accelerate({.keys = at.keys, .position = at.view(), .old_acceleration = old},
                            kUnitMass, expected.view(), 2);
        EXPECT_EQ(device_forces(*device, at, old).of, expected.of) << cutoff;
        if (round == 1) {
          EXPECT_GT(counts.cell_pairs, 0);
        }
        old = sizes_of(expected);
      }
    }
  }
}

// Stacks and pools start small and grow.
TEST(DeviceForces, RepeatsToTheLastBit) {
  const Positions at = clustered_positions(6000, 41);
  const ShortRangeSettings settings = near_settings(128);
  const auto device = make_device(settings, at.size());
  const Accelerations first = device_forces(*device, at);
  EXPECT_EQ(device_forces(*device, at).of, first.of);
  EXPECT_EQ(device_forces(*make_device(settings, at.size()), at).of, first.of);
}

}  // namespace
}  // namespace motley::nbody
