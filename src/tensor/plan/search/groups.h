// Groups of devices that are worth trying, and the ratios at which to cut along each.
#pragma once

#include <string>
#include <vector>

#include "core/cluster/cluster.h"
#include "tensor/plan/search/candidates.h"

namespace motley::tensor {

struct GroupLevels {
  Levels levels;
  std::string text;  // "shares by speed"
};

struct CandidateGroup {
  DeviceGrid grid;
  std::vector<int> devices;         // of the cluster, by rank
  std::vector<GroupLevels> levels;  // each to be tried
  std::string text;                 // "all 64 devices"
  bool is_unlikely = false;         // to be tried with fewer weights
};

// All devices in a row, and the fastest alone; if thorough also the fast ones, each kind of host,
// and hosts by devices.
std::vector<CandidateGroup> candidate_groups(const core::Cluster& cluster, bool thorough);

}  // namespace motley::tensor
