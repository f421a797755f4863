// Forces on a box at its start and end, against the exact Ewald sum.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "nbody/snapshot/snapshot.h"
#include "nbody/step/force_errors.h"

namespace motley::nbody {
namespace {

struct Case {
  const char *mode, *file;
  double median, p99;
};

class ForceErrorsOf : public testing::TestWithParam<Case> {};

TEST_P(ForceErrorsOf, AreBelowTheirBounds) {
  const Particles particles =
      SnapshotReader::open(fmt::format("{}/nbody/{}", MOTLEY_TEST_DATA, GetParam().file),
                           UnitSettings{})
          .read();
  Settings settings;
  settings.box = {.size = 50, .particles = 32};
  settings.mesh.mode = GetParam().mode;
  settings.softening.comoving = 0.05;
  TreePm gravity(tree_pm_settings(settings), particles.box);
  const ForceErrors errors = force_errors(particles, gravity, {.num_samples = 500});
  EXPECT_LT(errors.total.median, GetParam().median);
  EXPECT_LT(errors.total.p99, GetParam().p99);
  EXPECT_LT(errors.evaluated_pairs, 6 * errors.useful_pairs);
}

INSTANTIATE_TEST_SUITE_P(All, ForceErrorsOf,
                         testing::Values(Case{"default", "ics_32.gadget", 1e-3, 1e-2},
                                         Case{"default", "gadget2_32_z0.gadget", 1e-3, 1e-2},
                                         Case{"accurate", "ics_32.gadget", 1e-4, 1e-3},
                                         Case{"accurate", "gadget2_32_z0.gadget", 1e-4, 1e-3}),
                         [](const auto& info) {
                           return fmt::format("{}_{}", info.param.mode,
                                              info.index % 2 == 0 ? "start" : "end");
                         });

}  // namespace
}  // namespace motley::nbody
