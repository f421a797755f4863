#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tensor/plan/predict/step_time.h"
#include "tensor/plan/propagate/complete.h"
#include "tensor/plan/propagate/cross_sample_values.h"
#include "tensor/plan/strategy/strategy_table.h"
#include "tensor/run/step_cases.h"

namespace motley::tensor::strategy {
namespace {

using namespace predict;
using namespace propagate;
using namespace shard_cost;

constexpr const char* kGpt = "gpt:layers=2,hidden=64,heads=4,seq=16,vocab=256,batch=8";

Case built(const std::string& model, int64_t num_microbatches = 1) {
  const BuiltModel made = build_model(model);
  return make_case(made.loss, made.signature, "adam", num_microbatches);
}

// So many equal devices in one host.
core::Cluster equal(int n, int64_t memory_bytes = int64_t{16} << 30) {
  core::Cluster cluster;
  cluster.device_types.push_back({.name = "d",
                                  .flops_per_second = 1e13,
                                  .memory_bytes = memory_bytes,
                                  .memory_bytes_per_second = 1e12});
  core::Host host;
  host.devices.push_back({0, n});
  host.link = core::Link{1e10, 5e-6};
  cluster.hosts.push_back(host);
  return cluster;
}

struct Completed {
  StrategyChoice choice;
  std::unique_ptr<ShardingProblem> problem;
  ShardPlan plan;
};

Completed complete_by(const Case& c, const core::Cluster& cluster, const std::string& name,
                      int64_t num_microbatches = 1) {
  Completed made{strategy(name).choose({c.step, cluster, num_microbatches}), nullptr, {}};
  EXPECT_EQ(made.choice.inapplicable_reason, "") << name;
  made.problem = std::make_unique<ShardingProblem>(
      c.step.program, c.step.num_params + c.step.num_state, made.choice.group,
      group_costs(cluster, made.choice.group, made.choice.devices));
  made.plan = complete(*made.problem, made.choice.pins);
  return made;
}

std::string state_of(const Case& c, const Completed& made, const std::string& name) {
  for (size_t i = 0; i < c.step.arguments.size(); ++i) {
    if (c.step.arguments[i].name != name) continue;
    const ValueId v = c.step.program.body.arguments[i];
    return to_string(made.plan.values[v.index], c.step.arguments[i].type.shape, made.plan.group);
  }
  return "no such argument";
}

std::map<ReshardKind, int> collectives(const Completed& made) {
  std::map<ReshardKind, int> counts;
  for (const Collective& c : local_program(*made.problem, made.plan, 0).collectives) {
    ++counts[c.kind];
  }
  return counts;
}

// What time and memory are told from, made without building the Program.
TEST(Outline, IsThatOfTheProgram) {
  for (const char* model : {kGpt, "bert-moe:layers=1,hidden=32,heads=2,seq=8,vocab=64,batch=8",
                            "resnet:batch=8,image=32"}) {
    const Case c = built(model);
    for (const Strategy& one : strategies()) {
      if (!one.choose || !one.choose({c.step, equal(4), 1}).inapplicable_reason.empty()) continue;
      const std::string name(one.name);
      const Completed made = complete_by(c, equal(4), name);
      for (const int rank : {0, 1, 3}) {
        const LocalProgram local = local_program(*made.problem, made.plan, rank);
        const LocalOutline quick = local_outline(*made.problem, made.plan, rank);
        const ProgramOutline slow = outline_of(Graph(local.program));
        ASSERT_EQ(quick.num_ops, slow.num_ops()) << model << " " << name;
        EXPECT_EQ(quick.outline.reads, slow.reads);
        EXPECT_EQ(quick.outline.made, slow.made);
        EXPECT_EQ(quick.outline.value_bytes, slow.value_bytes);
        EXPECT_EQ(quick.outline.arguments, slow.arguments);
        EXPECT_EQ(quick.outline.results, slow.results);
        EXPECT_EQ(quick.collectives.size(), local.collectives.size());
        EXPECT_EQ(quick.events.size(), local.events.size());
        double flops = 0;
        for (int i = 0; i < quick.num_ops; ++i) {
          EXPECT_EQ(quick.outline.ops[i].work, slow.ops[i].work);
          EXPECT_EQ(quick.outline.ops[i].flops, slow.ops[i].flops);
          flops += slow.ops[i].flops;
        }
        EXPECT_GT(flops, 0);
      }
    }
  }
}

TEST(Megatron, CutsColumnsThenRowsHeadsAndWords) {
  const Case c = built(kGpt);
  const Completed made = complete_by(c, equal(4), "megatron");
  EXPECT_EQ(state_of(c, made, "blocks/00/wqkv"), "S(1/64)");  // period of one of Q, K and V
  EXPECT_EQ(state_of(c, made, "blocks/00/bqkv"), "S(0/64)");
  EXPECT_EQ(state_of(c, made, "blocks/00/wo"), "S(0)");
  EXPECT_EQ(state_of(c, made, "blocks/00/w1"), "S(1)");
  EXPECT_EQ(state_of(c, made, "blocks/00/w2"), "S(0)");
  EXPECT_EQ(state_of(c, made, "blocks/00/ln1g"), "R");
  EXPECT_EQ(state_of(c, made, "wte"), "S(0)");
  EXPECT_EQ(state_of(c, made, "wte.m"), "S(0)");
}

TEST(Megatron, AnotherLayerTakesTwoMoreReductionsEachWay) {
  const auto count = [&](int layers) {
    const Case c = built("gpt:layers=" + std::to_string(layers) +
                         ",hidden=64,heads=4,seq=16,vocab=256,batch=8");
    return collectives(complete_by(c, equal(4), "megatron"));
  };
  const auto two = count(2), three = count(3);
  EXPECT_EQ(three.at(ReshardKind::kAllReduce) - two.at(ReshardKind::kAllReduce), 4);
  EXPECT_EQ(two.count(ReshardKind::kAllToAll), 0u);
  EXPECT_EQ(two.count(ReshardKind::kAllGather), 0u);
}

TEST(DataParallel, ReducesEachGradientOnceAndNothingElseButTheLoss) {
  const Case c = built(kGpt);
  const auto counts = collectives(complete_by(c, equal(4), "dp-even"));
  EXPECT_EQ(counts.size(), 1u);
  EXPECT_EQ(counts.at(ReshardKind::kAllReduce), c.step.num_params + 1);
}

TEST(Zero, ScattersGradientsAndGathersParameters) {
  const Case c = built(kGpt);
  const auto two = collectives(complete_by(c, equal(4), "zero-2"));
  EXPECT_EQ(two.at(ReshardKind::kReduceScatter), c.step.num_params);
  EXPECT_EQ(two.at(ReshardKind::kAllGather), c.step.num_params);
  EXPECT_EQ(two.at(ReshardKind::kAllReduce), 1);  // the loss
  // Parameters are gathered forward, and again backward where they are read there.
  const auto three = collectives(complete_by(c, equal(4), "zero-3"));
  EXPECT_GT(three.at(ReshardKind::kAllGather), c.step.num_params);
}

TEST(Zero, EachStageTakesLessMemory) {
  const Case c = built("mlp:inputs=2048,hidden=3072x3072x3072,batch=8");
  const core::Cluster cluster = equal(8);
  std::vector<int64_t> bytes;
  for (const char* name : {"dp-even", "zero-1", "zero-2", "zero-3"}) {
    const Completed made = complete_by(c, cluster, name);
    bytes.push_back(step_time(*made.problem, made.plan, cluster, made.choice.devices).peak_bytes);
  }
  EXPECT_LT(bytes[1], bytes[0]);
  EXPECT_LT(bytes[2], bytes[1]);
  EXPECT_LT(bytes[3], bytes[2]);
}

TEST(MicroBatches, DoNotChangeWhatGradientsTakeToReduce) {
  std::map<int64_t, int64_t> bytes;
  for (int64_t m : {1, 2, 8}) {
    const Case c =
        built("gpt:layers=1,hidden=16,heads=2,seq=8,vocab=64,batch=" + std::to_string(16 / m), m);
    const Completed made = complete_by(c, equal(2), "dp-even", m);
    for (const Collective& one : local_program(*made.problem, made.plan, 0).collectives) {
      EXPECT_EQ(one.kind, ReshardKind::kAllReduce);
      bytes[m] += one.value_bytes;
    }
  }
  EXPECT_EQ(bytes[1], bytes[2]);
  EXPECT_EQ(bytes[1], bytes[8]);
}

TEST(MixingValues, AreBatchStatisticsAndPlacesInAQueueAndNoneOfGpt) {
  const auto cross_sample = [&](const std::string& model) {
    const Case c = built(model);
    const Completed made = complete_by(c, equal(2), "dp-even");
    return cross_sample_values(*made.problem, made.plan).size();
  };
  EXPECT_EQ(cross_sample(kGpt), 0u);
  EXPECT_EQ(cross_sample("vit:layers=1,hidden=32,heads=2,image=32,batch=4"), 0u);
  // A mean and a variance for each of 53 norms.
  EXPECT_GE(cross_sample("resnet:image=32,batch=4"), 53u);
}

TEST(Expert, SpreadsExperts) {
  const Case c = built("bert-moe:layers=2,hidden=16,heads=2,seq=8,vocab=96,experts=4,batch=4");
  const Completed made = complete_by(c, equal(2), "expert");
  int spread = 0;
  for (int i = 0; i < c.step.num_params; ++i) {
    spread += state_of(c, made, c.step.arguments[i].name) != "R";
  }
  EXPECT_GE(spread, 2);
}

TEST(Strategies, SayWhereTheyDoNotApply) {
  const Case c = built(kGpt);
  EXPECT_NE(strategy("expert").choose({c.step, equal(2)}).inapplicable_reason, "");
  EXPECT_NE(strategy("dp-tp").choose({c.step, equal(3)}).inapplicable_reason, "");
}

TEST(Prediction, RanksBesideEachOtherKeepTheSharesThatWereMeasured) {
  const Case c = built("mlp:inputs=2048,hidden=2048x2048x2048,batch=512");
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

TEST(Prediction, DoesNotTakeLessThanItsParts) {
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
}  // namespace motley::tensor::strategy
