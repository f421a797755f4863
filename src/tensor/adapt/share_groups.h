// The shares of a sharded plan that can be changed together: dynamic load balancing keeps the state
// of every value and moves the boundaries between shards.
//
//   ShareGroups groups(plan);
//   groups.main().shares                     [10,5,5,4]: how most of the work is divided
//   groups.main().units                      24: samples, the finest boundaries there are
//   with_units(plan, groups, {8, 6, 6, 4})   the same plan with other boundaries
//
// Values whose boundaries must agree form a group: an op splits one axis of its loop nest, and all
// of its operands and results that contain this axis are cut there. Where a plan reshards, another
// group begins: samples on one side, rows of a sharded parameter on the other.
#pragma once

#include <cstdint>
#include <vector>

#include "tensor/plan/planner/plan.h"

namespace motley::tensor {

struct ShareGroup {
  int axis = 0;  // of the plan's grid
  Shares shares;
  int64_t units = 0;   // the whole has this many: boundaries are between them
  double seconds = 0;  // of its ops, unsharded, on the first device type
  std::vector<ValueId> values;
  std::vector<int> ops;
};

class ShareGroups {
 public:
  explicit ShareGroups(const planner::Plan& plan);

  const std::vector<ShareGroup>& all() const { return groups_; }
  // None where nothing is sharded.
  bool empty() const { return groups_.empty(); }
  const ShareGroup& main() const { return groups_[main_]; }  // with most of the work
  // Groups that are moved with the main one: those with a part of the work that matters.
  bool follows(const ShareGroup& group) const;

 private:
  std::vector<ShareGroup> groups_;
  size_t main_ = 0;
  double seconds_ = 0;  // of all ops
};

// The plan with these units of its main group; other groups that follow it get shares in the same
// proportions, rounded to their own units. Costs, rules and states stay as they are, and times are
// not predicted again. Not thread-safe on one plan.
planner::Plan with_units(const planner::Plan& plan, const ShareGroups& groups,
                         const std::vector<int64_t>& units);

// "10:5:5:4", in units of the group.
std::string units_text(const ShareGroup& group);
std::vector<int64_t> units_in_use(const ShareGroup& group);

}  // namespace motley::tensor
