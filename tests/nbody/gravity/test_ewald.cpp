#include <gtest/gtest.h>

#include "nbody/gravity/ewald.h"
#include "nbody/gravity/gravity_cases.h"

namespace motley::nbody {
namespace {

TEST(Ewald, PairForcesMatchReferenceValues) {
  for (const EwaldPair& c : ewald_pairs()) {
    Positions pair;
    pair.add({0, 0, 0});
    pair.add(c.at);
    const EwaldSum exact({.size = 1}, pair.view(), {});
    const Vector a = exact.acceleration(1);
    // Coordinates are accurate to 2^-33, which changes the first force by 5e-8.
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_NEAR(a[axis], c.acceleration[axis], 1e-7 * norm(c.acceleration));
    }
    const Vector quick =
        EwaldSum({.size = 1}, pair.view(), {}, 1, nullptr, kFastEwald).acceleration(1);
    for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(quick[axis], a[axis], 1e-5);
  }
}

TEST(Ewald, SelfImagePotentialMatchesTheReferenceValue) {
  EXPECT_NEAR(self_image_potential(), 2.837297479, 1e-9);
}

TEST(Ewald, ScalesWithTheBox) {
  Positions pair;
  pair.add({0.3, 0.2, 0.9});
  pair.add({0.7, 0.25, 0.1});
  const Vector one = EwaldSum({.size = 1}, pair.view(), {}).acceleration(0);
  const Vector ten = EwaldSum({.size = 10}, pair.view(), {}).acceleration(0);
  for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(one[axis], 100 * ten[axis], 1e-9);
}

}  // namespace
}  // namespace motley::nbody
