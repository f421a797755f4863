#include <gtest/gtest.h>

#include "kernel_check.h"
#include "tensor/kernels/movement.h"

namespace motley::tensor {
namespace {

std::string fault_of_copy(Random& random, const Layout& from, const Layout& to, int num_threads) {
  Literal values = draw_literal(random, from.type);
  values = StridedTensor(from, values).values();  // equal along strides of zero
  const StridedTensor source(from, values);
  StridedTensor target(to);
  const Kernel kernel = copy_kernel(from, to, num_threads);
  const std::byte* operands[] = {source.data()};
  std::byte* results[] = {target.data()};
  kernel.run({.operands = operands, .results = results});
  if (!target.gaps_are_untouched()) return "writes into gaps";
  return difference(target.values(), values, 0);
}

TEST(Copy, BetweenAnyTwoLayouts) {
  for (int seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    const ElementType elements[] = {ElementType::kI8, ElementType::kI16, ElementType::kI32,
                                    ElementType::kF32, ElementType::kF64};
    const TensorType type{elements[draw(random, 0, 4)], draw_shape(random, 5, seed % 2 ? 5 : 19)};
    if (type.num_elements() > 100000) continue;
    Literal values = draw_literal(random, type);
    const Layout from = draw_operand_layout(random, values), to = draw_layout(random, type);
    ASSERT_EQ(fault_of_copy(random, from, to, 1 + seed % 3), "") << "seed " << seed;
  }
}

TEST(Copy, LargeTransposesWithThreads) {
  Random random(1);
  for (ElementType element :
       {ElementType::kI8, ElementType::kI16, ElementType::kF32, ElementType::kF64}) {
    for (const Shape& shape : {Shape{517, 301}, Shape{64, 1000}, Shape{3, 129, 515}}) {
      const TensorType type{element, shape};
      Layout from = dense_layout(type);
      const auto n = shape.size();
      from.strides[n - 1] = shape[n - 2], from.strides[n - 2] = 1;  // the last two changed places
      for (int threads : {1, 2, 3}) {
        EXPECT_EQ(fault_of_copy(random, from, dense_layout(type), threads), "");
        EXPECT_EQ(fault_of_copy(random, dense_layout(type), from, threads), "");
        EXPECT_EQ(fault_of_copy(random, dense_layout(type), dense_layout(type), threads), "");
      }
    }
  }
}

TEST(Copy, OfNothing) {
  Random random(1);
  const Layout layout = dense_layout({ElementType::kF32, {3, 0, 2}});
  EXPECT_EQ(fault_of_copy(random, layout, layout, 2), "");
}

}  // namespace
}  // namespace motley::tensor
