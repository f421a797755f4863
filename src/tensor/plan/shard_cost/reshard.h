// Reshards: the cheapest steps (reshard_step.h) from one Sharding to another, and what they cost.
//
// On two axes a reshard is the cheapest sequence of such steps through the states that each axis
// has before or after, R, P and even cuts of any dimension; so no detour through these is ever
// cheaper. Collectives cost what core/collective says of their best algorithm on shards as uneven
// as they are.
#pragma once

#include <array>
#include <vector>

#include "core/cluster/cluster.h"
#include "core/collective/cost/collective_cost.h"
#include "tensor/sharding/reshard_step.h"

namespace motley::tensor::shard_cost {

// What devices and their connections can do, as a group sees them.
struct GroupCosts {
  // Along each axis, the lines of devices that are unlike: a collective takes as long as its
  // slowest line.
  std::array<std::vector<core::GroupLinks>, kMaxGroupAxes> lines;
  std::vector<core::DeviceType> types;
  std::vector<int> type_of;  // of each rank: index into types
};
// Rank i of the group is device devices[i] of the cluster.
GroupCosts group_costs(const core::Cluster& cluster, const DeviceGrid& group,
                       const std::vector<int>& devices);

// What each device of a line has before a collective and is to have after it, in bytes, of all the
// values that go in one message.
struct Blocks {
  std::vector<double> from, to;  // `to` of all-to-alls only
};
// Adds a value of `whole` bytes. `cut` is that of the shards that there are before or after;
// all-to-alls have two, and what stays where it is does not count.
void add_to(Blocks& blocks, ReshardKind kind, double whole, const DimSharding& from,
            const DimSharding& to, int num_devices);
// How it is best done, and what that takes on the slowest line. Where several messages follow one
// another, ports count most: the ways to and from them count half.
struct Message {
  core::CollectiveAlgorithm algorithm = core::CollectiveAlgorithm::kAuto;
  core::Phases phases;
};
Message best_message(const GroupCosts& costs, int axis, ReshardKind kind, const Blocks& blocks);

double seconds_of(const ReshardStep& step, const TensorType& type, const DeviceGrid& group,
                  const GroupCosts& costs);

struct Reshard {
  std::vector<ReshardStep> steps;
  double seconds = 0;
};
Reshard cheapest_reshard(const Sharding& from, const Sharding& to, const TensorType& type,
                         const DeviceGrid& group, const GroupCosts& costs);

}  // namespace motley::tensor::shard_cost
