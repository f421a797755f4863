#include "tensor/compile/score_mask.h"

namespace motley::tensor {

Frame frame_of(const Origin& origin, const Frame& value_frame) {
  Frame frame;
  for (int64_t d : origin.dims) frame.push_back(d < 0 ? -1 : value_frame[d]);
  return frame;
}

namespace {

// The index along one dimension of the scores, plus a constant.
struct Position {
  int64_t dim = -1;
  int64_t offset = 0;
};

std::optional<Position> position(const Uses& uses, ValueId value, const Frame& value_frame) {
  const Origin from = origin(uses, value);
  const Frame frame = frame_of(from, value_frame);
  const Op* op = uses.producer(from.source);
  if (op == nullptr || is_float(uses.type(from.source).element)) return std::nullopt;
  switch (op->code) {
    case OpCode::kIota: {
      const int64_t dim = frame[op->get<IotaAttrs>().dim];
      return dim < 0 ? std::nullopt : std::optional(Position{dim, 0});
    }
    case OpCode::kAdd:
    case OpCode::kSubtract:
      for (int i : {0, 1}) {
        const std::optional<double> offset = splat(uses, op->operands[1 - i]);
        if (!offset || (i == 1 && op->code == OpCode::kSubtract)) continue;
        std::optional<Position> at = position(uses, op->operands[i], frame);
        const auto step = static_cast<int64_t>(*offset);
        if (at) at->offset += op->code == OpCode::kAdd ? step : -step;
        return at;
      }
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

CompareDirection mirrored(CompareDirection direction) {
  switch (direction) {
    case CompareDirection::kGe:
      return CompareDirection::kLe;
    case CompareDirection::kGt:
      return CompareDirection::kLt;
    case CompareDirection::kLe:
      return CompareDirection::kGe;
    case CompareDirection::kLt:
      return CompareDirection::kGt;
    default:
      return direction;
  }
}

// A comparison of a with b as a causal mask. Written as q DIRECTION k with offset = a's minus b's:
//   q + o >= k: visible up to q + o       q + o > k: up to q + o - 1
// and "masked where q + o < k" is the first, "masked where q + o <= k" the second. The direction
// determines which of the two is the query: the key is the side that must not be larger.
std::optional<CausalPart> causal_part(const Uses& uses, const Op& op, const Frame& frame,
                                      bool seen_when) {
  const auto a = position(uses, op.operands[0], frame), b = position(uses, op.operands[1], frame);
  if (!a || !b || a->dim == b->dim) return std::nullopt;
  using enum CompareDirection;
  CompareDirection direction = op.get<CompareAttrs>().direction;
  if (!seen_when) {  // normalize to the direction in which a key is visible
    direction = direction == kGe   ? kLt
                : direction == kGt ? kLe
                : direction == kLe ? kGt
                : direction == kLt ? kGe
                                   : kEq;
  }
  const bool query_first = direction == kGe || direction == kGt;
  if (!query_first) direction = mirrored(direction);
  if (direction != kGe && direction != kGt) return std::nullopt;
  const Position &query = query_first ? *a : *b, &key = query_first ? *b : *a;
  return CausalPart{query.dim, key.dim, query.offset - key.offset - (direction == kGt ? 1 : 0)};
}

}  // namespace

void collect_masks(const Uses& uses, ValueId value, const Frame& value_frame, bool seen_when,
                   ScoreMask& mask) {
  const Origin from = origin(uses, value);
  const Frame frame = frame_of(from, value_frame);
  const std::optional<double> known = splat(uses, from.source);
  if (known && (*known != 0) == seen_when) return;
  auto recurse = [&](const Op& op, int operand, bool when) {
    // A scalar predicate is compatible with any frame.
    const bool is_scalar = uses.type(op.operands[operand]).num_dims() == 0;
    collect_masks(uses, op.operands[operand], is_scalar ? Frame{} : frame, when, mask);
  };
  const Op* op = uses.producer(from.source);
  const OpCode code = op == nullptr ? OpCode::kConstant : op->code;
  if (code == OpCode::kNot) return recurse(*op, 0, !seen_when);
  if (code == (seen_when ? OpCode::kAnd : OpCode::kOr)) {
    recurse(*op, 0, seen_when);
    return recurse(*op, 1, seen_when);
  }
  if (code == OpCode::kSelect) {
    const auto on_true = splat(uses, op->operands[1]), on_false = splat(uses, op->operands[2]);
    // select(c, x, false) is c and x; select(c, false, true) is not c.
    if (on_true && on_false && *on_true != *on_false)
      return recurse(*op, 0, seen_when == (*on_true != 0));
    if (seen_when && on_false && *on_false == 0) {
      recurse(*op, 0, true);
      return recurse(*op, 1, true);
    }
  }
  if (code == OpCode::kCompare) {
    if (auto part = causal_part(uses, *op, frame, seen_when)) {
      part->as_mask = {from.source, frame, seen_when};
      mask.causal.push_back(*part);
      return;
    }
  }
  mask.parts.push_back({from.source, frame, seen_when});
}

}  // namespace motley::tensor
