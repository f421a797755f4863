// The short range on several ranks, with ghosts and far cells, is bitwise equal to that on one
// rank.
#include <gtest/gtest.h>

#include <mutex>

#include "core/comm/local.h"
#include "nbody/domain/domain_boundaries.h"
#include "nbody/domain/hilbert.h"
#include "nbody/gravity/gravity_cases.h"
#include "nbody/gravity/kernel_law.h"
#include "nbody/gravity/local_essential_tree.h"
#include "nbody/gravity/short_range.h"

namespace motley::nbody {
namespace {

constexpr int kCount = 20000;

struct Case {
  int ranks;
  int64_t cell_size;  // boundaries lie between cells of this size; 1: anywhere
  int every;          // the subset is every n-th particle
};

class ShortRangeOnRanks : public testing::TestWithParam<Case> {
 protected:
  ShortRangeSettings settings_{.law = {.split = 1.0 / 64, .cutoff = 5.5 / 64, .epsilon = 0.002},
                               .leaf_size = 32};
  Box box_{.size = 1};

  // The subset, over all ranks.
  Positions whole_set() const {
    const Positions all = clustered_positions(kCount, 61);
    Positions set;
    for (int i = 0; i < kCount; i += GetParam().every) {
      for (int axis = 0; axis < 3; ++axis) set.of[axis].push_back(all.of[axis][i]);
      set.keys.push_back(all.keys[i]);
    }
    return set;
  }
};

TEST_P(ShortRangeOnRanks, IsBitwiseEqualToOneRank) {
  const Positions whole = whole_set();
  const auto count = std::ssize(whole.keys);
  const ShortRange short_range(settings_, box_);
  // First with the geometric criterion, to obtain accelerations; then with the relative one.
  Accelerations angular(count), one(count);
  short_range.accelerate({whole.keys, whole.view(), {}}, kUnitMass, angular.view(), 1);
  std::vector<float> last;
  for (int64_t i = 0; i < count; ++i) last.push_back(static_cast<float>(norm(angular.at(i))));
  const ShortRangeCounts expected =
      short_range.accelerate({whole.keys, whole.view(), last}, kUnitMass, one.view(), 1);
  if (GetParam().every == 1) {
    EXPECT_GT(expected.cell_pairs, 0);
  }

  std::mutex mutex;
  int64_t num_found = 0, num_ghosts = 0;
  ShortRangeCounts counts;
  core::run_local(GetParam().ranks, [&](core::Communicator& comm) {
    const int ranks = comm.num_ranks(), rank = comm.rank();
    // Domains of all particles, of which the subset is a part.
    const Positions all = clustered_positions(kCount, 61);
    std::vector<uint64_t> some(all.keys.begin() + kCount * rank / ranks,
                               all.keys.begin() + kCount * (rank + 1) / ranks);
    const std::vector<double> shares(ranks, 1.0 / ranks);
    const DomainBoundaries boundaries = balanced_boundaries(
        comm, some, {}, [&](double) { return shares; }, GetParam().cell_size);
    SubsetParticles mine;
    int64_t first = 0;
    for (int64_t i = 0; i < count; ++i) {
      first += rank_of(boundaries, whole.keys[i]) < rank;
      if (rank_of(boundaries, whole.keys[i]) != rank) continue;
      for (int axis = 0; axis < 3; ++axis) mine.position[axis].push_back(whole.of[axis][i]);
      mine.keys.push_back(whole.keys[i]);
      mine.old_acceleration.push_back(last[i]);
    }
    const SubsetParticles before = mine;
    const SubsetDistribution distribution = subset_distribution(comm, boundaries, mine.keys);
    EXPECT_EQ(distribution.total, count);
    const double scale = box_.unit() / kernel_length(settings_.law);
    const LocalEssentialTree let = add_ghosts(comm, boundaries, distribution, mine,
                                              {.leaf_size = settings_.leaf_size, .scale = scale});
    EXPECT_TRUE(std::ranges::is_sorted(mine.keys));
    Accelerations found(let.own_end - let.own_begin);
    const ShortRangeCounts own_counts =
        short_range.accelerate({.keys = mine.keys,
                                .position = spans(mine.position),
                                .old_acceleration = mine.old_acceleration,
                                .far = let.far,
                                .own_begin = let.own_begin,
                                .own_end = let.own_end},
                               kUnitMass, found.view(), 1);
    const std::lock_guard lock(mutex);
    for (int64_t i = 0; i < let.own_end - let.own_begin; ++i) {
      ASSERT_EQ(found.at(i), one.at(first + i)) << "rank " << rank << ", " << i;
      ++num_found;
    }
    num_ghosts += std::ssize(mine.keys) - (let.own_end - let.own_begin);
    counts += own_counts;
    remove_ghosts(let, mine);
    EXPECT_EQ(mine.keys, before.keys);
    EXPECT_EQ(mine.position, before.position);
    EXPECT_EQ(mine.old_acceleration, before.old_acceleration);
  });
  EXPECT_EQ(num_found, count);
  if (GetParam().cell_size > 1 && GetParam().every == 1) {
    EXPECT_EQ(counts.direct_pairs, expected.direct_pairs);
    EXPECT_EQ(counts.cell_pairs, expected.cell_pairs);
    // Ghosts are only part of the particles.
    if (GetParam().ranks == 4) {
      EXPECT_LT(num_ghosts, 2 * kCount);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ranks, ShortRangeOnRanks,
                         testing::Values(Case{1, 512, 1}, Case{2, 512, 1}, Case{3, 512, 1},
                                         Case{4, 512, 1}, Case{2, 1, 1}, Case{4, 1, 1},
                                         Case{7, 1, 1}, Case{3, 512, 3}, Case{4, 1, 3},
                                         Case{4, 512, 50}),
                         [](const auto& info) {
                           return fmt::format("{}_cut_at_{}_every_{}", info.param.ranks,
                                              info.param.cell_size, info.param.every);
                         });

}  // namespace
}  // namespace motley::nbody
