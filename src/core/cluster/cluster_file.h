// The Cluster file: YAML, written by hand or by `motley probe` (docs/formats.md).
//
//   name: two-unlike
//   device_types:
//     v100: {flops: 15.7T, memory: 16GiB, memory_bandwidth: 900GB/s}
//     p100: {flops: 9.3T, memory: 16GiB, memory_bandwidth: 732GB/s}
//   hosts:
//     - {devices: {v100: 8}, link: {bandwidth: 130GB/s, latency: 5us}}
//     - {count: 2, devices: {p100: 8}, link: {bandwidth: 16GB/s, latency: 8us}}
//   network: {bandwidth: 10.4Gb/s, latency: 30us}
//
// Errors are UserErrors of one sentence with file, line, column, key and remedy: `c.yaml:3:30:
// memory: the unit `Gb` is not known here; write bytes, such as `16GiB` or `16GB``.
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/cluster/cluster.h"

namespace motley::core {

Cluster read_cluster(const std::string& file);
Cluster parse_cluster(const std::string& text, const std::string& file);

// A Cluster and the position of each of its hosts in the file.
struct PlacedCluster {
  Cluster cluster;
  std::vector<SourcePosition> hosts;
};
PlacedCluster read_placed_cluster(const std::string& file);

// Checks that the ranks of a run match the devices of the Cluster: the same number, each on the
// host that the file names for it; hosts without names match any. host_names[r] is rank r's host.
// Throws a UserError that names the line.
void check_ranks(const PlacedCluster& placed, const std::vector<std::string>& host_names);

// Consecutive identical hosts become one row with a count. Parsing the result gives an equal
// Cluster.
std::string print_cluster(const Cluster& cluster);

}  // namespace motley::core
