// Hashes of Shardings, for memoization.
#pragma once

#include <cstddef>

#include "tensor/sharding/sharding.h"

namespace motley::tensor {

inline size_t mixed(size_t hash, size_t value) { return (hash ^ value) * 0x100000001b3; }

inline size_t mixed(size_t hash, const AxisState& state) {
  hash = mixed(hash, static_cast<size_t>(state.kind));
  if (!state.is_sharded()) return hash;
  hash = mixed(hash, static_cast<size_t>(state.cut.dim));
  hash = mixed(hash, static_cast<size_t>(state.cut.period));
  return mixed(hash, static_cast<size_t>(state.cut.shares.total()));
}

inline size_t mixed(size_t hash, const Sharding& sharding) {
  for (const AxisState& state : sharding.axes) hash = mixed(hash, state);
  return hash;
}

}  // namespace motley::tensor
