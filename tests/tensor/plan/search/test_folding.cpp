#include <gtest/gtest.h>

#include <algorithm>

#include "tensor/grad/recompute.h"
#include "tensor/plan/search/folding.h"
#include "tensor/run/step_cases.h"

namespace motley::tensor::search {
namespace {

Case gpt(int layers) {
  const BuiltModel made = build_model("gpt:layers=" + std::to_string(layers) +
                                      ",hidden=64,heads=4,seq=16,vocab=256,batch=8");
  return make_planned_case(made.loss, made.signature, "adam");
}

Folding folded(const Case& c, const FoldingSettings& settings = {}) {
  return fold_repeated(Graph(c.step.program), c.step.num_params + c.step.num_state, settings);
}

TEST(Folding, KindsOfOpsDoNotGrowWithDepth) {
  const Case eight = gpt(8), sixteen = gpt(16);
  EXPECT_EQ(folded(eight).num_op_classes(), folded(sixteen).num_op_classes());
  EXPECT_LT(folded(sixteen).num_op_classes(),
            static_cast<int>(sixteen.step.program.body.ops.size()) / 3);
}

TEST(Folding, MembersOfAClassAreTheSameOpOnTheSameTypes) {
  const Case c = gpt(6);
  const Folding f = folded(c);
  const Program& p = c.step.program;
  for (size_t i = 0; i < p.body.ops.size(); ++i) {
    const Op& op = p.body.ops[i];
    const Op& first = p.body.ops[f.first_op[f.op_class[i]]];
    ASSERT_EQ(op.code, first.code);
    for (size_t k = 0; k < op.operands.size(); ++k) {
      ASSERT_EQ(p.type(op.operands[k]), p.type(first.operands[k]));
    }
  }
}

TEST(Folding, PartsOfABatchAreHeldAlike) {
  const BuiltModel made = build_model("gpt:layers=2,hidden=64,heads=4,seq=16,vocab=256,batch=8");
  std::vector<size_t> nodes;
  for (const int64_t parts : {1, 2, 4}) {
    const Case c = make_planned_case(made.loss, made.signature, "adam", parts);
    const Folding f = folded(c, {.join_recomputed = true});
    size_t own = 0;
    for (size_t v = 0; v < f.same_as.size(); ++v) own += f.same_as[v] == ValueId(v);
    nodes.push_back(own);
    for (const Op& op : c.step.program.body.ops) {
      for (ValueId v : op.results) {
        EXPECT_EQ(c.step.program.type(f.same_as[v.index]), c.step.program.type(v));
      }
    }
  }
  // What is left to decide is what one part has, and sums over parts; values of regions count, too.
  EXPECT_LT(nodes[1], nodes[0] * 5 / 4);
  EXPECT_LT(nodes[2], nodes[0] * 8 / 5);
}

TEST(Folding, AnArgumentAndWhatItBecomesAreOneClass) {
  const Case c = gpt(2);
  const Folding f = folded(c);
  const Region& body = c.step.program.body;
  for (int i = 0; i < c.step.num_params + c.step.num_state; ++i) {
    EXPECT_EQ(f.value_class[body.arguments[i].index], f.value_class[body.results[i + 1].index]);
  }
}

TEST(Folding, LayersOfDifferentParametersAreApart) {
  // Four products of a layer have four kinds of weights.
  const Case c = gpt(6);
  const Folding f = folded(c);
  std::vector<int> classes;
  for (size_t i = 0; i < c.step.arguments.size(); ++i) {
    const std::string& name = c.step.arguments[i].name;
    if (!name.starts_with("blocks/03/w")) continue;
    if (c.step.arguments[i].role != StepRole::kParam) continue;
    classes.push_back(f.value_class[c.step.program.body.arguments[i].index]);
  }
  std::ranges::sort(classes);
  EXPECT_EQ(classes.size(), 4U);
  EXPECT_EQ(std::ranges::adjacent_find(classes), classes.end());
}

TEST(Folding, WhatIsComputedAgainIsHeldAsItWasFirst) {
  Case c = gpt(6);
  const size_t before = c.step.program.body.ops.size();
  c.step = with_recomputation(c.step);
  const Folding plain = folded(c), joined = folded(c, {.join_recomputed = true});
  size_t num_again = 0;
  for (const Op& op : c.step.program.body.ops) {
    for (ValueId v : op.results) {
      EXPECT_EQ(plain.same_as[v.index], v);
      const ValueId first = joined.same_as[v.index];
      if (first == v) continue;
      num_again += 1;
      EXPECT_EQ(joined.value_class[first.index], joined.value_class[v.index]);
      EXPECT_EQ(c.step.program.type(first), c.step.program.type(v));
    }
  }
  // All that was added, but for the barriers.
  const size_t added = c.step.program.body.ops.size() - before;
  EXPECT_GT(added, 5U * 10U);
  EXPECT_GT(num_again, added * 9 / 10);
  EXPECT_LT(joined.num_value_classes(), plain.num_value_classes());
}

TEST(Folding, CanBeTurnedOff) {
  const Case c = gpt(2);
  EXPECT_EQ(folded(c, {.fold = false}).num_op_classes(),
            static_cast<int>(c.step.program.body.ops.size()));
}

}  // namespace
}  // namespace motley::tensor::search
