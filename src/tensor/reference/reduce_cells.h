// Reductions of cells by a known reducer.
#pragma once

#include "tensor/ir/attributes.h"
#include "tensor/ir/index_structure.h"
#include "tensor/reference/cells.h"

namespace motley::tensor::reference {

// A reduction over no dimension longer than this runs in order and rounds after each step, as its
// body is written. XLA on CPU does the same, bit for bit (it splits longer dimensions into a tree
// of pieces of 32), and where terms cancel no other order comes within a few ulp of JAX. Longer
// reductions, whose order is unspecified, accumulate in the compute type and round once. Rounding
// once throughout would fail ten more of the 2,141 applicable public StableHLO programs.
inline constexpr int64_t kShortReduction = 32;
// The type to which each step of a reduction over `extents` is rounded.
ElementType step_type(ElementType element, const Dims& extents);

// accumulator <- reducer(accumulator, input) for `count` inputs in order; floats are rounded to
// `step` each time, integers stay in the compute type. An accumulator stride of 0 reduces all into
// one.
struct ReduceStrides {
  int64_t accumulator = 0;
  int64_t input = 1;
};
void reduce_cells(Reducer reducer, ElementType step, Cell* accumulator, const Cell* input,
                  int64_t count, ReduceStrides strides);
// The reducer's identity element: 0 for a sum, the lowest value of the type for max.
Cell identity_cell(Reducer reducer, ElementType type);

}  // namespace motley::tensor::reference
