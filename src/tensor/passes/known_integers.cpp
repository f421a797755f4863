#include "tensor/passes/known_integers.h"

#include <algorithm>

#include "tensor/ir/compare_direction.h"
#include "tensor/ir/loops.h"

namespace motley::tensor {
namespace {

std::optional<int64_t> exact_result(const Program& program, const Op& op,
                                    const std::vector<int64_t>& v) {
  switch (op.code) {
    case OpCode::kConstant:
      return one_integer(op.get<ConstantAttrs>().value);
    case OpCode::kAdd:
      return v[0] + v[1];
    case OpCode::kSubtract:
      return v[0] - v[1];
    case OpCode::kMultiply:
      return v[0] * v[1];
    case OpCode::kDivide:
      return v[1] == 0 ? std::nullopt : std::optional(v[0] / v[1]);
    case OpCode::kRemainder:
      return v[1] == 0 ? std::nullopt : std::optional(v[0] % v[1]);
    case OpCode::kMinimum:
      return std::min(v[0], v[1]);
    case OpCode::kMaximum:
      return std::max(v[0], v[1]);
    case OpCode::kNegate:
      return -v[0];
    case OpCode::kAnd:
      return v[0] & v[1];
    case OpCode::kOr:
      return v[0] | v[1];
    case OpCode::kSelect:
      return v[0] ? v[1] : v[2];
    case OpCode::kCompare:
      return holds(op.get<CompareAttrs>().direction, v[0], v[1]);
    case OpCode::kConvert:
      return v[0];
    case OpCode::kReshape:
      return program.type(op.operands[0]).is_scalar() ? std::optional(v[0]) : std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<int64_t> known_result(const Program& program, const Op& op,
                                    const std::vector<int64_t>& operands) {
  // Products of two numbers of this size do not overflow; counters and indices are far below.
  constexpr int64_t kLargest = int64_t{1} << 30;
  for (int64_t v : operands) {
    if (v > kLargest || v < -kLargest) return std::nullopt;
  }
  const auto value = exact_result(program, op, operands);
  const TensorType& type = program.type(op.results[0]);
  if (!value || *value > kLargest || *value < -kLargest) return std::nullopt;
  // A conversion to a truth value or to an unsigned or small type may change the number.
  Literal literal = Literal::zeros(type);
  literal.set_from_double(0, static_cast<double>(*value));
  return literal.as_int(0) == *value ? value : std::nullopt;
}

ValueId integer_constant(ProgramBuilder& builder, const TensorType& scalar, int64_t value) {
  Literal literal = Literal::zeros(scalar);
  literal.set_from_double(0, static_cast<double>(value));
  return builder.add_one(OpCode::kConstant, {}, ConstantAttrs{scalar, std::move(literal)});
}

}  // namespace motley::tensor
