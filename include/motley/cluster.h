// Clusters: devices, hosts and links, from a YAML file (docs/formats.md) or built in code.
//
//   const Cluster cluster = read_cluster("cluster.yaml");
#pragma once

#include "core/cluster/cluster.h"
#include "core/cluster/cluster_file.h"
#include "core/cluster/quantity.h"

namespace motley {

using core::Cluster;
using core::DeviceType;
using core::Host;
using core::Link;

using core::parse_cluster;
using core::print_cluster;
using core::read_cluster;

}  // namespace motley
