// Groups of hosts that are identical except for their names, for diagrams and warnings.
//
//   host_kinds(cluster)    {hosts 0-1: 8 x v100}, {hosts 2-7: 8 x p100}
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/cluster/cluster.h"

namespace motley::core {

struct HostKind {
  std::vector<int32_t> hosts;  // indices, ascending; the first represents all
};

// In the order of their first hosts.
std::vector<HostKind> host_kinds(const Cluster& cluster);

// "host 3 (big)", "hosts 0-1, 4": for messages; a long list is truncated.
std::string hosts_text(const Cluster& cluster, const HostKind& kind);

// "130GB/s, 5us", or "10GB/s (4GB/s shared), 5us".
std::string link_text(const Link& link);

}  // namespace motley::core
