// Ops that only look at a tensor another way: no kernel runs, the layout changes.
//
//   transpose, broadcast_in_dim, slice     always
//   reshape                                where the strides allow it: no copy
//   optimization_barrier                   as it is
#pragma once

#include <optional>

#include "tensor/ir/op_row.h"
#include "tensor/kernels/layout.h"

namespace motley::tensor {

struct ViewOfOperand {
  Layout layout;
  int64_t offset = 0;  // in elements, from the operand's element zero
};

// What result 0 of the op is as a view of operand 0, or nothing where it must be computed.
std::optional<ViewOfOperand> view_of_operand(const OpView& view, const Layout& operand);

// The layout under another shape with as many elements, or nothing where elements would have to
// move. [4,6] strides 12 1 (a slice) as [4,2,3]: 12 3 1; as [24]: nothing.
std::optional<Layout> reshaped(const Layout& layout, const Shape& shape);

}  // namespace motley::tensor
