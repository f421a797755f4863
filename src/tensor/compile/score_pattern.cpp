#include "tensor/compile/score_pattern.h"

#include <cmath>
#include <limits>
#include <numeric>

#include "tensor/ir/op_row.h"

namespace motley::tensor {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

// --- The softmax -----------------------------------------------------------------------------

// All uses of v lead to `op`, through ops that broadcast, rearrange or clamp it.
bool leads_only_to(const Uses& uses, ValueId v, const Op& op) {
  for (int user : uses.users(v)) {
    if (user == Uses::kElsewhere) return false;
    const Op& next = uses.program().body.ops[user];
    if (&next == &op) continue;
    const bool passes = next.code == OpCode::kBroadcastInDim || next.code == OpCode::kReshape ||
                        next.code == OpCode::kConvert || next.code == OpCode::kMaximum;
    if (!passes || !leads_only_to(uses, next.results[0], op)) return false;
  }
  return true;
}

// Whether `value`, an operand of `user`, is the reduction of `of` over `dim`, broadcast along it.
// Returns the reduction.
const Op* row_reduction(const Uses& uses, ValueId value, ValueId of, int64_t dim, Reducer reducer,
                        const Op& user) {
  const Origin from = origin(uses, value);
  for (size_t d = 0; d < from.dims.size(); ++d) {
    const auto place = static_cast<int64_t>(d) + (static_cast<int64_t>(d) >= dim ? 1 : 0);
    if (from.dims[d] >= 0 && from.dims[d] != place) return nullptr;
  }
  ValueId reduced = from.source;
  if (const Op* bound = uses.producer(reduced, OpCode::kMaximum);
      bound && reducer == Reducer::kMax) {
    const bool first = splat(uses, bound->operands[0]) == -kInf;
    if (!first && splat(uses, bound->operands[1]) != -kInf) return nullptr;
    reduced = bound->operands[first ? 1 : 0];
  }
  const Op* op = uses.producer(reduced, OpCode::kReduce);
  if (op == nullptr || op->operands.size() != 2 || op->operands[0] != of) return nullptr;
  const std::optional<double> initial = splat(uses, op->operands[1]);
  if (op->get<ReduceAttrs>().dims != Dims{dim} || recognized_reducer(op->regions[0]) != reducer ||
      !initial || *initial != (reducer == Reducer::kMax ? -kInf : 0.0))
    return nullptr;
  return leads_only_to(uses, reduced, user) ? op : nullptr;
}

bool used_only_by(const Uses& uses, ValueId v, const Op& a, const Op& b) {
  for (int user : uses.users(v)) {
    if (user != uses.index_of(a) && user != uses.index_of(b)) return false;
  }
  return true;
}

}  // namespace

std::optional<ValueId> softmax_operand(const Uses& uses, ValueId weights, int64_t dim) {
  const Op* divide = uses.producer(weights, OpCode::kDivide);
  if (divide == nullptr || uses.users(weights).size() != 1) return std::nullopt;
  const ValueId powers = divide->operands[0];
  const Op* exponential = uses.producer(powers, OpCode::kExponential);
  if (exponential == nullptr) return std::nullopt;
  const Op* sum = row_reduction(uses, divide->operands[1], powers, dim, Reducer::kSum, *divide);
  const ValueId shifted = exponential->operands[0];
  const Op* subtract = uses.producer(shifted, OpCode::kSubtract);
  if (sum == nullptr || subtract == nullptr || uses.users(shifted).size() != 1) return std::nullopt;
  const ValueId scores = subtract->operands[0];
  const Op* max = row_reduction(uses, subtract->operands[1], scores, dim, Reducer::kMax, *subtract);
  if (max == nullptr || !used_only_by(uses, powers, *divide, *sum) ||
      !used_only_by(uses, scores, *subtract, *max))
    return std::nullopt;
  return scores;
}

std::optional<std::pair<ValueId, double>> scaled(const Uses& uses, const Op& op) {
  if (op.code == OpCode::kMultiply) {
    if (const auto c = splat(uses, op.operands[1])) return {{op.operands[0], *c}};
    if (const auto c = splat(uses, op.operands[0])) return {{op.operands[1], *c}};
  }
  if (op.code == OpCode::kDivide) {
    if (const auto c = splat(uses, op.operands[1])) return {{op.operands[0], 1 / *c}};
  }
  return std::nullopt;
}

namespace {

// --- The scores ------------------------------------------------------------------------------

std::optional<Scores> peel_scores(const Uses& uses, ValueId v, const Frame& frame, Scores found);

// Continues inside one more op, whose result must have no other use.
std::optional<Scores> peel_inner(const Uses& uses, ValueId v, const Frame& frame, Scores found) {
  if (uses.users(v).size() != 1) return std::nullopt;
  return peel_scores(uses, v, frame, std::move(found));
}

// Scores are masked last, so a select inside a bias is not supported; a select inside a factor is,
// with the factor applied to the fill value as well.
std::optional<Scores> peel_select(const Uses& uses, const Op& op, const Frame& frame,
                                  Scores found) {
  const auto on_true = splat(uses, op.operands[1]), on_false = splat(uses, op.operands[2]);
  if (found.bias || on_true.has_value() == on_false.has_value()) return std::nullopt;
  const double fill = found.scale * (on_true ? *on_true : *on_false);
  if (std::isnan(fill) || fill == kInf || (found.fill && *found.fill != fill)) return std::nullopt;
  found.fill = fill;
  const bool is_scalar = uses.type(op.operands[0]).num_dims() == 0;
  collect_masks(uses, op.operands[0], is_scalar ? Frame{} : frame, on_false.has_value(),
                found.mask);
  return peel_inner(uses, op.operands[on_true ? 2 : 1], frame, std::move(found));
}

std::optional<Scores> peel_scores(const Uses& uses, ValueId v, const Frame& frame, Scores found) {
  const Op* op = uses.producer(v);
  if (op == nullptr) return std::nullopt;
  if (const auto factor = scaled(uses, *op)) {
    found.scale *= factor->second;
    return peel_inner(uses, factor->first, frame, std::move(found));
  }
  switch (op->code) {
    case OpCode::kDotGeneral:
      found.product = op;
      found.frame = frame;
      return found;
    case OpCode::kSelect:
      return peel_select(uses, *op, frame, std::move(found));
    case OpCode::kAdd:
      if (found.bias || found.scale != 1) return std::nullopt;
      for (int i : {0, 1}) {  // either operand may contain the product
        Scores with_bias = found;
        const Origin from = origin(uses, op->operands[1 - i]);
        with_bias.bias = {from.source, frame_of(from, frame)};
        auto result = peel_inner(uses, op->operands[i], frame, std::move(with_bias));
        if (result) return result;
      }
      return std::nullopt;
    case OpCode::kTranspose: {
      Frame inner(frame.size());
      const Dims& permutation = op->get<TransposeAttrs>().permutation;
      for (size_t d = 0; d < frame.size(); ++d) inner[permutation[d]] = frame[d];
      return peel_inner(uses, op->operands[0], inner, std::move(found));
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Scores> decompose_scores(const Uses& uses, ValueId scores) {
  Frame frame(uses.type(scores).num_dims());
  std::iota(frame.begin(), frame.end(), 0);
  return peel_scores(uses, scores, frame, {});
}

}  // namespace motley::tensor
