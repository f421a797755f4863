// The planner as a whole: right, never worse than what people would pick, and honest about it.
#include <gtest/gtest.h>

#include "tensor/plan/propagate/complete.h"
#include "tensor/plan/search/bound.h"
#include "tensor/plan/search/search.h"
#include "tensor/plan/strategy/strategy_table.h"
#include "tensor/run/step_cases.h"
#include "tensor/run/verify.h"
#include "tensor/sampling.h"

namespace motley::tensor::search {
namespace {

using namespace predict;
using namespace propagate;
using namespace shard_cost;
using namespace strategy;

constexpr const char* kModels[] = {
    "mlp:batch=64", "gpt:layers=2,hidden=64,heads=4,seq=16,vocab=256,batch=8",
    "vgg:channels=8x8x16x16x16,convs=1x1x1x1x1,ff=32,image=32,classes=10,batch=8"};

Case built(const std::string& model) {
  const BuiltModel made = build_model(model);
  return make_case(made.loss, made.signature, "adam");
}

Case planned(const std::string& model) {
  const BuiltModel made = build_model(model);
  return make_planned_case(made.loss, made.signature, "adam");
}

int num_updated(const Case& c) { return c.step.num_params + c.step.num_state; }

TEST(Search, IsNeverWorseThanANamedStrategyNorBetterThanTheBound) {
  for (const char* model : kModels) {
    if (model == kModels[2] && !runs_every_case()) continue;  // for the time it takes
    const Case c = planned(model);
    for (const core::Cluster& cluster : clusters()) {
      // Of the larger steps one cluster of five devices, for the time it takes.
      if (model != kModels[0] && (&cluster - &clusters()[0] + 2) % one_in(5) != 0) continue;
      const SearchResult found = search(c.step, cluster, {});
      ASSERT_EQ(found.fault, "");
      EXPECT_LE(found.lower_bound_seconds, found.time.step_seconds);
      for (const Strategy& strategy : strategies()) {
        for (const StrategyChoice& choice : strategy.pinned({c.step, cluster})) {
          if (!choice.inapplicable_reason.empty()) continue;
          const ShardingProblem problem(c.step.program, num_updated(c), choice.group,
                                        group_costs(cluster, choice.group, choice.devices));
          const StepTime time =
              step_time(problem, complete(problem, choice.pins), cluster, choice.devices);
          EXPECT_LE(found.lower_bound_seconds, time.step_seconds) << model << " " << strategy.name;
          if (!time.out_of_memory.empty()) continue;
          EXPECT_EQ(found.time.out_of_memory, "") << model << " " << strategy.name;
          EXPECT_LE(found.time.step_seconds, time.step_seconds * (1 + 1e-9))
              << model << " " << strategy.name << " " << choice.degrees << " on "
              << core::num_devices(cluster);
        }
      }
    }
  }
}

TEST(Search, ChosenPlansComputeWhatOneDeviceComputes) {
  for (const char* model : kModels) {
    // On all clusters, the interpreter takes long over wide layers.
    const bool is_narrow = model == kModels[0] && !runs_every_case();
    const Case c = built(is_narrow ? "mlp:inputs=96,hidden=64x32,batch=64" : model);
    for (const core::Cluster& cluster : clusters()) {
      if (model != kModels[0] && (&cluster - &clusters()[0]) % one_in(4) != 0) continue;
      const SearchResult found = search(c.step, cluster, {.level = SearchEffort::kFast});
      const VerifyResult result = verify_step(c.step, found.plan, found.costs, c.arguments, {});
      EXPECT_TRUE(result.ok) << model << " on " << core::num_devices(cluster)
                             << " devices: " << result.worst << " " << result.max_relative_error;
    }
  }
}

// Four quick devices close together, and four others behind a network that is not worth it.
TEST(Search, StaysOnTheFastestHostBehindASlowNetwork) {
  const core::DeviceType device = {.name = "d",
                                   .flops_per_second = 1e9,
                                   .memory_bytes = int64_t{1} << 40,
                                   .memory_bytes_per_second = 1e10};
  core::Cluster cluster = core::one_host(device, 4, {1e9, 0});
  cluster.hosts.push_back(cluster.hosts[0]);
  cluster.network = core::Link{1e5, 1e-3};
  const Case c = planned(kModels[1]);
  for (const SearchEffort level : {SearchEffort::kFast, SearchEffort::kFull}) {
    if (level == SearchEffort::kFull && !runs_every_case()) continue;
    const SearchResult found = search(c.step, cluster, {.level = level});
    EXPECT_EQ(found.devices.size(), 4);
  }
}

TEST(Search, GivesTheSamePlanAgain) {
  const Case c = planned(kModels[1]);
  const core::Cluster cluster = clusters()[0];
  const SearchResult first = search(c.step, cluster, {}), again = search(c.step, cluster, {});
  EXPECT_EQ(first.plan.values, again.plan.values);
  EXPECT_EQ(first.time.step_seconds, again.time.step_seconds);
  EXPECT_EQ(first.lower_bound_seconds, again.lower_bound_seconds);
}

TEST(Search, HoldsPinsAndSaysWhereItCannot) {
  const Case c = planned(kModels[0]);
  const core::Cluster cluster = clusters()[0];
  const ValueId w = c.step.program.body.arguments[1];
  const auto searched = [&](const std::string& state, bool must) {
    return search(c.step, cluster, {.constraints = {{w, state, must}}});
  };
  const SearchResult free = search(c.step, cluster, {});
  for (const std::string state : {"R", "S(0)", "S(1)"}) {
    const SearchResult found = searched(state, true);
    ASSERT_EQ(found.fault, "") << state;
    const Sharding& held = found.plan.values[w.index];
    const DeviceGrid& grid = found.plan.group;
    EXPECT_EQ(parse_sharding(state, c.step.program.type(w), grid).sharding, held) << state;
    EXPECT_GE(found.time.step_seconds, free.time.step_seconds * (1 - 1e-9)) << state;
  }
  EXPECT_NE(searched("S(7)", true).fault, "");
  const SearchResult other = searched("R", false);
  EXPECT_FALSE(is_replicated(other.plan.values[w.index]));
}

TEST(Search, TellsWhatOtherStatesWouldCost) {
  const Case c = planned(kModels[0]);
  const ValueId w = c.step.program.body.arguments[1];
  const SearchResult found = search(c.step, clusters()[0], {}, w);
  ASSERT_GT(found.alternatives.size(), 1U);
  int num_chosen = 0;
  for (const Alternative& other : found.alternatives) {
    num_chosen += other.is_chosen;
    if (other.out_of_memory.empty()) {
      EXPECT_GE(other.step_seconds, found.time.step_seconds * 0.98);
    }
  }
  EXPECT_EQ(num_chosen, 1);
  ASSERT_FALSE(found.reasons.empty());
}

TEST(Search, AnswersEvenWithoutTime) {
  const Case c = built(kModels[1]);
  const SearchResult found =
      search(c.step, clusters()[0], {.deadline = std::chrono::steady_clock::now()});
  EXPECT_FALSE(found.complete);
  EXPECT_GT(found.time.step_seconds, 0);
  EXPECT_TRUE(verify_step(c.step, found.plan, found.costs, c.arguments, {}).ok);
}

TEST(Search, SpreadsStateUntilItFits) {
  const Case c = planned("mlp:hidden=1024x1024x1024,batch=256");
  core::DeviceType type{.name = "d",
                        .flops_per_second = 1e13,
                        .memory_bytes = int64_t{1} << 40,
                        .memory_bytes_per_second = 1e12};
  const auto on = [&](int64_t memory) {
    type.memory_bytes = memory;
    return search(c.step, core::one_host(type, 8, {1e9, 5e-6}), {});
  };
  const SearchResult roomy = on(int64_t{1} << 40);
  ASSERT_EQ(roomy.time.out_of_memory, "");
  // From all that it takes when nothing is scarce down to a quarter.
  double before = roomy.time.step_seconds;
  for (const double share : {0.8, 0.5}) {
    const auto memory = static_cast<int64_t>(share * static_cast<double>(roomy.time.peak_bytes));
    const SearchResult tight = on(memory);
    EXPECT_EQ(tight.time.out_of_memory, "") << share;
    EXPECT_LE(tight.time.peak_bytes, memory);
    EXPECT_GE(tight.time.step_seconds, before * (1 - 1e-6)) << share;
    before = tight.time.step_seconds;
  }
  EXPECT_NE(on(1'000'000).time.out_of_memory, "");
}

}  // namespace
}  // namespace motley::tensor::search
