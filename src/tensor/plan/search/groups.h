// Groups of devices that are worth trying, and the ratios at which to cut along each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/cluster/cluster.h"
#include "tensor/plan/search/state_space.h"

namespace motley::tensor {

struct GroupLevels {
  RatioLevels levels;
  std::string text;  // "shares by speed"
};

struct CandidateGroup {
  DeviceGrid grid;
  std::vector<int> devices;         // of the cluster, by rank
  std::vector<GroupLevels> levels;  // each to be tried
  std::string text;                 // "all 64 devices"
  bool is_unlikely = false;         // to be tried with fewer weights
};

enum class GroupEffort : uint8_t {
  kQuick,     // all devices, the fastest host and the fastest device alone
  kHosts,     // and the 2, 4, 8 ... fastest hosts
  kThorough,  // of any number, the fast devices, each kind of host, and hosts by devices
};
std::vector<CandidateGroup> candidate_groups(const core::Cluster& cluster, GroupEffort effort);

}  // namespace motley::tensor
