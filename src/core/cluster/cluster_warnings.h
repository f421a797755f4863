// Warnings about a Cluster: values that are allowed but more likely a typo than a real machine.
//
//   cluster_warnings(cluster)    {"device type `mine`: 0.0072 bytes of memory bandwidth per flop,
//                                known devices have 0.0099 to 0.1; is it Gb/s for GB/s, or flops of
//                                tensor cores?"}
//
// One sentence each, in the order of types, hosts, network; empty for a plausible cluster.
#pragma once

#include <string>
#include <vector>

#include "core/cluster/cluster.h"

namespace motley::core {

std::vector<std::string> cluster_warnings(const Cluster& cluster);

}  // namespace motley::core
