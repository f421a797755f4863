#include <gtest/gtest.h>

#include <random>

#include "tensor/compile/views.h"
#include "tensor/reference/index_iterator.h"

namespace motley::tensor {
namespace {

std::vector<int64_t> elements(const Layout& layout) {
  return reference::all_offsets(layout.type.shape, layout.strides);
}

TEST(Views, ReshapeKeepsTheOrderOfElementsOrSaysNo) {
  std::mt19937 random(2);
  const std::vector<Shape> shapes = {{24},      {4, 6},    {6, 4}, {2, 3, 4}, {2, 12},     {1, 24},
                                     {4, 1, 6}, {2, 2, 6}, {3, 8}, {24, 1},   {2, 2, 3, 2}};
  int kept = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const Shape &from = shapes[random() % shapes.size()], &to = shapes[random() % shapes.size()];
    Layout layout = dense_layout({ElementType::kF32, from});
    // Transposed, padded or broadcast.
    if (from.size() > 1 && random() % 2) std::swap(layout.strides[0], layout.strides[1]);
    if (random() % 3 == 0) layout.strides[random() % from.size()] *= 2;
    if (random() % 3 == 0) layout.strides[random() % from.size()] = 0;
    const std::optional<Layout> seen = reshaped(layout, to);
    if (!seen) continue;
    ++kept;
    EXPECT_EQ(elements(*seen), elements(layout));
  }
  EXPECT_GT(kept, 500);
  EXPECT_TRUE(reshaped(dense_layout({ElementType::kF32, {4, 6}}), {2, 2, 3, 2}));
  EXPECT_FALSE(reshaped({{ElementType::kF32, {4, 6}}, {12, 1}}, {24}));
}

}  // namespace
}  // namespace motley::tensor
