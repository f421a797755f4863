#include <gtest/gtest.h>

#include "nbody/gravity/gravity_cases.h"
#include "nbody/gravity/list_executor.h"
#include "nbody/gravity/short_range.h"

namespace motley::nbody {
namespace {

TEST(ListExecutor, SharesTheWorkAndGivesTheSameForces) {
  const Positions positions = clustered_positions(20000, 31);
  const ShortRangeSettings settings{
      .law = {.split = 1.0 / 24, .cutoff = 5.5 / 24, .epsilon = 0.003}};
  ShortRange alone(settings, {.size = 1}), shared(settings, {.size = 1});
  ThreadExecutor slow(3), fast;
  shared.set_executors({&slow, &fast});
  Accelerations one(positions.size()), other(positions.size());
  const ShortRangeInput input{positions.keys, positions.view(), {}};
  const ShortRangeCounts whole = alone.accelerate(input, kUnitMass, one.view(), 2);
  for (int round = 0; round < 3; ++round) {  // rates are measured from the second round on
    for (auto& axis : other.of) std::ranges::fill(axis, 0.0f);
    const ShortRangeCounts counts = shared.accelerate(input, kUnitMass, other.view(), 2);
    EXPECT_EQ(counts.particles, positions.size());
    EXPECT_EQ(counts.direct_pairs, whole.direct_pairs);
    EXPECT_GT(counts.executor_pairs, 0);
    EXPECT_LT(counts.executor_pairs, whole.direct_pairs + whole.cell_pairs);
    EXPECT_EQ(one.of, other.of);  // bitwise: the same lists and kernels
  }
  EXPECT_GT(slow.num_lists(), 0);
  EXPECT_GT(fast.num_lists(), 0);
}

}  // namespace
}  // namespace motley::nbody
