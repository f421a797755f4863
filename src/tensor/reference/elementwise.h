// Elementwise ops on cells: one row per op, used for whole tensors and inside the bodies of
// reductions alike.
#pragma once

#include <cstdint>
#include <optional>

#include "tensor/ir/op_row.h"
#include "tensor/reference/cells.h"
#include "tensor/reference/evaluator.h"

namespace motley::tensor::reference {

// An elementwise op made ready: `apply` computes `count` results from as many cells of each
// operand. Results are in the carrier, not yet rounded to the result's type.
struct ScalarStep {
  using Apply = void (*)(const ScalarStep& step, const Cell* const* in, Cell* out, int64_t count);
  using Function = void (*)();

  Apply apply = nullptr;
  Function function = nullptr;  // what a unary or binary `apply` calls; it knows the real type
  ElementType from = ElementType::kF32;  // of the last operand
  ElementType to = ElementType::kF32;    // of the result
  const Op* op = nullptr;                // for attributes
};

// nullopt where the op is not elementwise, or not on scalars-per-element (bitcasts that change
// the width).
std::optional<ScalarStep> scalar_step(const OpView& view);
bool is_elementwise(OpCode code);

// Folds of at most this many elements run in order and round after each step, as their body says.
// So does XLA on CPU, bit for bit (it cuts longer ones into a tree of pieces of 32), and where terms
// cancel nothing else comes within a few ulp of JAX. Longer folds, whose order is anybody's,
// accumulate in the carrier and round once. Rounding once throughout would fail ten more of the
// 2,141 public StableHLO programs that apply.
inline constexpr int64_t kShortFold = 32;
// The type to which each step of a fold over `terms` elements is rounded.
inline ElementType step_type(ElementType element, int64_t terms) {
  return is_float(element) && terms > kShortFold ? ElementType::kF64 : element;
}

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

// The evaluator of all of them: block by block through cells.
std::vector<Literal> evaluate_elementwise(Evaluation& e);

}  // namespace motley::tensor::reference
