#include <gtest/gtest.h>

#include "core/base/error.h"
#include "nbody/particles/internal_units.h"
#include "nbody/particles/particles.h"

namespace motley::nbody {
namespace {

TEST(Box, CoordinatesWrapAsTheBoxDoes) {
  const Box box{.size = 100};
  EXPECT_EQ(box.coordinate(25), uint32_t{1} << 30);
  EXPECT_EQ(box.coordinate(-10), box.coordinate(90));
  EXPECT_EQ(box.coordinate(100), 0u);
  EXPECT_EQ(box.coordinate(-1e-12), 0u);  // nearer to the border than to the last coordinate
  EXPECT_NEAR(box.length(box.coordinate(63.25)), 63.25, box.unit());
}

TEST(Box, SeparationIsTheMinimumImage) {
  const Box box{.size = 100};
  EXPECT_NEAR(box.separation(box.coordinate(95), box.coordinate(5)), 10, 2 * box.unit());
  EXPECT_NEAR(box.separation(box.coordinate(5), box.coordinate(95)), -10, 2 * box.unit());
  EXPECT_NEAR(box.separation(box.coordinate(10), box.coordinate(59)), 49, 2 * box.unit());
  EXPECT_EQ(box.separation(box.coordinate(0), box.coordinate(50)), -50);
}

TEST(Particles, ReorderingKeepsTheFieldsOfAParticleTogether) {
  Particles particles{.box = {.size = 1}};
  resize(particles, 5);
  for (int i = 0; i < 5; ++i) {
    particles.id[i] = 100 + i;
    for (int axis = 0; axis < 3; ++axis) {
      particles.position[axis][i] = 10 * i + axis;
      particles.momentum[axis][i] = static_cast<float>(-10 * i - axis);
    }
  }
  reorder(particles, std::vector<uint32_t>{3, 0, 4, 2, 1}, 2);
  EXPECT_EQ(particles.id, (std::vector<uint64_t>{103, 100, 104, 102, 101}));
  for (int i = 0; i < 5; ++i) {
    const auto old = static_cast<uint32_t>(particles.id[i] - 100);
    for (uint32_t axis = 0; axis < 3; ++axis) {
      EXPECT_EQ(particles.position[axis][i], 10 * old + axis);
      EXPECT_EQ(particles.momentum[axis][i], -static_cast<float>(10 * old + axis));
    }
  }
  EXPECT_THROW(reorder(particles, std::vector<uint32_t>{0}), core::InternalError);
}

TEST(Particles, MassesMatchGadgetFiles) {
  // 32^3 in 50 Mpc/h with Omega_m 0.3: N-GenIC writes 31.7631 in units of 1e10 Msun/h.
  EXPECT_NEAR(mean_particle_mass({.size = 50}, 0.3, 32768) * 1e-10, 31.76307, 1e-4);
  EXPECT_NEAR(mean_separation({.size = 50}, 32768), 1.5625, 1e-12);
}

}  // namespace
}  // namespace motley::nbody
