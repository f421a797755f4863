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

// The functions of an op of two operands of one type, one per carrier; null where the op has no
// such element type.
struct BinaryFunctions {
  using Float = double (*)(double, double);
  using Signed = int64_t (*)(int64_t, int64_t);
  using Unsigned = uint64_t (*)(uint64_t, uint64_t);
  Float f;
  Signed s;
  Unsigned u;
};
BinaryFunctions binary_functions(OpCode code);

// NaN where either is; +0 is above -0.
double float_maximum(double a, double b);
double float_minimum(double a, double b);

// What typed_steps.cpp has for the op, or null.
ScalarStep::Apply typed_apply(OpCode code);

// The evaluator of all of them: block by block through cells.
std::vector<Literal> evaluate_elementwise(Evaluation& e);

}  // namespace motley::tensor::reference
