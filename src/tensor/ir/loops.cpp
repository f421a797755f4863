#include "tensor/ir/loops.h"

#include <algorithm>

#include "tensor/ir/graph.h"

namespace motley::tensor {
namespace {

const Op* producer(const Region& region, ValueId v) {
  for (const Op& op : region.ops) {
    if (std::find(op.results.begin(), op.results.end(), v) != op.results.end()) return &op;
  }
  return nullptr;
}

// Position of `v` among the region's arguments.
std::optional<size_t> argument_index(const Region& region, ValueId v) {
  const auto at = std::find(region.arguments.begin(), region.arguments.end(), v);
  if (at == region.arguments.end()) return std::nullopt;
  return static_cast<size_t>(at - region.arguments.begin());
}

class Counting {
 public:
  Counting(const Op& loop, const KnownInteger& known) : loop_(loop), known_(known) {}

  std::optional<int64_t> trips() const {
    const auto counts = counter();
    if (!counts) return std::nullopt;
    const auto bound = integer(loop_.regions[0], comparison()->operands[1]);
    if (!bound) return std::nullopt;
    return num_iterations(counts->start, *bound, counts->step,
                          comparison()->get<CompareAttrs>().direction);
  }

  std::optional<LoopCounter> counter() const {
    if (!comparison()) return std::nullopt;
    const auto position = argument_index(loop_.regions[0], comparison()->operands[0]);
    if (!position) return std::nullopt;
    const auto start = known_(loop_.operands[*position]);
    const auto step = step_of(*position);
    if (!start || !step) return std::nullopt;
    return LoopCounter{*position, *start, *step};
  }

 private:
  const Op* comparison() const {
    const Region& condition = loop_.regions[0];
    const Op* compare = producer(condition, condition.results[0]);
    return compare && compare->code == OpCode::kCompare ? compare : nullptr;
  }

  // A constant of the region, a loop-invariant argument, or a value from outside.
  std::optional<int64_t> integer(const Region& region, ValueId v) const {
    if (const auto i = argument_index(region, v)) {
      const Region& body = loop_.regions[1];
      return body.results[*i] == body.arguments[*i] ? known_(loop_.operands[*i]) : std::nullopt;
    }
    const Op* op = producer(region, v);
    if (!op) return known_(v);
    if (op->code != OpCode::kConstant) return std::nullopt;
    return one_integer(op->get<ConstantAttrs>().value);
  }

  std::optional<int64_t> step_of(size_t counter) const {
    const Region& body = loop_.regions[1];
    const Op* update = producer(body, body.results[counter]);
    if (!update || (update->code != OpCode::kAdd && update->code != OpCode::kSubtract))
      return std::nullopt;
    const ValueId self = body.arguments[counter];
    if (update->operands[0] == self) {
      const auto step = integer(body, update->operands[1]);
      return step && update->code == OpCode::kSubtract ? std::optional(-*step) : step;
    }
    if (update->operands[1] == self && update->code == OpCode::kAdd)
      return integer(body, update->operands[0]);
    return std::nullopt;
  }

  static std::optional<int64_t> num_iterations(int64_t start, int64_t bound, int64_t step,
                                               CompareDirection direction) {
    const bool up = direction == CompareDirection::kLt || direction == CompareDirection::kLe;
    const bool down = direction == CompareDirection::kGt || direction == CompareDirection::kGe;
    if ((!up && !down) || (up && step <= 0) || (down && step >= 0)) return std::nullopt;
    int64_t distance = up ? bound - start : start - bound;
    if (direction == CompareDirection::kLe || direction == CompareDirection::kGe) ++distance;
    return distance <= 0 ? 0 : core::ceil_divide(distance, up ? step : -step);
  }

  const Op& loop_;
  const KnownInteger& known_;
};

bool uses_value(const Region& region, ValueId v) {
  for (const Op& op : region.ops) {
    if (std::find(op.operands.begin(), op.operands.end(), v) != op.operands.end()) return true;
    for (const Region& nested : op.regions) {
      if (uses_value(nested, v) ||
          std::find(nested.results.begin(), nested.results.end(), v) != nested.results.end())
        return true;
    }
  }
  return false;
}

}  // namespace

std::optional<int64_t> one_integer(const Literal& value) {
  if (value.num_elements() != 1 || is_float(value.element())) return std::nullopt;
  return value.as_int(0);
}

std::optional<int64_t> num_turns(const Op& op) {
  const auto* attrs = std::get_if<WhileAttrs>(&op.attrs);
  return attrs ? attrs->num_turns : std::nullopt;
}

std::optional<int64_t> trip_count(const Op& loop, const KnownInteger& known) {
  return Counting(loop, known).trips();
}

std::optional<LoopCounter> counter_of(const Op& loop, const KnownInteger& known) {
  return Counting(loop, known).counter();
}

bool uses_argument(const Region& region, size_t i) {
  const ValueId argument = region.arguments[i];
  for (size_t r = 0; r < region.results.size(); ++r) {
    if (r != i && region.results[r] == argument) return true;
  }
  return uses_value(region, argument);
}

std::vector<ValueId> inputs_of(const Op& op) {
  std::vector<ValueId> values = op.operands;
  for (const Region& region : op.regions) {
    const std::vector<ValueId> captured = captured_values(region);
    values.insert(values.end(), captured.begin(), captured.end());
  }
  return values;
}

}  // namespace motley::tensor
