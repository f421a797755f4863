// The short range on several ranks, with ghosts, against that on one.
#include <gtest/gtest.h>

#include <map>
#include <mutex>

#include "core/comm/local.h"
#include "nbody/domain/cuts.h"
#include "nbody/domain/ghosts.h"
#include "nbody/gravity/gravity_cases.h"
#include "nbody/gravity/short_range.h"

namespace motley::nbody {
namespace {

class ShortRangeOnRanks : public testing::TestWithParam<int> {};

TEST_P(ShortRangeOnRanks, EqualsThatOnOne) {
  constexpr int kCount = 8000, kLeafSize = 32;
  const Positions whole = clustered_positions(kCount, 61);
  const ShortRangeSettings settings{
      .law = {.split = 1.0 / 48, .cutoff = 5.5 / 48, .epsilon = 0.002}, .leaf_size = kLeafSize};
  const Box box{.size = 1};
  Accelerations one(kCount);
  ShortRange(settings, box).accelerate({whole.keys, whole.view(), {}}, kUnitMass, one.view(), 1);

  std::mutex mutex;
  int64_t num_found = 0;
  double worst = 0;
  core::run_local(GetParam(), [&](core::Communicator& comm) {
    const int ranks = comm.num_ranks();
    Particles p{.box = box};
    std::vector<uint64_t> keys;
    for (int i = comm.rank(); i < kCount; i += ranks) {
      p.id.push_back(static_cast<uint64_t>(i));
      keys.push_back(whole.keys[i]);
      for (int axis = 0; axis < 3; ++axis) {
        p.position[axis].push_back(whole.of[axis][i]);
        p.momentum[axis].push_back(0);
      }
    }
    const std::vector<double> shares(ranks, 1.0 / ranks);
    const Cuts cuts = balanced_cuts(comm, keys, {}, shares, kLeafSize);
    std::vector<float> extra(p.size());
    move_particles(comm, cuts, p, keys, extra);
    const KeyOrder order = hilbert_order(spans(p.position), 1);
    reorder(p, order.order);
    const WithGhosts all =
        exchange_ghosts(comm, spans(p.position), order.keys,
                        cut_leaves(order.keys, kLeafSize, cuts), settings.law.cutoff / box.unit());
    Accelerations mine(std::ssize(all.keys));
    ShortRange(settings, box)
        .accelerate({.keys = all.keys,
                     .position = spans(all.position),
                     .last_acceleration = {},
                     .leaf_level = all.leaf_level,
                     .own_begin = all.own_begin,
                     .own_end = all.own_end},
                    kUnitMass, mine.view(), 1);
    const std::lock_guard lock(mutex);
    for (int64_t i = 0; i < p.size(); ++i) {
      const Vector expected = one.at(static_cast<int64_t>(p.id[i]));
      worst =
          std::max(worst, norm(difference(mine.at(all.own_begin + i), expected)) / norm(expected));
      ++num_found;
    }
  });
  EXPECT_EQ(num_found, kCount);
  EXPECT_LT(worst, 1e-6) << "on " << GetParam() << " ranks";
}

INSTANTIATE_TEST_SUITE_P(Ranks, ShortRangeOnRanks, testing::Values(1, 2, 3, 4));

}  // namespace
}  // namespace motley::nbody
