// Parts of a cluster: some of its hosts. Behind a slow network, or beside much faster devices, a
// host may delay a step more than it helps, so that a plan for the others is the better one.
#pragma once

#include <string>
#include <vector>

#include "tensor/plan/planner/plan.h"

namespace motley::tensor::planner {

struct ClusterPart {
  std::vector<int> hosts;  // of the whole cluster, ascending
  core::Cluster cluster;   // of those hosts alone, with all device types
  std::string text;        // "the fastest host alone", "the 12 fastest hosts of 16"
};

// The fastest hosts: 1, 2, 4 ... of them, and as many as are equally fast, but not all; most hosts
// first. A host is as fast as its slowest device; of equally fast ones that with more devices comes
// first.
std::vector<ClusterPart> cluster_parts(const core::Cluster& cluster);

// A plan for a part as one for the whole, of which the other hosts are unused.
Plan on_whole_cluster(Plan plan, const ClusterPart& part, const StepOnCluster& whole);

}  // namespace motley::tensor::planner
