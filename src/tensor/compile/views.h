// Ops that are only views of their operand: no kernel runs, the layout changes.
//
//   transpose, broadcast_in_dim, slice     always
//   reshape                                if the strides allow it: no copy
//   optimization_barrier                   unchanged
#pragma once

#include <optional>

#include "tensor/ir/op_row.h"
#include "tensor/kernels/layout.h"

namespace motley::tensor {

struct ViewOfOperand {
  Layout layout;
  int64_t offset = 0;  // in elements, from the operand's element zero
};

// Result 0 of the op as a view of operand 0; nullopt if it must be computed.
std::optional<ViewOfOperand> view_of_operand(const OpView& view, const Layout& operand);

// The layout with another shape of as many elements; nullopt if elements would have to move. [4,6]
// strides 12 1 (a slice) as [4,2,3]: 12 3 1; as [24]: nullopt.
std::optional<Layout> reshaped(const Layout& layout, const Shape& shape);

}  // namespace motley::tensor
