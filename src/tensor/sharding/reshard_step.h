// One step of a reshard.
//
//   on one axis     R        S          S'           P
//   from R          -        slice      slice        kept on the first, zeros elsewhere
//   from S          gather   -          all-to-all   padded with zeros
//   from P          reduce   scatter    scatter      -
#pragma once

#include <optional>
#include <string_view>

#include "core/collective/collective.h"
#include "tensor/sharding/sharding.h"

namespace motley::tensor {

enum class ReshardKind : uint8_t {
  kSlice,          // R -> S, no communication
  kKeepOnFirst,    // R -> P, none
  kPad,            // S -> P, none
  kAllGather,      // S -> R
  kAllToAll,       // S -> S'
  kAllReduce,      // P -> R
  kReduceScatter,  // P -> S
};
std::string_view name(ReshardKind kind);  // "all_gather"
// The collective that performs it; empty for local kinds.
std::optional<core::CollectiveKind> collective_of(ReshardKind kind);
inline bool communicates(ReshardKind kind) { return collective_of(kind).has_value(); }

struct ReshardStep {
  ReshardKind kind = ReshardKind::kSlice;
  int axis = 0;  // of the group
  Sharding from, to;
};

}  // namespace motley::tensor
