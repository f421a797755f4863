// Candidate device groups, and the ratios at which tensors are sharded along each axis.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/cluster/cluster.h"
#include "tensor/plan/search/state_space.h"

namespace motley::tensor::search {

struct GroupLevels {
  RatioLevels levels;
  std::string text;  // "shares by speed"
};

struct CandidateGroup {
  DeviceGrid grid;
  std::vector<int> devices;         // of the cluster, by rank
  std::vector<GroupLevels> levels;  // each is tried
  std::string text;                 // "all 64 devices"
  bool is_unlikely = false;         // tried with fewer weights
};

enum class GroupEffort : uint8_t {
  kQuick,  // all devices, the fastest host and the fastest device alone
  kHosts,  // also the 2, 4, 8, ... fastest hosts
  // Also any number of hosts, the fast devices, each kind of host, and grids of hosts by devices.
  kThorough,
};
// With `even` every device of a group has an equal share.
std::vector<CandidateGroup> candidate_groups(const core::Cluster& cluster, GroupEffort effort,
                                             bool even = false);

}  // namespace motley::tensor::search
