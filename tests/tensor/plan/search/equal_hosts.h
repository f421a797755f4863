// Hosts of one device each, all alike, with a network of 1 GB/s and no latency.
#pragma once

#include "core/cluster/cluster.h"

namespace motley::tensor::search {

// `speed` in flops and in bytes of memory per second.
inline core::Cluster equal_hosts(int n, double speed) {
  core::Cluster cluster;
  cluster.device_types.push_back({.name = "d",
                                  .flops_per_second = speed,
                                  .memory_bytes = int64_t{1} << 40,
                                  .memory_bytes_per_second = speed});
  core::Host host;
  host.devices.push_back({0, 1});
  cluster.hosts.assign(n, host);
  cluster.network = core::Link{1e9, 0};
  return cluster;
}

}  // namespace motley::tensor::search
