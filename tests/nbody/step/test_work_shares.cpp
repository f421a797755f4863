#include <gtest/gtest.h>

#include "nbody/step/work_shares.h"

namespace motley::nbody {
namespace {

// The total work of each rank, as a fraction.
std::vector<double> all_work(const core::Ratio& mesh, const core::Ratio& particles, double part) {
  std::vector<double> work;
  for (size_t r = 0; r < mesh.size(); ++r) {
    work.push_back(part * mesh[r] + (1 - part) * particles[r]);
  }
  return work;
}

void expect_near(const core::Ratio& ratio, const core::Ratio& expected) {
  ASSERT_EQ(ratio.size(), expected.size());
  for (size_t r = 0; r < ratio.size(); ++r) EXPECT_NEAR(ratio[r], expected[r], 1e-12) << r;
}

TEST(MeshShares, AreEqualOnEqualRanks) {
  const core::Ratio shares(4, 0.25);
  EXPECT_EQ(mesh_shares(shares, 0.48), shares);
  expect_near(particle_shares(shares, shares, 0.48, 0.52), shares);
}

TEST(MeshShares, GoToTheFastestRankThatCanCarryAll) {
  const core::Ratio shares = {2. / 7, 4. / 7, 1. / 7};
  const core::Ratio mesh = mesh_shares(shares, 0.48);
  EXPECT_EQ(mesh, (core::Ratio{0, 1, 0}));
  const core::Ratio particles = particle_shares(shares, mesh, 0.48, 0.52);
  expect_near(all_work(mesh, particles, 0.48), shares);
  EXPECT_GT(particles[1], 0);
}

TEST(MeshShares, GoToSeveralRanksIfOneIsTooSlow) {
  const core::Ratio shares = {0.3, 0.3, 0.3, 0.1};
  const core::Ratio mesh = mesh_shares(shares, 0.48);
  expect_near(mesh, {0.625, 0.375, 0, 0});
  expect_near(all_work(mesh, particle_shares(shares, mesh, 0.48, 0.52), 0.48), shares);
}

TEST(MeshShares, SumToOneIfTheMeshIsNearlyAllWork) {
  const core::Ratio mesh = mesh_shares({0.6, 0.4}, 0.99);
  EXPECT_NEAR(mesh[0] + mesh[1], 1, 1e-12);
  EXPECT_GT(mesh[1], 0.3);
}

// A rank with more mesh than its total share gets no particles, and the others all of them.
TEST(ParticleShares, AreNotNegative) {
  expect_near(particle_shares({0.5, 0.3, 0.2}, std::vector<double>{1, 0, 0}, 3, 1), {0, 0.6, 0.4});
}

}  // namespace
}  // namespace motley::nbody
