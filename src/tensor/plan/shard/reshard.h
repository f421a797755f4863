// Reshards: how a value comes from one Sharding to another, step by step, and what that costs.
//
//   on one axis     R        S          S'           P
//   from R          -        slice      slice        kept on the first, zeros elsewhere
//   from S          gather   -          exchange     padded with zeros
//   from P          reduce   scatter    scatter      -
//
// On two axes a reshard is the cheapest sequence of such steps through the states that each axis
// has before or after, R, P and even cuts of any dimension; so no detour through these is ever
// cheaper. Collectives are exact on uneven shards: an all-gather or reduce-scatter of V bytes moves
// V - min over devices, an all-reduce 2 V (n-1)/n over each link of the ring.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/cluster/cluster.h"
#include "tensor/plan/shard/sharding.h"

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
bool communicates(ReshardKind kind);

struct ReshardStep {
  ReshardKind kind = ReshardKind::kSlice;
  int axis = 0;  // of the group
  Sharding from, to;
};

// What devices and their connections can do, as a group sees them: enough to choose by.
struct GroupCosts {
  struct Axis {
    double bytes_per_second =
        0;  // over the slowest link of a ring along the axis, all lines at once
    double latency_seconds = 0;
  };
  std::array<Axis, kMaxGroupAxes> axes;
  struct Rank {
    double flops_per_second = 0, memory_bytes_per_second = 0;
  };
  std::vector<Rank> ranks;
};
// Rank i of the group is device devices[i] of the cluster.
GroupCosts group_costs(const core::Cluster& cluster, const DeviceGrid& group,
                       const std::vector<int>& devices);

double seconds_of(const ReshardStep& step, const TensorType& type, const DeviceGrid& group,
                  const GroupCosts& costs);

struct Reshard {
  std::vector<ReshardStep> steps;
  double seconds = 0;
};
Reshard cheapest_reshard(const Sharding& from, const Sharding& to, const TensorType& type,
                         const DeviceGrid& group, const GroupCosts& costs);

}  // namespace motley::tensor
