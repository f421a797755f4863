#include "tensor/compile/origin.h"

#include <numeric>

namespace motley::tensor {

Uses::Uses(const Program& program)
    : program_(program), producer_(program.values.size(), -1), users_(program.values.size()) {
  const std::vector<Op>& ops = program.body.ops;
  for (size_t i = 0; i < ops.size(); ++i) {
    for (ValueId v : ops[i].results) producer_[v.index] = static_cast<int>(i);
    for (ValueId v : ops[i].operands) users_[v.index].push_back(static_cast<int>(i));
    for (const Region& region : ops[i].regions) add_region_uses(region);
  }
  for (ValueId v : program.body.results) users_[v.index].push_back(kElsewhere);
}

void Uses::add_region_uses(const Region& region) {
  for (const Op& op : region.ops) {
    for (ValueId v : op.operands) users_[v.index].push_back(kElsewhere);
    for (const Region& nested : op.regions) add_region_uses(nested);
  }
  for (ValueId v : region.results) users_[v.index].push_back(kElsewhere);
}

const Op* Uses::producer(ValueId v) const {
  const int i = producer_[v.index];
  return i < 0 ? nullptr : &program_.body.ops[i];
}

const Op* Uses::producer(ValueId v, OpCode code) const {
  const Op* op = producer(v);
  return op != nullptr && op->code == code ? op : nullptr;
}

namespace {

// The result dimension of each operand dimension; -1 for extents of 1. nullopt if the op does more
// than broadcast and rearrange.
std::optional<Dims> places(const Uses& uses, const Op& op) {
  const Shape& from = uses.type(op.operands[0]).shape;
  const Shape& to = uses.type(op.results[0]).shape;
  Dims places(from.size(), -1);
  switch (op.code) {
    case OpCode::kConvert:
      if (uses.type(op.operands[0]) != uses.type(op.results[0])) return std::nullopt;
      std::iota(places.begin(), places.end(), 0);
      break;
    case OpCode::kBroadcastInDim:
      places = op.get<BroadcastAttrs>().dims;
      break;
    case OpCode::kTranspose: {
      const Dims& permutation = op.get<TransposeAttrs>().permutation;
      for (size_t d = 0; d < permutation.size(); ++d)
        places[permutation[d]] = static_cast<int64_t>(d);
      break;
    }
    case OpCode::kReshape: {
      size_t next = 0;  // of the result
      for (size_t d = 0; d < from.size(); ++d) {
        if (from[d] == 1) continue;
        while (next < to.size() && to[next] == 1) ++next;
        if (next == to.size() || to[next] != from[d]) return std::nullopt;
        places[d] = static_cast<int64_t>(next++);
      }
      break;
    }
    default:
      return std::nullopt;
  }
  for (size_t d = 0; d < from.size(); ++d) {
    if (from[d] == 1) places[d] = -1;
  }
  return places;
}

}  // namespace

Origin origin(const Uses& uses, ValueId value) {
  Origin result{value, Dims(uses.type(value).num_dims())};
  std::iota(result.dims.begin(), result.dims.end(), 0);
  while (const Op* op = uses.producer(result.source)) {
    if (op->operands.size() != 1) break;
    const std::optional<Dims> step = places(uses, *op);
    if (!step) break;
    Dims dims(step->size(), -1);
    for (size_t d = 0; d < dims.size(); ++d) {
      if ((*step)[d] >= 0) dims[d] = result.dims[(*step)[d]];
    }
    result = {op->operands[0], dims};
  }
  const Shape& shape = uses.type(result.source).shape;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == 1) result.dims[d] = -1;
  }
  return result;
}

std::optional<double> splat(const Uses& uses, ValueId v) {
  const Op* op = uses.producer(origin(uses, v).source, OpCode::kConstant);
  if (op == nullptr) return std::nullopt;
  const Literal& value = op->get<ConstantAttrs>().value;
  if (value.num_elements() == 0) return std::nullopt;
  for (int64_t i = 1; i < value.num_elements(); ++i) {
    if (value.as_double(i) != value.as_double(0)) return std::nullopt;
  }
  return value.as_double(0);
}

}  // namespace motley::tensor
