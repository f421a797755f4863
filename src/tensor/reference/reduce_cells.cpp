#include "tensor/reference/reduce_cells.h"

#include <algorithm>
#include <limits>

#include "core/base/error.h"
#include "tensor/reference/eval_elementwise.h"

namespace motley::tensor::reference {
namespace {

BinaryFunctions functions_of(Reducer reducer) {
  switch (reducer) {
    case Reducer::kSum:
      return binary_functions(OpCode::kAdd);
    case Reducer::kProduct:
      return binary_functions(OpCode::kMultiply);
    case Reducer::kMin:
      return binary_functions(OpCode::kMinimum);
    case Reducer::kMax:
      return binary_functions(OpCode::kMaximum);
    case Reducer::kAnd:
      return binary_functions(OpCode::kAnd);
    case Reducer::kOr:
      return binary_functions(OpCode::kOr);
    case Reducer::kXor:
      return binary_functions(OpCode::kXor);
  }
  MOTLEY_CHECK(false, "unknown reducer");
}

}  // namespace

ElementType step_type(ElementType element, const Dims& extents) {
  const bool is_short =
      std::all_of(extents.begin(), extents.end(), [](int64_t n) { return n <= kShortReduction; });
  return is_float(element) && !is_short ? ElementType::kF64 : element;
}

void reduce_cells(Reducer reducer, ElementType step, Cell* accumulator, const Cell* input,
                  int64_t count, ReduceStrides strides) {
  const BinaryFunctions functions = functions_of(reducer);
  const int64_t a = strides.accumulator, b = strides.input;
  switch (compute_type(step)) {
    case ComputeType::kFloat:
      if (reducer == Reducer::kSum && step == ElementType::kF64) {  // long loops: no function calls
        for (int64_t i = 0; i < count; ++i) accumulator[i * a].f += input[i * b].f;
        return;
      }
      for (int64_t i = 0; i < count; ++i) {
        accumulator[i * a].f = functions.f(accumulator[i * a].f, input[i * b].f);
        round_cells(step, &accumulator[i * a], 1);
      }
      return;
    case ComputeType::kSigned:
      for (int64_t i = 0; i < count; ++i) {
        accumulator[i * a].s = functions.s(accumulator[i * a].s, input[i * b].s);
      }
      return;
    case ComputeType::kUnsigned:
      for (int64_t i = 0; i < count; ++i) {
        accumulator[i * a].u = functions.u(accumulator[i * a].u, input[i * b].u);
      }
      return;
  }
}

Cell identity_cell(Reducer reducer, ElementType type) {
  const ComputeType kind = compute_type(type);
  const int64_t high = std::numeric_limits<int64_t>::max() >> (64 - bit_width(type));
  Cell cell;
  cell.u = 0;
  switch (reducer) {
    case Reducer::kSum:
    case Reducer::kOr:
    case Reducer::kXor:
      break;
    case Reducer::kProduct:
      if (kind == ComputeType::kFloat) {
        cell.f = 1;
      } else {
        cell.u = 1;
      }
      break;
    case Reducer::kAnd:
      cell.u = kind == ComputeType::kUnsigned ? width_mask(type) : ~uint64_t{0};
      break;
    case Reducer::kMin:
      if (kind == ComputeType::kFloat) cell.f = std::numeric_limits<double>::infinity();
      if (kind == ComputeType::kSigned) cell.s = high;
      if (kind == ComputeType::kUnsigned) cell.u = width_mask(type);
      break;
    case Reducer::kMax:
      if (kind == ComputeType::kFloat) cell.f = -std::numeric_limits<double>::infinity();
      if (kind == ComputeType::kSigned) cell.s = -high - 1;
      break;
  }
  return cell;
}

}  // namespace motley::tensor::reference
