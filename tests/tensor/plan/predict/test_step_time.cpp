#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tensor/ir/expr.h"
#include "tensor/plan/predict/step_time.h"
#include "tensor/plan/strategy/completed.h"

namespace motley::tensor {
namespace {

using namespace predict;
using namespace propagate;
using namespace shard_cost;
using namespace strategy;

// Two hosts of one device each: 1 Mflop/s, memory of unlimited speed, 4096 bytes/s between them.
core::Cluster slow_pair() {
  core::Cluster cluster;
  cluster.device_types.push_back({.name = "d", .flops_per_second = 1e6});
  cluster.device_types[0].shares = {.products = 1, .other_flops = 1, .bytes = 1};
  core::Host host;
  host.devices.push_back({0, 1});
  cluster.hosts = {host, host};
  cluster.network = core::Link{4096, 0};
  return cluster;
}

// y = x w, cut along the contracted dimension; z = a b on both ranks; y + z.
//
//   compute  |==y==|==z==|......|=+=|
//   network        |--all-reduce y--|
struct TwoProducts {
  explicit TwoProducts(int64_t bucket_bytes) {
    ProgramBuilder b("two");
    const Expr x = argument(b, {ElementType::kF32, {64, 32}});
    const Expr w = argument(b, {ElementType::kF32, {32, 16}});
    const Expr a = argument(b, {ElementType::kF32, {64, 32}});
    const Expr c = argument(b, {ElementType::kF32, {32, 16}});
    const Expr y = einsum("nk,km->nm", x, w), z = einsum("nk,km->nm", a, c);
    const ValueId sum = (y + z).id();
    Pins pins{.bucket_bytes = bucket_bytes, .follow_operands = true};
    const std::pair<ValueId, const char*> states[] = {
        {x.id(), "S(1)"}, {w.id(), "S(0)"}, {a.id(), "R"}, {c.id(), "R"},
        {y.id(), "R"},    {z.id(), "R"},    {sum, "R"}};
    program = std::move(b).finish({sum});
    for (const auto& [value, text] : states) {
      const ParsedSharding parsed = parse_sharding(text, program.type(value), {{2}});
      EXPECT_EQ(parsed.fault, "") << text;
      pins.values[value] = parsed.sharding;
    }
    const core::Cluster cluster = slow_pair();
    const ShardingProblem problem(program, 0, {{2}}, group_costs(cluster, {{2}}, {0, 1}));
    time = step_time(problem, complete(problem, pins), cluster, {0, 1});
  }

