// Constant folding and algebraic simplification: one pass over the ops, each matched together with
// the producers of its operands.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "tensor/ir/expr.h"
#include "tensor/passes/pass.h"
#include "tensor/passes/rewrite.h"

namespace motley::tensor {
namespace {

class AlgebraicSimplifier {
 public:
  explicit AlgebraicSimplifier(const Program& program)
      : program_(program), rewrite_(program), producer_(program.values.size()) {}

  Program run() && {
    for (const Op& op : program_.body.ops) {
      for (ValueId v : op.results) producer_[v.index] = &op;
      if (const auto same = same_as(op)) {
        rewrite_.replace(op.results[0], rewrite_(*same));
      } else if (const auto value = splat(op)) {
        const Expr folded = full(rewrite_.builder(), type(op), *value);
        rewrite_.replace(op.results[0], folded.id());
      } else if (!combine(op)) {
        rewrite_.keep(op);
      }
    }
    return std::move(rewrite_).finish();
  }

 private:
  const TensorType& type(const Op& op) const { return program_.type(op.results[0]); }
  const Op* producer(ValueId v) const { return producer_[v.index]; }
  const Op* producer(const Op& op, int operand, OpCode code) const {
    const Op* made = producer(op.operands[operand]);
    return made && made->code == code ? made : nullptr;
  }

  // The constant that every element of a float value equals, if known.
  std::optional<double> known(ValueId v) const {
    const Op* op = producer(v);
    if (!op || !is_float(program_.type(v).element)) return std::nullopt;
    if (op->code == OpCode::kBroadcastInDim || op->code == OpCode::kReshape)
      return known(op->operands[0]);
    if (op->code != OpCode::kConstant) return std::nullopt;
    const auto& constant = op->get<ConstantAttrs>();
    if (constant.value.num_elements() != 1) return std::nullopt;
    return constant.value.get_float(0);
  }

  // The operand that equals the result, if any.
  std::optional<ValueId> same_as(const Op& op) const {
    if (op.results.size() != 1) return std::nullopt;
    auto other_if = [&](int number, double neutral) -> std::optional<ValueId> {
      if (known(op.operands[number]) == neutral) return op.operands[1 - number];
      return std::nullopt;
    };
    switch (op.code) {
      case OpCode::kMultiply:
        if (auto v = other_if(0, 1)) return v;
        return other_if(1, 1);
      case OpCode::kDivide:
        return other_if(1, 1);
      case OpCode::kAdd:
        if (auto v = other_if(0, 0)) return v;
        return other_if(1, 0);
      case OpCode::kSubtract:
        return other_if(1, 0);
      case OpCode::kNegate:
        if (const Op* inner = producer(op, 0, OpCode::kNegate)) return inner->operands[0];
        return std::nullopt;
      case OpCode::kSlice:
        if (const auto part = part_of_concatenation(op)) return part;
        [[fallthrough]];
      case OpCode::kConvert:
      case OpCode::kReshape:
        return type(op) == program_.type(op.operands[0]) ? std::optional(op.operands[0])
                                                         : std::nullopt;
      case OpCode::kBroadcastInDim:
      case OpCode::kTranspose: {
        const Dims& dims = op.code == OpCode::kTranspose ? op.get<TransposeAttrs>().permutation
                                                         : op.get<BroadcastAttrs>().dims;
        const bool moves =
            type(op) != program_.type(op.operands[0]) || !std::is_sorted(dims.begin(), dims.end());
        return moves ? std::nullopt : std::optional(op.operands[0]);
      }
      default:
        return std::nullopt;
    }
  }

  // The operand of a concatenation that a slice takes out again.
  std::optional<ValueId> part_of_concatenation(const Op& slice) const {
    const Op* joined = producer(slice, 0, OpCode::kConcatenate);
    if (!joined) return std::nullopt;
    const auto& attrs = slice.get<SliceAttrs>();
    const int64_t dim = joined->get<ConcatenateAttrs>().dim;
    int64_t begin = 0;
    for (ValueId part : joined->operands) {
      const int64_t extent = program_.type(part).shape[dim];
      if (attrs.start[dim] == begin && attrs.limit[dim] == begin + extent &&
          type(slice) == program_.type(part))
        return part;
      begin += extent;
    }
    return std::nullopt;
  }

