#include "tensor/sharding/local_reshard.h"

#include "core/base/error.h"
#include "tensor/ir/expr.h"

namespace motley::tensor {
namespace {

// Reshapes the dimension to [periods, period] if there is more than one.
Expr with_periods(Expr x, int dim, int64_t num_periods) {
  if (num_periods == 1) return x;
  Shape shape = x.shape();
  shape[dim] /= num_periods;
  shape.insert(shape.begin() + dim, num_periods);
  return reshape(x, shape);
}

ValueId slice(ProgramBuilder& b, const TensorType& type, const DimSharding& cut, const Held& mine,
              ValueId local) {
  const int dim = mine.num_periods == 1 ? cut.dim : cut.dim + 1;
  if (type.num_elements() == 0) return full(b, type, 0).id();
  const Expr periods = with_periods(Expr(b, local), cut.dim, mine.num_periods);
  const Expr piece = slice_dim(periods, dim, mine.begin, mine.begin + mine.length);
  return mine.num_periods == 1 ? piece.id() : reshape(piece, type.shape).id();
}

ValueId padded(ProgramBuilder& b, const TensorType& type, const DimSharding& cut, const Held& mine,
               ValueId local) {
  if (mine.length == 0) return full(b, type, 0).id();
  const int dim = mine.num_periods == 1 ? cut.dim : cut.dim + 1;
  const Expr periods = with_periods(Expr(b, local), cut.dim, mine.num_periods);
  Dims low(periods.num_dims()), high(periods.num_dims()), interior(periods.num_dims());
  low[dim] = mine.begin;
  high[dim] = mine.period - mine.begin - mine.length;
  const Expr zero = full(b, type.scalar(), 0);
  const Expr all = pad(periods, zero, low, high, interior);
  return mine.num_periods == 1 ? all.id() : reshape(all, type.shape).id();
}

}  // namespace

ValueId add_local_reshard(ProgramBuilder& b, const TensorType& whole, const ReshardStep& step,
                          const LocalPlace& place, ValueId local) {
  const int coordinate = place.group.coordinate(place.rank, step.axis);
  const AxisState &from = step.from[step.axis], &to = step.to[step.axis];
  const TensorType type =
      whole.with_shape(local_shape(step.to, whole.shape, place.group, place.rank));
  // Which part of what the line holds together is this rank's.
  const auto mine = [&](const Sharding& sharding, const Sharding& of_line) {
    const DimSharding cut = cut_of_line(sharding, step.axis, place.group, place.rank);
    const Shape line = local_shape(of_line, whole.shape, place.group, place.rank);
    return held(cut, line[cut.dim], coordinate);
  };
  switch (step.kind) {
    case ReshardKind::kSlice:
      return slice(b, type, to.cut, mine(step.to, step.from), local);
    case ReshardKind::kPad:
      return padded(b, type, from.cut, mine(step.from, step.to), local);
    case ReshardKind::kKeepOnFirst:
      if (coordinate == 0) return local;
      return broadcast_to(constant(b, identity_of(to.reducer, type.element)), type.shape).id();
    default:
      MOTLEY_CHECK(false, "{} needs communication", name(step.kind));
      return local;
  }
}

}  // namespace motley::tensor
