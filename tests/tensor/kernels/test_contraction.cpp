#include <gtest/gtest.h>

#include "kernel_check.h"

namespace motley::tensor {
namespace {

OpCase dot_case(Random& random, ElementType element, const Shape& lhs, const Shape& rhs,
                DotAttrs attrs) {
  attrs.element = element;
  ProgramBuilder b("case");
  const ValueId l = b.argument({element, lhs}), r = b.argument({element, rhs});
  const std::vector<ValueId> results = b.add(OpCode::kDotGeneral, {l, r}, attrs);
  return {std::move(b).finish(results),
          {draw_literal(random, {element, lhs}), draw_literal(random, {element, rhs})}};
}

struct Product {
  Shape lhs, rhs;
  DotAttrs attrs;
};

// Large enough for vectors, threads and both libraries; odd extents on purpose.
const Product kProducts[] = {
    {{130, 70}, {70, 190}, {{}, {}, {1}, {0}}},                    // matrices
    {{70, 130}, {190, 70}, {{}, {}, {0}, {1}}},                    // both transposed
    {{3, 65, 33}, {3, 33, 47}, {{0}, {0}, {2}, {1}}},              // batch
    {{2, 35, 4, 16}, {2, 35, 4, 16}, {{0, 2}, {0, 2}, {3}, {3}}},  // heads between each other
    {{2, 4, 35, 35}, {2, 35, 4, 16}, {{0, 1}, {0, 2}, {3}, {1}}},
    {{5, 31, 70}, {70, 41}, {{}, {}, {2}, {0}}},             // rows of two dimensions
    {{5, 31, 70}, {5, 31, 41}, {{}, {}, {0, 1}, {0, 1}}},    // a parameter's gradient
    {{1, 700}, {700, 300}, {{}, {}, {1}, {0}}},              // vector times matrix
    {{300, 700}, {700}, {{}, {}, {1}, {0}}},                 // matrix times vector
    {{70000}, {70000}, {{}, {}, {0}, {0}}},                  // dot
    {{700}, {300}, {}},                                      // outer product
    {{300, 129}, {300, 129}, {{0}, {0}, {1}, {1}}},          // dots of rows
    {{129, 300}, {129, 300}, {{1}, {1}, {0}, {0}}},          // dots of columns
    {{77, 129}, {77, 129}, {{0, 1}, {0, 1}, {}, {}}},        // element by element
    {{40, 9, 30}, {40, 30, 9}, {{1}, {2}, {0, 2}, {0, 1}}},  // packed
};

TEST(Dot, LargeProductsWithThreads) {
  Random random(7);
  for (ElementType element : {ElementType::kF32, ElementType::kF64}) {
    for (const Product& product : kProducts) {
      const TensorType lhs{element, product.lhs};
      SCOPED_TRACE(lhs.to_string());
      expect_fast_and_right(dot_case(random, element, product.lhs, product.rhs, product.attrs));
    }
  }
}

TEST(Dot, EmptyOnes) {
  Random random(7);
  const Product products[] = {{{3, 0}, {0, 4}, {{}, {}, {1}, {0}}},
                              {{0, 3}, {3, 4}, {{}, {}, {1}, {0}}},
                              {{0, 3, 2}, {0, 2, 4}, {{0}, {0}, {2}, {1}}}};
  for (const Product& product : products) {
    expect_fast_and_right(
        dot_case(random, ElementType::kF32, product.lhs, product.rhs, product.attrs));
  }
}

// Whatever its shape, a dense product of floats is never left to the reference.
TEST(Dot, EveryDenseOneIsTaken) {
  for (const CaseMaker& maker : case_makers()) {
    if (maker.code != OpCode::kDotGeneral) continue;
    for (int seed = 0; seed < 1000; ++seed) {
      Random random(seed);
      const OpCase op_case = maker.make(random);
      if (!is_float(op_case.arguments[0].element())) continue;
      EXPECT_TRUE(fast_kernel(dense_request(op_case, 2))) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace motley::tensor
