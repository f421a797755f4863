// Elementwise ops on cells: one row per op, used both for whole tensors and inside the bodies of
// reductions.
#pragma once

#include <cstdint>
#include <optional>

#include "tensor/ir/op_row.h"
#include "tensor/reference/cells.h"
#include "tensor/reference/evaluator.h"

namespace motley::tensor::reference {

// A prepared elementwise op: `apply` computes `count` results from as many cells of each operand.
// Results are in the compute type, not yet rounded to the result's type.
struct ScalarStep {
  using Apply = void (*)(const ScalarStep& step, const Cell* const* in, Cell* out, int64_t count);
  using Function = void (*)();

  Apply apply = nullptr;
  Function function = nullptr;  // called by a unary or binary `apply`, which knows its real type
  ElementType from = ElementType::kF32;  // of the last operand
  ElementType to = ElementType::kF32;    // of the result
  const Op* op = nullptr;                // for attributes
};

// nullopt if the op is not elementwise, or not one scalar per element (bitcasts that change the
// width).
std::optional<ScalarStep> scalar_step(const OpView& view);
bool is_elementwise(OpCode code);

// The functions of a binary op on one type, one per compute type; null if the op is not defined for
// it.
struct BinaryFunctions {
  using Float = double (*)(double, double);
  using Signed = int64_t (*)(int64_t, int64_t);
  using Unsigned = uint64_t (*)(uint64_t, uint64_t);
  Float f;
  Signed s;
  Unsigned u;
};
BinaryFunctions binary_functions(OpCode code);

// NaN if either operand is; +0 is greater than -0.
double float_maximum(double a, double b);
double float_minimum(double a, double b);

// The op's entry in typed_steps.cpp, or null.
ScalarStep::Apply typed_apply(OpCode code);

// The evaluator of all elementwise ops: block by block through cells.
std::vector<Literal> evaluate_elementwise(Evaluation& e);

}  // namespace motley::tensor::reference
