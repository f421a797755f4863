// Reshards: the cheapest sequence of steps (reshard_step.h) between two Shardings, and its cost.
//
// On two axes, a shortest path over the states that each axis has before or after, R, P and even
// shardings of any dimension; so no detour through these is cheaper. Collectives cost what
// core/collective predicts for their best algorithm on the actual, uneven shards.
#pragma once

#include <array>
#include <vector>

#include "core/cluster/cluster.h"
#include "core/collective/cost/collective_cost.h"
#include "tensor/sharding/reshard_step.h"

namespace motley::tensor::shard_cost {

// The devices and links of a group.
struct GroupCosts {
  // Along each axis, the distinct lines of devices: a collective takes as long as its slowest line.
  std::array<std::vector<core::GroupLinks>, kMaxGroupAxes> lines;
  std::vector<core::DeviceType> types;
  std::vector<int> type_of;  // of each rank: index into types
};
// Rank i of the group is device devices[i] of the cluster.
GroupCosts group_costs(const core::Cluster& cluster, const DeviceGrid& group,
                       const std::vector<int>& devices);
// Whether collectives along different axes compete for the same links: not on a grid of which one
// axis stays within hosts and the other goes through their ports. There they run at the same time,
// as each axis has a Communicator of its own.
bool axes_share_links(const GroupCosts& costs);

// Bytes of each device of a line before and after a collective, summed over the values in one
// message.
struct Blocks {
  std::vector<double> from, to;  // `to` for all-to-alls only
  bool is_half = false;          // f16 or bf16
};
bool is_half(const TensorType& type);
// Adds a value of `whole` bytes. `from` or `to` is the sharding before or after; all-to-alls have
// both, and what stays on its device does not count.
void add_to(Blocks& blocks, ReshardKind kind, double whole, const DimSharding& from,
            const DimSharding& to, int num_devices);
// The best algorithm and its time on the slowest line. For a sequence of messages the ports
// dominate: the paths to and from them count half.
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