  Program program;
  StepTime time;
};

constexpr double kY = 2.0 * 64 * 16 * 16 / 1e6;  // half of the contracted dimension
constexpr double kZ = 2.0 * 64 * 16 * 32 / 1e6;
constexpr double kSum = 64.0 * 16 / 1e6;
// 64 x 16 floats: each of two ranks sends half and receives half, twice.
constexpr double kAllReduce = 4096.0 / 4096;

TEST(StepTime, OfTwoRanksIsWhatAHandCounts) {
  const StepTime time = TwoProducts(1).time;
  EXPECT_NEAR(time.compute_seconds, kY + kZ + kSum, 1e-9);
  EXPECT_NEAR(time.communication_seconds, kAllReduce, 1e-9);
  EXPECT_NEAR(time.step_seconds, kY + kAllReduce + kSum, 1e-9);  // z is hidden
  EXPECT_NEAR(time.exposed_seconds, kAllReduce - kZ, 1e-9);
  ASSERT_EQ(time.kinds.size(), 1u);
  EXPECT_EQ(time.kinds[0].num_ranks, 2);
  ASSERT_EQ(time.collectives.size(), 1u);
  EXPECT_EQ(time.collectives[0].name, "all_reduce");
  EXPECT_EQ(time.collectives[0].count, 1);
  EXPECT_EQ(time.collectives[0].bytes, 4096);
  EXPECT_EQ(time.out_of_memory, "");
}

TEST(StepTime, AFullBucketIsAwaitedWhereItsValueIsNeeded) {
  // With room for more in the bucket the all-reduce begins when y is needed, behind z.
  const StepTime time = TwoProducts(1 << 20).time;
  EXPECT_NEAR(time.step_seconds, kY + kZ + kAllReduce + kSum, 1e-9);
  EXPECT_NEAR(time.exposed_seconds, kAllReduce, 1e-9);
}

// What holds of every prediction, whatever the plan.
TEST(StepTime, IsThatOfItsSpans) {
  const Case c = built(kGpt);
  for (const core::Cluster& cluster : clusters()) {
    for (const Strategy& s : strategies()) {
      if (!s.choose || !s.choose({c.step, cluster}).inapplicable_reason.empty()) continue;
      SCOPED_TRACE(std::string(s.name) + " on " + std::to_string(core::num_devices(cluster)));
      const Completed made = complete_by(c, cluster, std::string(s.name));
      const StepTime time = step_time(*made.problem, made.plan, cluster, made.choice.devices);
      EXPECT_EQ(time.exposed_seconds, time.step_seconds - time.compute_seconds);
      double last = 0;
      std::map<int, double> computed, free;  // by rank
      for (const PredictedSpan& span : time.spans) {
        EXPECT_LE(span.begin_seconds, span.end_seconds) << span.name;
        last = std::max(last, span.end_seconds);
        if (span.is_communication) continue;
        EXPECT_GE(span.begin_seconds, free[span.rank]) << span.name;  // one segment at a time
        free[span.rank] = span.end_seconds;
        computed[span.rank] += span.end_seconds - span.begin_seconds;
      }
      EXPECT_DOUBLE_EQ(last, time.step_seconds);
      double busiest = 0;
      int num_ranks = 0;
      for (const KindOfRank& kind : time.kinds) {
        EXPECT_NEAR(kind.compute_seconds, computed[kind.first_rank], 1e-9 * time.step_seconds);
        busiest = std::max(busiest, kind.compute_seconds);
        num_ranks += kind.num_ranks;
      }
      EXPECT_EQ(time.compute_seconds, busiest);
      EXPECT_EQ(num_ranks, made.plan.group.num_ranks());
    }
  }
}

TEST(StepTime, RanksBesideEachOtherKeepTheSharesThatWereMeasured) {
  const Case c = built("mlp:inputs=2048,hidden=2048x2048x2048x2048x2048,batch=512");
  const auto seconds = [&](double others, double communication, double compute) {
    core::Cluster cluster = equal(4);
    cluster.device_types[0].flops_per_second = 1e11;  // computing takes longer than messages
    cluster.device_types[0].memory_bytes_per_second = 1e10;
    for (const auto& [kind, share] : {std::pair("contention.others", others),
                                      {"contention.communication", communication},
                                      {"contention.compute", compute}})
      cluster.device_types[0].measured.push_back({kind, {{.size = {}, .rate = share}}});
    const Completed made = complete_by(c, cluster, "dp-even");
    return step_time(*made.problem, made.plan, cluster, made.choice.devices);
  };
  const StepTime alone = seconds(1, 1, 1), late = seconds(0.5, 1, 1);
  EXPECT_DOUBLE_EQ(late.compute_seconds, 2 * alone.compute_seconds);
  const StepTime slow_compute = seconds(1, 0.5, 1), slow_messages = seconds(1, 1, 0.5);
  EXPECT_EQ(slow_compute.communication_seconds, alone.communication_seconds);
  EXPECT_GT(slow_compute.step_seconds, alone.step_seconds);
  EXPECT_GT(slow_messages.communication_seconds, alone.communication_seconds);
  EXPECT_LE(slow_messages.communication_seconds, 2 * alone.communication_seconds);
}

// Two hosts of two devices: y is reduced between hosts while z is reduced within them. On one host
// of four both use its link.
TEST(StepTime, AxesThatShareNoLinksCommunicateAtTheSameTime) {
  const auto seconds = [](core::Cluster cluster) {
    cluster.device_types[0].flops_per_second = 1e15;  // computing takes next to no time
    ProgramBuilder b("two");
    const TensorType left{ElementType::kF32, {64, 32}}, right{ElementType::kF32, {32, 16}};
    const Expr x = argument(b, left), w = argument(b, right);
    const Expr a = argument(b, left), c = argument(b, right);
    const Expr y = einsum("nk,km->nm", x, w), z = einsum("nk,km->nm", a, c);
    const ValueId sum = (y + z).id();
    Pins pins{.bucket_bytes = 1, .follow_operands = true};
    const std::pair<ValueId, const char*> states[] = {
        {x.id(), "S(1)R"}, {w.id(), "S(0)R"}, {a.id(), "RS(1)"}, {c.id(), "RS(0)"},
        {y.id(), "RR"},    {z.id(), "RR"},    {sum, "RR"}};
    const Program program = std::move(b).finish({sum});
    const DeviceGrid grid{{2, 2}};
    for (const auto& [value, text] : states) {
      const ParsedSharding parsed = parse_sharding(text, program.type(value), grid);
      EXPECT_EQ(parsed.fault, "") << text;
      pins.values[value] = parsed.sharding;
    }
    const std::vector<int> all = {0, 1, 2, 3};
    const ShardingProblem problem(program, 0, grid, group_costs(cluster, grid, all));
    return step_time(problem, complete(problem, pins), cluster, all).step_seconds;
  };
  core::Cluster hosts = slow_pair(), host = slow_pair();
  hosts.hosts[0].devices[0].count = 2;
  hosts.hosts[0].link = core::Link{8192, 0};  // as fast as its half of the port
  hosts.hosts[1] = hosts.hosts[0];
  hosts.network = core::Link{16384, 0};
  host.hosts.resize(1);
  host.hosts[0].devices[0].count = 4;
  host.hosts[0].link = core::Link{8192, 0};
  EXPECT_NEAR(seconds(hosts), 0.5, 1e-4);
  EXPECT_NEAR(seconds(host), 1, 1e-4);
}

TEST(StepTime, DoesNotTakeLessThanItsParts) {
  const Case c = built(kGpt);
  const core::Cluster& cluster = clusters()[2];
  for (const Strategy& s : strategies()) {
    if (!s.choose || !s.choose({c.step, cluster}).inapplicable_reason.empty()) continue;
    const Completed made = complete_by(c, cluster, std::string(s.name));
    const StepTime time = step_time(*made.problem, made.plan, cluster, made.choice.devices);
    EXPECT_GE(time.step_seconds, time.compute_seconds) << s.name;
    EXPECT_LE(time.step_seconds, time.compute_seconds * 3 + time.communication_seconds) << s.name;
    EXPECT_EQ(time.out_of_memory, "") << s.name;
    if (s.name == "single") {
      EXPECT_EQ(time.communication_seconds, 0);
    }
  }
}

}  // namespace
}  // namespace motley::tensor
