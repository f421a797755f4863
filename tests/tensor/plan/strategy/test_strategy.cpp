#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tensor/lower/local_program.h"
#include "tensor/passes/bf16_products.h"
#include "tensor/plan/predict/step_time.h"
#include "tensor/plan/propagate/cross_sample_values.h"
#include "tensor/plan/strategy/completed.h"

namespace motley::tensor::strategy {
namespace {

using namespace predict;
using namespace propagate;
using namespace shard_cost;

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

Completed completed_at(const Case& c, const core::Cluster& cluster, const std::string& name,
                       const std::string& degrees, int64_t num_microbatches = 1) {
  for (StrategyChoice& choice : strategy(name).pinned({c.step, cluster, num_microbatches})) {
    if (choice.degrees != degrees) continue;
    Completed made{std::move(choice), nullptr, {}};
    made.problem = std::make_unique<ShardingProblem>(
        c.step.program, c.step.num_params + c.step.num_state, made.choice.group,
        group_costs(cluster, made.choice.group, made.choice.devices));
    made.plan = complete(*made.problem, made.choice.pins);
    return made;
  }
  ADD_FAILURE() << name << " has no " << degrees;
  return {};
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

// Two hosts of four: tensor parallel 2 or 4 within them, with or without the sequence.
TEST(Megatron3d, ShardsStateOverRowsAndSumsAlongTheSequence) {
  const Case c = built(kGpt);
  core::Cluster cluster = equal(4);
  cluster.hosts.push_back(cluster.hosts[0]);
  cluster.network = core::Link{1e9, 1e-5};
  std::vector<std::string> degrees;
  std::map<std::string, int64_t> bytes;
  for (const StrategyChoice& choice : strategy("megatron-3d").pinned({c.step, cluster})) {
    ASSERT_EQ(choice.inapplicable_reason, "");
    degrees.push_back(choice.degrees);
    Completed made{choice, nullptr, {}};
    made.problem = std::make_unique<ShardingProblem>(
        c.step.program, c.step.num_params + c.step.num_state, choice.group,
        group_costs(cluster, choice.group, choice.devices));
    made.plan = complete(*made.problem, choice.pins);
    EXPECT_EQ(state_of(c, made, "blocks/00/w1"), "RS(1)") << choice.degrees;
    EXPECT_EQ(state_of(c, made, "blocks/00/w1.m"), "S(0)S(1)") << choice.degrees;
    EXPECT_EQ(state_of(c, made, "blocks/00/ln1g.m"), "S(0)R") << choice.degrees;
    bytes[choice.degrees] = step_time(*made.problem, made.plan, cluster, choice.devices).peak_bytes;
  }
  EXPECT_EQ(degrees,
            (std::vector<std::string>{"tensor parallel 2, ZeRO-1 data parallel 4",
                                      "tensor parallel 2 with sequence, ZeRO-1 data parallel 4",
                                      "tensor parallel 4, ZeRO-1 data parallel 2",
                                      "tensor parallel 4 with sequence, ZeRO-1 data parallel 2"}));
  // What is between blocks is held once, not by every device of a row.
  EXPECT_LT(bytes[degrees[3]], bytes[degrees[2]]);
}

// Forward and backward, what is between blocks is reduced to the part of the sequence that a device
// goes on with.
TEST(Megatron3d, AllReducesNothingBetweenBlocksWithTheSequence) {
  const Case c =
      built("llama:layers=2,hidden=1024,heads=8,kv_heads=8,ff=2048,seq=512,vocab=4096,batch=8");
  core::Cluster cluster = equal(4);
  cluster.hosts.push_back(cluster.hosts[0]);
  cluster.network = core::Link{1e9, 1e-5};
  const auto all_reduced = [&](const std::string& degrees) {
    const Completed made = completed_at(c, cluster, "megatron-3d", degrees);
    std::vector<std::string> of;  // ops whose results are all-reduced within hosts
    for (const Collective& one : local_program(*made.problem, made.plan, 0).collectives) {
      if (one.kind != ReshardKind::kAllReduce || one.axis != 1 || one.whole.num_dims() != 3)
        continue;
      const int op = made.problem->graph().producer[one.value.index];
      of.push_back(std::string(name(made.problem->graph().ops[op].code)) + " " +
                   one.whole.to_string());
    }
    return of;
  };
  // Two in each block and pass, one each way at the logits and the embedding, and two numbers for
  // each token of the softmax over the vocabulary.
  const auto all = all_reduced("tensor parallel 4, ZeRO-1 data parallel 2");
  EXPECT_EQ(all.size(), 12u) << testing::PrintToString(all);
  const auto few = all_reduced("tensor parallel 4 with sequence, ZeRO-1 data parallel 2");
  // Not those between blocks. What stands behind a reshape, before the first block and behind the
  // last, is still reduced whole.
  EXPECT_EQ(few.size(), 4u) << testing::PrintToString(few);
}

TEST(Megatron3d, NeedsHostsMadeOfWholeGroups) {
  const Case c = built(kGpt);
  core::Cluster cluster = equal(4);
  cluster.hosts.push_back(cluster.hosts[0]);
  cluster.hosts[1].devices[0].count = 3;
  cluster.network = core::Link{1e9, 1e-5};
  EXPECT_NE(strategy("megatron-3d").pinned({c.step, cluster})[0].inapplicable_reason, "");
  EXPECT_EQ(strategy("fsdp").pinned({c.step, cluster}).size(), 2u);
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

// What products read in bfloat16 is cast on the shard and gathered as bfloat16, ahead of its use.
TEST(Fsdp, GathersWhatProductsRead) {
  Case c = built(kGpt);
  c.step.program = with_bf16_products(std::move(c.step.program));
  const auto gathers = [&](const std::string& degrees) {
    const Completed made = completed_at(c, equal(4), "fsdp", degrees);
    const LocalProgram local = local_program(*made.problem, made.plan, 0);
    EXPECT_GT(local.num_early_ops, 0);
    int halves = 0;
    for (const Collective& one : local.collectives) {
      if (one.kind != ReshardKind::kAllGather || one.whole.num_dims() < 2) continue;
      EXPECT_TRUE(one.is_early) << one.whole.to_string();
      halves += one.whole.element == ElementType::kBF16;
    }
    return halves;
  };
  // Four matrices in each of two blocks, and the table that computes the logits.
  EXPECT_EQ(gathers("fully sharded over 4, gathered once"), 9);
  EXPECT_EQ(gathers("fully sharded over 4"), 18);
}

// A parameter that is freed after each pass is gathered for each pass of each micro-batch.
TEST(Fsdp, GathersAgainForEachMicrobatch) {
  const auto gathers = [&](const std::string& degrees, int64_t num_microbatches) {
    const Case c = built(kGpt, num_microbatches);
    return collectives(completed_at(c, equal(4), "fsdp", degrees, num_microbatches))
        .at(ReshardKind::kAllGather);
  };
  const int once = gathers("fully sharded over 4, gathered once", 1);
  EXPECT_EQ(gathers("fully sharded over 4, gathered once", 2), once);
  EXPECT_GT(gathers("fully sharded over 4", 2), gathers("fully sharded over 4", 1) + 8);
}

TEST(Fsdp, KeepsProductsTensorParallel) {
  const Case c = built(kGpt);
  core::Cluster cluster = equal(2);
  cluster.hosts.push_back(cluster.hosts[0]);
  cluster.network = core::Link{1e9, 1e-5};
  const Completed grid =
      completed_at(c, cluster, "fsdp", "tensor parallel 2 with sequence, fully sharded over 2");
  const Completed row = completed_at(c, cluster, "fsdp", "fully sharded over 4");
  EXPECT_EQ(state_of(c, grid, "blocks/00/w1"), "S(0)S(1)");
  const auto compute = [&](const Completed& made) {
    return step_time(*made.problem, made.plan, cluster, made.choice.devices).compute_seconds;
  };
  EXPECT_LT(compute(grid), 1.5 * compute(row));
}

// Hybrid FSDP: parameters are gathered within hosts, and what is left of their gradients is
// all-reduced across them.
TEST(Fsdp, ShardsWithinHostsAndReplicatesAcrossThem) {
  const Case c = built(kGpt);
  core::Cluster cluster = equal(2);
  cluster.hosts.push_back(cluster.hosts[0]);
  cluster.network = core::Link{1e9, 1e-5};
  const Completed hybrid =
      completed_at(c, cluster, "fsdp", "fully sharded over 2, replicated 2 times");
  EXPECT_EQ(state_of(c, hybrid, "tok"), "S(0)S(0/4)");
  EXPECT_EQ(state_of(c, hybrid, "blocks/00/w1"), "RS(1)");
  for (const Collective& one : local_program(*hybrid.problem, hybrid.plan, 0).collectives) {
    const bool shards =
        one.kind == ReshardKind::kAllGather || one.kind == ReshardKind::kReduceScatter;
    EXPECT_TRUE(!shards || one.axis == 1) << one.whole.to_string();
  }
  // Behind a slow network it is faster than gathering across hosts.
  const Completed row = completed_at(c, cluster, "fsdp", "fully sharded over 4");
  const auto seconds = [&](const Completed& made) {
    return step_time(*made.problem, made.plan, cluster, made.choice.devices).step_seconds;
  };
  EXPECT_LT(seconds(hybrid), seconds(row));
  // Where a host's memory is too small, over two hosts of four.
  cluster.hosts.resize(4, cluster.hosts[0]);
  cluster.device_types[0].memory_bytes = 900'000;
  const auto choices = strategy("fsdp").pinned({c.step, cluster});
  EXPECT_TRUE(std::ranges::any_of(choices, [](const StrategyChoice& one) {
    return one.degrees == "fully sharded over 4, replicated 2 times";
  }));
}

TEST(Fsdp, SharesSamplesBySpeedWhereHostsAreUnlike) {
  const Case c = built(kGpt);
  core::Cluster cluster = equal(2);
  cluster.device_types.push_back(cluster.device_types[0]);
  cluster.device_types[1].flops_per_second *= 3;
  cluster.hosts.push_back(cluster.hosts[0]);
  cluster.hosts[1].devices[0].type = 1;
  cluster.network = core::Link{1e9, 1e-5};
  const Completed even =
      completed_at(c, cluster, "fsdp", "tensor parallel 2 with sequence, fully sharded over 2");
  const Completed by_speed =
      completed_at(c, cluster, "fsdp",
                   "tensor parallel 2 with sequence, fully sharded over 2, samples by speed");
  EXPECT_EQ(state_of(c, even, "tok"), "S(0)R");
  EXPECT_EQ(state_of(c, by_speed, "tok"), "S(0:[1,3])R");
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
  const Completed made = completed_at(c, equal(2), "expert", "experts over 2");
  int spread = 0;
  for (int i = 0; i < c.step.num_params; ++i) {
    spread += state_of(c, made, c.step.arguments[i].name) != "R";
  }
  EXPECT_GE(spread, 2);
}

TEST(Expert, KeepsExpertsWithinHosts) {
  Case c = built("bert-moe:layers=2,hidden=16,heads=2,seq=8,vocab=96,experts=4,batch=4");
  c.step.program = with_bf16_products(std::move(c.step.program));  // casts of parameters, too
  core::Cluster cluster = equal(2);
  cluster.hosts.push_back(cluster.hosts[0]);
  cluster.network = core::Link{1e9, 1e-5};
  const Completed made = completed_at(c, cluster, "expert", "experts over 2, data parallel 2");
  int all_to_alls = 0;
  for (const Collective& one : local_program(*made.problem, made.plan, 0).collectives) {
    if (one.kind != ReshardKind::kAllToAll) continue;
    ++all_to_alls;
    EXPECT_EQ(one.axis, 1);
  }
  EXPECT_GT(all_to_alls, 0);
}

TEST(Strategies, SayWhereTheyDoNotApply) {
  const Case c = built(kGpt);
  EXPECT_NE(strategy("expert").pinned({c.step, equal(2)})[0].inapplicable_reason, "");
  EXPECT_NE(strategy("dp-tp").choose({c.step, equal(3)}).inapplicable_reason, "");
}

}  // namespace
}  // namespace motley::tensor::strategy
