// Which ops are fused: the groups of fuse.h, before they are emitted.
#pragma once

#include <optional>
#include <vector>

#include "tensor/ir/graph.h"

namespace motley::tensor {

// An op's kind with respect to fusion.
enum class FusionKind : uint8_t {
  kOther,  // not fused: products, gathers, data movement
  kFree,   // in no group, duplicated: constants, iotas, broadcasts, and ops on these alone
  kMap,    // elementwise
  kFold,   // a reduction by a known reducer
};

// A value's role in its group.
enum class FusionRole : uint8_t {
  kFull,      // an element per index of the domain
  kRow,       // one per row: reduced over the columns, or computed from such
  kDeferred,  // reduced over the rows: available when the whole group is done
};

struct FusionGroup {
  Shape domain;
  int num_columns = 0;  // trailing dimensions; 0 until determined by a reduction
  // number of products and other unfused ops on the longest path to it
  int level = 0;
  std::vector<int> ops;             // of the Program's body, ascending; the group's own
  std::vector<int> rematerialized;  // ops of other groups that are recomputed here
  std::vector<int> depends_on;      // groups of the same level that it reads from
};

struct FusionGroups {
  std::vector<FusionKind> kinds;  // of each op
  std::vector<int> group_of;      // of each op; kNone
  std::vector<FusionGroup> groups;
};

FusionGroups find_fusion_groups(const Graph& graph);

// Adds to `rematerialized` if that saves storing a value.
void rematerialize_in_consumers(const Graph& graph, FusionGroups& groups);

// The value behind broadcasts and reshapes that are free, and how its dimensions map to those of
// the requested value: the map of tile_program.h, composed.
struct FusionSource {
  ValueId value;
  std::vector<int> map;  // per dimension of the source, a dimension of the domain; -1 for extent 1
};
FusionSource source_of(const Graph& graph, const FusionGroups& groups, ValueId value,
                       std::vector<int> map);

// Whether a reshape only adds or drops extents of 1.
bool only_units_change(const Shape& from, const Shape& to);

}  // namespace motley::tensor
