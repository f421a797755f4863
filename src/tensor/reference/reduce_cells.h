// Many elements into one, by a known reducer.
#pragma once

#include "tensor/ir/attributes.h"
#include "tensor/ir/index_structure.h"
#include "tensor/reference/cells.h"

namespace motley::tensor::reference {

// A fold that runs over no dimension longer than this goes in order and rounds after each step, as
// its body says. So does XLA on CPU, bit for bit (it cuts longer dimensions into a tree of pieces
// of 32), and where terms cancel nothing else comes within a few ulp of JAX. Longer folds, whose
// order is anybody's, accumulate in the carrier and round once. Rounding once throughout would fail
// ten more of the 2,141 public StableHLO programs that apply.
inline constexpr int64_t kShortFold = 32;
// The type to which each step of a fold over `extents` is rounded.
ElementType step_type(ElementType element, const Dims& extents);

// accumulator <- reducer(accumulator, input) for `count` inputs in order; floats are rounded to
// `step` each time, integers stay in the carrier. An accumulator stride of 0 folds all into one.
struct FoldStrides {
  int64_t accumulator = 0;
  int64_t input = 1;
};
void fold_cells(Reducer reducer, ElementType step, Cell* accumulator, const Cell* input,
                int64_t count, FoldStrides strides);
// The value that changes nothing: 0 for a sum, the lowest value of the type for max.
Cell identity_cell(Reducer reducer, ElementType type);

}  // namespace motley::tensor::reference
