// Domains on several ranks: the same leaves, the same particles, and cuts by work.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <mutex>

#include "core/base/random.h"
#include "core/comm/local.h"
#include "nbody/domain/cuts.h"
#include "nbody/domain/ghosts.h"
#include "nbody/domain/hilbert.h"
#include "nbody/domain/leaves.h"

namespace motley::nbody {
namespace {

constexpr int kCount = 6000, kLeafSize = 32;

// Clustered; rank r of P begins with every P-th particle.
Particles share_of(int rank, int ranks) {
  Particles p{.box = {.size = 1}};
  for (int i = rank; i < kCount; i += ranks) {
    p.id.push_back(static_cast<uint64_t>(i));
    for (uint32_t axis = 0; axis < 3; ++axis) {
      double x = core::uniform_at({.seed = 51, .tensor = axis}, i % 2 == 0 ? i : i % 14);
      if (i % 2 == 1) x += 0.02 * core::normal_at({.seed = 52, .tensor = axis}, i);
      p.position[axis].push_back(p.box.coordinate(x));
      p.momentum[axis].push_back(static_cast<float>(i));
    }
  }
  return p;
}

std::vector<uint64_t> sort(Particles& p) {
  KeyOrder order = hilbert_order({p.position[0], p.position[1], p.position[2]}, 1);
  reorder(p, order.order);
  return order.keys;
}

struct GlobalLeaf {
  uint64_t start;
  uint32_t count;
  uint8_t level;
  friend auto operator<=>(const GlobalLeaf&, const GlobalLeaf&) = default;
};

std::vector<GlobalLeaf> global_leaves(const std::vector<uint64_t>& keys,
                                      std::span<const Leaf> leaves) {
  std::vector<GlobalLeaf> result;
  for (const Leaf& leaf : leaves) {
    const int shift = 3 * (kKeyLevels - leaf.level);
    result.push_back({keys[leaf.first] >> shift << shift, leaf.count, leaf.level});
  }
  return result;
}

class Domains : public testing::TestWithParam<int> {};

TEST_P(Domains, HaveTheLeavesOfTheWhole) {
  Particles whole = share_of(0, 1);
  const std::vector<uint64_t> whole_keys = sort(whole);
  const auto expected = global_leaves(whole_keys, cut_leaves(whole_keys, kLeafSize));
  std::vector<GlobalLeaf> found;
  std::vector<uint64_t> ids;
  std::mutex mutex;
  core::run_local(GetParam(), [&](core::Communicator& comm) {
    Particles p = share_of(comm.rank(), comm.num_ranks());
    std::vector<uint64_t> keys = sort(p);
    std::vector<double> shares(comm.num_ranks(), 1.0 / comm.num_ranks());
    const Cuts cuts = balanced_cuts(comm, keys, {}, shares, kLeafSize);
    std::vector<float> extra(p.size());
    move_particles(comm, cuts, p, keys, extra);
    keys = sort(p);
    for (uint64_t key : keys) ASSERT_EQ(rank_of(cuts, key), comm.rank());
    // As even as leaves allow.
    EXPECT_NEAR(static_cast<double>(p.size()), kCount / comm.num_ranks(), 2 * kLeafSize);
    const auto leaves = global_leaves(keys, cut_leaves(keys, kLeafSize, cuts));
    const std::lock_guard lock(mutex);
    found.insert(found.end(), leaves.begin(), leaves.end());
    for (int64_t i = 0; i < p.size(); ++i) {
      ids.push_back(p.id[i]);
      EXPECT_EQ(p.momentum[1][i], static_cast<float>(p.id[i]));
    }
  });
  std::ranges::sort(found);
  std::ranges::sort(ids);
  EXPECT_EQ(found, expected);
  ASSERT_EQ(ids.size(), static_cast<size_t>(kCount));
  for (int i = 0; i < kCount; ++i) EXPECT_EQ(ids[i], static_cast<uint64_t>(i));
}

TEST_P(Domains, GhostsAreAllThatIsNear) {
  constexpr double kReach = 0.1;
  core::run_local(GetParam(), [&](core::Communicator& comm) {
    Particles p = share_of(comm.rank(), comm.num_ranks());
    std::vector<uint64_t> keys = sort(p);
    std::vector<double> shares(comm.num_ranks(), 1.0 / comm.num_ranks());
    const Cuts cuts = balanced_cuts(comm, keys, {}, shares, kLeafSize);
    std::vector<float> extra(p.size());
    move_particles(comm, cuts, p, keys, extra);
    keys = sort(p);
    const std::vector<Leaf> leaves = cut_leaves(keys, kLeafSize, cuts);
    const WithGhosts all = exchange_ghosts(comm, {p.position[0], p.position[1], p.position[2]},
                                           keys, leaves, kReach * 0x1p32);
    EXPECT_EQ(all.own_end - all.own_begin, p.size());
    EXPECT_TRUE(std::ranges::is_sorted(all.keys));
    const Particles whole = share_of(0, 1);
    const auto pairs = [&](const std::array<std::vector<uint32_t>, 3>& sources) {
      int64_t count = 0;
      for (int64_t i = 0; i < p.size(); i += 5) {
        for (size_t j = 0; j < sources[0].size(); ++j) {
          double square = 0;
          for (int axis = 0; axis < 3; ++axis) {
            const double d = p.box.separation(p.position[axis][i], sources[axis][j]);
            square += d * d;
          }
          count += square < kReach * kReach;
        }
      }
      return count;
    };
    EXPECT_EQ(pairs(all.position), pairs(whole.position));
    if (comm.num_ranks() > 1) {
      EXPECT_LT(all.keys.size(), static_cast<size_t>(kCount));
    }
  });
}

TEST(Cuts, FollowSharesAndWork) {
  const std::vector<double> shares = {0.5, 0.2, 0.3};
  core::run_local(3, [&](core::Communicator& comm) {
    Particles p = share_of(comm.rank(), 3);
    std::vector<uint64_t> keys = sort(p);
    std::vector<float> work;  // the first half of the curve is three times as hard
    for (uint64_t key : keys) work.push_back(key < uint64_t{1} << 62 ? 3.0f : 1.0f);
    const Cuts cuts = balanced_cuts(comm, keys, work, shares, kLeafSize);
    std::vector<double> done(3), all(1);
    for (size_t i = 0; i < keys.size(); ++i) {
      done[rank_of(cuts, keys[i])] += work[i];
      all[0] += work[i];
    }
    comm.all_reduce(core::elements(done), core::elements(done), core::Reduction::kSum).wait();
    comm.all_reduce(core::elements(all), core::elements(all), core::Reduction::kSum).wait();
    for (int r = 0; r < 3; ++r) EXPECT_NEAR(done[r] / all[0], shares[r], 0.03);
  });
}

INSTANTIATE_TEST_SUITE_P(Ranks, Domains, testing::Values(1, 2, 3, 4));

}  // namespace
}  // namespace motley::nbody
