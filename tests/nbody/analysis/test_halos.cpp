#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/base/random.h"
#include "core/comm/local.h"
#include "nbody/analysis/friends_of_friends.h"
#include "nbody/analysis/halos.h"

namespace motley::nbody {
namespace {

// Clumps of very different sizes over a thin background; some cross the periodic border.
Particles clumpy(uint64_t seed, int64_t count) {
  Particles particles{.box = {.size = 20}, .mass = 1e10, .scale_factor = 0.5};
  resize(particles, count);
  for (int64_t i = 0; i < count; ++i) {
    const double which = core::uniform_at({seed, 7}, i);
    const auto clump = static_cast<int64_t>(20 * which * which);
    const bool background = core::uniform_at({seed, 8}, i) < 0.4;
    const double width = 0.02 * static_cast<double>(1 + clump);
    for (uint32_t d = 0; d < 3; ++d) {
      const double x = background ? 20 * core::uniform_at({seed, d}, i)
                                  : 20 * core::uniform_at({seed, 10 + d}, clump) +
                                        width * core::normal_at({seed, 20 + d}, i);
      particles.position[d][i] = particles.box.coordinate(x);
      particles.momentum[d][i] = static_cast<float>(core::normal_at({seed, 30 + d}, i));
    }
    particles.id[i] = 1000 + i;
  }
  return particles;
}

// Brute force: all pairs, lowering labels until nothing changes.
std::vector<uint32_t> brute_force(const Particles& particles, double link) {
  std::vector<uint32_t> label(particles.size());
  std::iota(label.begin(), label.end(), 0u);
  const auto root = [&](uint32_t i) {
    while (label[i] != i) i = label[i];
    return i;
  };
  const double steps = link / particles.box.unit();
  for (uint32_t i = 0; i < label.size(); ++i) {
    for (uint32_t j = 0; j < i; ++j) {
      if (!are_friends(particles.position, i, j, steps)) continue;
      const uint32_t a = root(i), b = root(j);
      label[std::max(a, b)] = std::min(a, b);
    }
  }
  for (uint32_t i = 0; i < label.size(); ++i) label[i] = root(i);
  return label;
}

TEST(FriendsOfFriends, MatchBruteForce) {
  for (const uint64_t seed : {1, 2, 3}) {
    const Particles particles = clumpy(seed, 3000);
    // From a linking length far below the separation to one that spans the Box.
    for (const double link : {0.001, 0.05, 0.2, 0.5, 1.5, 6., 15.}) {
      const std::vector<uint32_t> expected = brute_force(particles, link);
      for (const int threads : {1, 4}) {
        EXPECT_EQ(friends_of_friends(particles.position, particles.box, link, threads), expected)
            << "seed " << seed << ", link " << link << ", threads " << threads;
      }
    }
  }
}

TEST(FriendsOfFriends, LinkAcrossThePeriodicBorder) {
  Particles particles{.box = {.size = 10}};
  resize(particles, 3);
  particles.position[0] = {particles.box.coordinate(9.95), particles.box.coordinate(0.05),
                           particles.box.coordinate(5)};
  EXPECT_EQ(friends_of_friends(particles.position, particles.box, 0.11),
            (std::vector<uint32_t>{0, 0, 2}));
  EXPECT_EQ(friends_of_friends(particles.position, particles.box, 0.09),
            (std::vector<uint32_t>{0, 1, 2}));
}

TEST(Halos, HaveCorrectMassCenterAndVelocity) {
  // Two clumps, one of them around the corner of the Box, and isolated particles.
  Particles particles{.box = {.size = 10}, .mass = 2e9, .scale_factor = 0.25};
  resize(particles, 1000);
  for (int64_t i = 0; i < 1000; ++i) {
    const bool corner = i % 2;
    for (uint32_t d = 0; d < 3; ++d) {
      const double offset = (core::uniform_at({3, d}, i / 2) - 0.5) * 0.2;
      particles.position[d][i] =
          particles.box.coordinate(i >= 900 ? 10 * core::uniform_at({4, d}, i)
                                            : (corner ? 0 : 4) + (i / 2 % 2 ? offset : -offset));
      particles.momentum[d][i] = corner ? 10.f + static_cast<float>(d) : -5;
    }
    particles.id[i] = 5 + i;
  }
  const std::vector<Halo> halos = find_halos(particles, {.linking = 0.1, .min_particles = 100});
  ASSERT_EQ(halos.size(), 2u);
  const Halo& corner = halos[0].velocity[0] > 0 ? halos[0] : halos[1];
  EXPECT_NEAR(corner.mass, 2e9 * static_cast<double>(corner.num_particles), 1);
  EXPECT_GE(corner.num_particles, 450);
  for (int d = 0; d < 3; ++d) {
    EXPECT_NEAR(std::remainder(corner.center[d], 10), 0, 0.02);
    EXPECT_NEAR(corner.velocity[d], (10 + d) / 0.25, 1.5);
  }
  EXPECT_EQ(std::min(halos[0].first_id, halos[1].first_id), 5u);
}

// Rank r has every n-th particle.
void expect_same_on(int ranks, const Particles& particles, const HaloSearch& search,
                    const std::vector<Halo>& halos) {
  core::run_local(ranks, [&](core::Communicator& comm) {
    Particles own{
        .box = particles.box, .mass = particles.mass, .scale_factor = particles.scale_factor};
    for (int64_t i = comm.rank(); i < particles.size(); i += ranks) {
      for (int d = 0; d < 3; ++d) {
        own.position[d].push_back(particles.position[d][i]);
        own.momentum[d].push_back(particles.momentum[d][i]);
      }
      own.id.push_back(particles.id[i]);
    }
    const std::vector<Halo> found = find_halos(own, search, &comm);
    if (comm.rank() == 0) {
      EXPECT_EQ(found, halos) << ranks << " ranks";
    } else {
      EXPECT_TRUE(found.empty());
    }
  });
}

TEST(Halos, DoNotDependOnTheOrderOfParticlesOnThreadsOrOnRanks) {
  const Particles particles = clumpy(4, 4000);
  HaloSearch search{.linking = 0.2, .min_particles = 20};
  const std::vector<Halo> halos = find_halos(particles, search);
  search.num_threads = 4;
  EXPECT_EQ(find_halos(particles, search), halos);
  search.num_threads = 1;
  ASSERT_GT(halos.size(), 3u);
  EXPECT_GE(halos[0].num_particles, halos[1].num_particles);
  for (const int ranks : {1, 2, 3, 7}) expect_same_on(ranks, particles, search, halos);
}

// A group along all of x, whose label has to propagate through every slice; all other particles are
// in one place, so that slices are as thin as the linking length.
TEST(Halos, MaySpanAnyNumberOfSlices) {
  Particles particles = clumpy(7, 2000);
  for (int64_t i = 0; i < 500; ++i) {
    particles.position[0][i] = static_cast<uint32_t>(((i * 7) % 500) * (uint64_t{1} << 32) / 500);
    particles.position[1][i] = particles.position[2][i] = 5;
  }
  for (int64_t i = 500; i < 1500; ++i) particles.position[0][i] /= 16;
  const HaloSearch search{.linking = 0.2, .min_particles = 20};
  const std::vector<Halo> halos = find_halos(particles, search);
  ASSERT_GE(halos[0].num_particles, 500);
  for (const int ranks : {2, 5, 16}) expect_same_on(ranks, particles, search, halos);
}

}  // namespace
}  // namespace motley::nbody
