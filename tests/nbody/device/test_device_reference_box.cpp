// The lists of the reference box of 32^3 particles, at three redshifts.
#include <gtest/gtest.h>

#include "nbody/device/device_cases.h"
#include "nbody/ic/initial_conditions.h"
#include "nbody/run/run_cases.h"
#include "nbody/snapshot/snapshot.h"
#include "nbody/step/device_steps.h"

namespace motley::nbody {
namespace {

Settings reference_settings() {
  Settings settings;
  settings.box = {.size = 50, .particles = 32, .seed = 1};
  settings.softening.comoving = 0.05;
  settings.output.redshifts = {1, 0};
  settings.tree.leaf = 64;
  return settings;
}

// Pairs and cells of one evaluation without old accelerations, on the host and on the device.
std::array<int64_t, 2> counts_at(const Particles& particles, const Settings& settings) {
  TreePm gravity(tree_pm_settings(settings), particles.box);
  const KeyOrder order = hilbert_order(spans(particles.position), 2);
  Positions at;
  for (int axis = 0; axis < 3; ++axis) {
    for (const uint32_t i : order.order) at.of[axis].push_back(particles.position[axis][i]);
  }
  at.keys = order.keys;
  Accelerations expected(at.size());
  std::vector<float> old;
  ShortRangeCounts counts;
  DeviceSetup setup = device_setup(gravity, particles.box, particles.size(), particles.mass);
  setup.small_limit = 0;
  setup.num_threads = 2;
  const auto device = open_device(test_device(), setup);
  device->set_law(device_law(gravity, particles.scale_factor));
  for (int round = 0; round < 2; ++round) {  // the second one opens by old accelerations
    counts = gravity.short_range(particles.scale_factor,
                                 {.keys = at.keys, .position = at.view(), .old_acceleration = old},
                                 particles.mass, expected.view(), 2);
    const DeviceCounts before = device->counts();
    const Accelerations found = device_forces(*device, at, old);
    const DeviceCounts after = device->counts();
    expect_equal_cells(device->cells(),
                       host_tree(at, old, setup.leaf_size, setup.scale * 0x1p32, setup.unit).cells);
    EXPECT_EQ(after.direct_pairs - before.direct_pairs, counts.direct_pairs);
    EXPECT_EQ(after.cell_pairs - before.cell_pairs, counts.cell_pairs);
    const ForceDifference difference = force_difference(found, expected);
    // On a lattice the forces of pairs nearly cancel.
    EXPECT_LT(difference.median, 1e-5);
    old.clear();
    for (int64_t i = 0; i < at.size(); ++i) old.push_back(static_cast<float>(norm(expected.at(i))));
  }
  return {counts.direct_pairs, counts.cell_pairs};
}

TEST(DeviceReference, ListsAtTheStartAreKnown) {
  const Settings settings = reference_settings();
  const auto [pairs, cells] = counts_at(initial_conditions(settings, 2), settings);
  EXPECT_EQ(pairs, 14'584'000);
  EXPECT_EQ(cells, 0);
}

// The same box as Gadget-2 has evolved it. Opening decisions by old accelerations follow their
// rounding, which depends on the vector instructions of the host.
TEST(DeviceReferenceBox, ListsOfGadgetsSnapshotsAreKnown) {
  struct Case {
    const char* file;
    int64_t pairs, cells;
  };
  const Case cases[] = {{"gadget2_32_z1.gadget", 16'190'055, 1'913},
                        {"gadget2_32_z0.gadget", 20'120'748, 35'162}};
  for (const Case& c : cases) {
    const Particles particles =
        SnapshotReader::open(std::string(MOTLEY_TEST_DATA "/nbody/") + c.file, UnitSettings{})
            .read();
    const auto [pairs, cells] = counts_at(particles, reference_settings());
    EXPECT_NEAR(static_cast<double>(pairs) / static_cast<double>(c.pairs), 1, 1e-4) << c.file;
    EXPECT_NEAR(static_cast<double>(cells) / static_cast<double>(c.cells), 1, 1e-2) << c.file;
  }
}

TEST(DeviceReferenceBox, ListsAtLaterTimesAreTheHosts) {
  const Settings settings = reference_settings();
  Particles start = initial_conditions(settings, 2);
  Simulation run(settings, start.box, start.scale_factor, {.num_threads = 2});
  run.begin(std::move(start));
  std::vector<int64_t> cells;
  RunHooks hooks;
  hooks.write_output = [&](const Particles& p, const PlannedOutput&, const RunChecks&) {
    cells.push_back(counts_at(p, settings)[1]);
  };
  EXPECT_TRUE(run.run(hooks).finished);
  ASSERT_EQ(cells.size(), 2);
  EXPECT_GT(cells[0], 0);
  EXPECT_GT(cells[1], cells[0]);
}

}  // namespace
}  // namespace motley::nbody
