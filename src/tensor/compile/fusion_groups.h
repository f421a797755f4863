// Which ops run together: the groups of fuse.h, before they are written out.
#pragma once

#include <optional>
#include <vector>

#include "tensor/ir/graph.h"

namespace motley::tensor {

// What an op is to fusion.
enum class FusionKind : uint8_t {
  kOther,  // stands alone: products, gathers, movement
  kFree,   // belongs to nobody: constants, counts, broadcasts, and what is made of these alone
  kMap,    // elementwise
  kFold,   // a reduction by a known reducer
};

// What a value is to its group.
enum class FusionRole : uint8_t {
  kFull,  // an element per index of the domain
  kRow,   // one per row: folded over the columns, or made of such
  kLate,  // folded over the rows: there when the whole group is done
};

struct FusionGroup {
  Shape domain;
  int num_columns = 0;          // trailing dimensions; 0 while no fold has said
  int level = 0;                // products and the like on the longest way to it
  std::vector<int> ops;         // of the Program's body, ascending; the group's own
  std::vector<int> repeated;    // ops of other groups that are computed again here
  std::vector<int> depends_on;  // groups of the same level that it reads from
};

struct FusionGroups {
  std::vector<FusionKind> kinds;  // of each op
  std::vector<int> group_of;      // of each op; kNone
  std::vector<FusionGroup> groups;
};

FusionGroups find_fusion_groups(const Graph& graph);

// Adds to `repeated` where that saves storing a value.
void repeat_instead_of_storing(const Graph& graph, FusionGroups& groups);

// The value behind broadcasts and reshapes that belong to nobody, and how its dimensions run along
// those of the value asked for: the map of tile_program.h, composed.
struct FusionSource {
  ValueId value;
  std::vector<int> map;  // per dimension of the source, a dimension of the domain; -1 for extent 1
};
FusionSource source_of(const Graph& graph, const FusionGroups& groups, ValueId value,
                       std::vector<int> map);

// A reshape that only adds or drops extents of 1.
bool only_units_change(const Shape& from, const Shape& to);

}  // namespace motley::tensor
