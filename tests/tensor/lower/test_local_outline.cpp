#include <gtest/gtest.h>

#include "tensor/lower/local_program.h"
#include "tensor/plan/strategy/completed.h"

namespace motley::tensor {
namespace {

using namespace propagate;
using namespace shard_cost;
using namespace strategy;

// The outline, made without building the Program, has the same ops, values and flops.
TEST(LocalOutline, IsThatOfTheProgram) {
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

}  // namespace
}  // namespace motley::tensor
