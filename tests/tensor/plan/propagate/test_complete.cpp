#include <gtest/gtest.h>

#include "core/cluster/roofline.h"
#include "tensor/plan/propagate/complete.h"

namespace motley::tensor::propagate {
namespace {

using namespace shard_cost;

// hap.md, section 9 case 6: where all-gathering both factors of a gradient is cheaper than
// all-reducing it, the cheapest rule of the product is the replicated one.
TEST(SufficientFactors, AreBroadcastUntilTheCrossover) {
  constexpr int64_t kWidth = 4096;
  const DeviceGrid four{{4}};
  // Products reach 10 Tflop/s.
  const core::Cluster cluster =
      core::one_host({.flops_per_second = 10e12 / core::RooflineShares{}.products}, 4, {1.25e9, 0});
  const GroupCosts c = group_costs(cluster, four, {0, 1, 2, 3});
  const auto replicates = [&](int64_t tokens) {
    ProgramBuilder b("gradient");
    const TensorType rows{ElementType::kF32, {tokens, kWidth}};
    const ValueId x = b.argument(rows), dy = b.argument(rows);
    const ValueId g = b.add_one(OpCode::kDotGeneral, {x, dy},
                                DotAttrs{.lhs_contracting = {0}, .rhs_contracting = {0}});
    const Program program = std::move(b).finish({g});
    const ShardingProblem problem(program, 0, four, c);
    Pins pins;
    for (ValueId v : {x, dy}) {
      pins.values[v][0] = sharded({.dim = 0, .period = tokens, .shares = even_shares(4)});
    }
    pins.values[g];  // whole on every device
    return complete(problem, pins).rules[0][0].kind == AxisRule::Kind::kReplicate;
  };
  EXPECT_TRUE(replicates(512));
  EXPECT_TRUE(replicates(3600));
  EXPECT_FALSE(replicates(3660));  // 3631 by the formula
  EXPECT_FALSE(replicates(8192));
}

}  // namespace
}  // namespace motley::tensor::propagate
