#include "tensor/sharding/shard_literals.h"

#include <algorithm>

#include "core/base/error.h"
#include "tensor/ir/expr.h"

namespace motley::tensor {
namespace {

double reduced(double a, double b, Reducer reducer) {
  switch (reducer) {
    case Reducer::kSum:
      return a + b;
    case Reducer::kMin:
      return std::min(a, b);
    case Reducer::kMax:
      return std::max(a, b);
    case Reducer::kAnd:
      return a != 0 && b != 0;
    case Reducer::kOr:
      return a != 0 || b != 0;
    default:
      break;
  }
  MOTLEY_CHECK(false, "not a reduction across devices");
}

}  // namespace

void reduce_into(Literal& into, const Literal& from, Reducer reducer) {
  MOTLEY_CHECK(into.type() == from.type(), "contributions of {} and {}", into.type().to_string(),
               from.type().to_string());
  for (int64_t i = 0; i < into.num_elements(); ++i) {
    if (is_integer(into.element()) && reducer == Reducer::kSum) {
      const auto sum = static_cast<int64_t>(static_cast<uint64_t>(into.as_int(i)) +
                                            static_cast<uint64_t>(from.as_int(i)));
      if (is_signed(into.element())) {
        into.set_signed(i, wrap_to(into.element(), sum));
      } else {
        into.set_unsigned(i, wrap_to(into.element(), static_cast<uint64_t>(sum)));
      }
      continue;
    }
    into.set_from_double(i, reduced(into.as_double(i), from.as_double(i), reducer));
  }
}

std::vector<Literal> shard(const Literal& whole, const Sharding& sharding,
                           const DeviceGrid& group) {
  std::vector<Literal> shards;
  for (int rank = 0; rank < group.num_ranks(); ++rank) {
    const auto part = held(sharding, whole.shape(), group, rank);
    Shape shape;
    for (const Held& dim : part) shape.push_back(dim.extent());
    Literal shard = Literal::zeros(whole.type().with_shape(shape));
    bool here = true;
    for (int a = 0; a < group.num_axes(); ++a) {
      if (!sharding[a].is_partial() || group.coordinate(rank, a) == 0) continue;
      const Literal nothing = identity_of(sharding[a].reducer, whole.element());
      shard = Literal::filled(shard.type(), nothing);
      here = false;
    }
    if (here && shard.num_elements() > 0) {
      copy_shard(CopyDirection::kOut, const_cast<std::byte*>(whole.data()), whole.shape(), part,
                 shard.data(), byte_size(whole.element()));
    }
    shards.push_back(std::move(shard));
  }
  return shards;
}

Literal unshard(const std::vector<Literal>& shards, const Sharding& sharding,
                const TensorType& type, const DeviceGrid& group) {
  MOTLEY_CHECK(static_cast<int>(shards.size()) == group.num_ranks(), "{} shards for {} ranks",
               shards.size(), group.num_ranks());
  // First reduces contributions to the first rank of each partial axis.
  std::vector<Literal> sums = shards;
  for (int a = group.num_axes() - 1; a >= 0; --a) {
    if (!sharding[a].is_partial()) continue;
    for (int rank = 0; rank < group.num_ranks(); ++rank) {
      if (group.coordinate(rank, a) == 0) continue;
      reduce_into(sums[group.line(rank, a)[0]], sums[rank], sharding[a].reducer);
    }
  }
  Literal whole = Literal::zeros(type);
  for (int rank = 0; rank < group.num_ranks(); ++rank) {
    bool first = true;
    for (int a = 0; a < group.num_axes(); ++a) {
      first = first && (sharding[a].is_sharded() || group.coordinate(rank, a) == 0);
    }
    if (!first || sums[rank].num_elements() == 0) continue;
    copy_shard(CopyDirection::kIn, whole.data(), type.shape,
               held(sharding, type.shape, group, rank), sums[rank].data(), byte_size(type.element));
  }
  return whole;
}

}  // namespace motley::tensor