  // Arithmetic on known constants, rounded to the type as the op would.
  std::optional<double> splat(const Op& op) const {
    if (op.results.size() != 1 || op.operands.empty() || op.operands.size() > 2 ||
        !is_float(type(op).element))
      return std::nullopt;
    const auto a = known(op.operands[0]), b = known(op.operands.back());
    if (!a || !b) return std::nullopt;
    auto rounded = [&](double v) { return round_to(type(op).element, v); };
    switch (op.code) {
      case OpCode::kAdd:
        return rounded(*a + *b);
      case OpCode::kSubtract:
        return rounded(*a - *b);
      case OpCode::kMultiply:
        return rounded(*a * *b);
      case OpCode::kDivide:
        return rounded(*a / *b);
      case OpCode::kNegate:
        return -*a;
      case OpCode::kConvert:
        return rounded(*a);
      case OpCode::kSqrt:
        return rounded(std::sqrt(*a));
      default:
        return std::nullopt;
    }
  }

  // Merges two consecutive data movements.
  bool combine(const Op& op) {
    switch (op.code) {
      case OpCode::kReshape:
        if (const Op* inner = producer(op, 0, OpCode::kReshape)) {
          return put(op, OpCode::kReshape, inner->operands[0], op.attrs);
        }
        return false;
      case OpCode::kTranspose:
        if (const Op* inner = producer(op, 0, OpCode::kTranspose)) {
          Dims both;
          for (int64_t d : op.get<TransposeAttrs>().permutation)
            both.push_back(inner->get<TransposeAttrs>().permutation[d]);
          if (std::is_sorted(both.begin(), both.end())) {
            rewrite_.replace(op.results[0], rewrite_(inner->operands[0]));
            return true;
          }
          return put(op, OpCode::kTranspose, inner->operands[0], TransposeAttrs{both});
        }
        return false;
      case OpCode::kBroadcastInDim:
        if (const Op* inner = producer(op, 0, OpCode::kBroadcastInDim)) {
          Dims both;
          for (int64_t d : inner->get<BroadcastAttrs>().dims)
            both.push_back(op.get<BroadcastAttrs>().dims[d]);
          return put(op, OpCode::kBroadcastInDim, inner->operands[0],
                     BroadcastAttrs{op.get<BroadcastAttrs>().shape, both});
        }
        // A dimension of extent 1 added before a broadcast only changes the broadcast's dimension
        // map.
        if (const Op* inner = producer(op, 0, OpCode::kReshape)) {
          if (const auto dims = placed(*inner, op)) {
            return put(op, OpCode::kBroadcastInDim, inner->operands[0],
                       BroadcastAttrs{op.get<BroadcastAttrs>().shape, *dims});
          }
        }
        return false;
      default:
        return false;
    }
  }

  // For a broadcast of a reshape that only adds dimensions of extent 1: the result dimension of
  // each dimension of the reshape's operand.
  std::optional<Dims> placed(const Op& reshape, const Op& broadcast) const {
    const Shape &from = program_.type(reshape.operands[0]).shape, &to = type(reshape).shape;
    Dims dims;
    size_t next = 0;
    for (size_t d = 0; d < to.size(); ++d) {
      if (next < from.size() && from[next] == to[d]) {
        dims.push_back(broadcast.get<BroadcastAttrs>().dims[d]);
        ++next;
      } else if (to[d] != 1) {
        return std::nullopt;
      }
    }
    if (next != from.size()) return std::nullopt;
    return dims;
  }

  bool put(const Op& op, OpCode code, ValueId operand, Attrs attrs) {
    rewrite_.replace(op.results[0],
                     rewrite_.builder().add_one(code, {rewrite_(operand)}, std::move(attrs), {},
                                                {op.line, op.column}));
    return true;
  }

  const Program& program_;
  Rewrite rewrite_;
  std::vector<const Op*> producer_;
};

}  // namespace

Program simplify_algebra(const Program& program) { return AlgebraicSimplifier(program).run(); }

}  // namespace motley::tensor
