// Domain decomposition on several ranks: particles are preserved, and boundaries balance work
// between cells.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <mutex>

#include "core/base/random.h"
#include "core/comm/local.h"
#include "nbody/domain/hilbert.h"
#include "nbody/domain/migration.h"

namespace motley::nbody {
namespace {

constexpr int kCount = 6000, kCellSize = 32;

// Clustered; rank r of P starts with every P-th particle.
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

KeyOrder order_of(const Particles& p) {
  return hilbert_order({p.position[0], p.position[1], p.position[2]}, 1);
}

class Domains : public testing::TestWithParam<int> {};

TEST_P(Domains, ParticlesMigrateToTheirOwner) {
  std::vector<uint64_t> ids;
  std::mutex mutex;
  core::run_local(GetParam(), [&](core::Communicator& comm) {
    Particles p = share_of(comm.rank(), comm.num_ranks());
    KeyOrder sorted = order_of(p);
    std::vector<double> shares(comm.num_ranks(), 1.0 / comm.num_ranks());
    const DomainBoundaries boundaries = balanced_boundaries(
        comm, sorted.keys, {}, [&](double) { return shares; }, kCellSize);
    std::vector<float> extra, later;
    for (const uint64_t id : p.id) extra.push_back(static_cast<float>(2 * id));
    for (const uint64_t id : p.id) later.push_back(static_cast<float>(3 * id));
    const ParticleMigration migration = migrate_particles(comm, boundaries, sorted, p, {&extra}, 1);
    ParticleMigration::PendingExchange pending = migration.start(comm, later);
    migration.finish(pending, later);
    const KeyOrder now = order_of(p);
    EXPECT_EQ(sorted.keys, now.keys);
    EXPECT_TRUE(std::ranges::is_sorted(now.order));
    ASSERT_EQ(later.size(), p.id.size());
    for (size_t i = 0; i < sorted.keys.size(); ++i) {
      ASSERT_EQ(rank_of(boundaries, sorted.keys[i]), comm.rank());
      ASSERT_EQ(extra[i], static_cast<float>(2 * p.id[i]));
      ASSERT_EQ(later[i], static_cast<float>(3 * p.id[i]));
    }
    // As even as cells allow.
    EXPECT_NEAR(static_cast<double>(p.size()), kCount / comm.num_ranks(), 2 * kCellSize);
    const std::lock_guard lock(mutex);
    for (int64_t i = 0; i < p.size(); ++i) {
      ids.push_back(p.id[i]);
      EXPECT_EQ(p.momentum[1][i], static_cast<float>(p.id[i]));
    }
  });
  std::ranges::sort(ids);
  ASSERT_EQ(ids.size(), static_cast<size_t>(kCount));
  for (int i = 0; i < kCount; ++i) EXPECT_EQ(ids[i], static_cast<uint64_t>(i));
}

// A boundary is the start of a cell of at most kCellSize particles whose parent has more.
TEST_P(Domains, BoundariesAreAlignedWithCells) {
  Particles whole = share_of(0, 1);
  const std::vector<uint64_t> all = order_of(whole).keys;
  core::run_local(GetParam(), [&](core::Communicator& comm) {
    Particles p = share_of(comm.rank(), comm.num_ranks());
    const std::vector<uint64_t> keys = order_of(p).keys;
    const std::vector<double> shares(comm.num_ranks(), 1.0 / comm.num_ranks());
    const DomainBoundaries boundaries = balanced_boundaries(
        comm, keys, {}, [&](double) { return shares; }, kCellSize);
    ASSERT_EQ(std::ssize(boundaries), comm.num_ranks() + 1);
    for (int r = 1; r < comm.num_ranks(); ++r) {
      int depth = 0;
      const auto in_cell = [&] {
        const uint64_t width = uint64_t{1} << (3 * (kKeyDepth - depth));
        const uint64_t begin = boundaries[r] & ~(width - 1);
        return std::ranges::lower_bound(all, begin + width) - std::ranges::lower_bound(all, begin);
      };
      while (in_cell() > kCellSize) ++depth;
      EXPECT_EQ(boundaries[r] % (uint64_t{1} << (3 * (kKeyDepth - depth))), 0u);
    }
  });
}

TEST(DomainBoundaries, FollowSharesAndWork) {
  const std::vector<double> shares = {0.5, 0.2, 0.3};
  core::run_local(3, [&](core::Communicator& comm) {
    Particles p = share_of(comm.rank(), 3);
    const std::vector<uint64_t> keys = order_of(p).keys;
    std::vector<float> work;  // three times as much in the first half of the curve
    for (uint64_t key : keys) work.push_back(key < uint64_t{1} << 62 ? 3.0f : 1.0f);
    const DomainBoundaries boundaries = balanced_boundaries(
        comm, keys, {work}, [&](double) { return shares; }, kCellSize);
    std::vector<double> done(3), all(1);
    for (size_t i = 0; i < keys.size(); ++i) {
      done[rank_of(boundaries, keys[i])] += work[i];
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
