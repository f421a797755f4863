// Hosts, devices and links of a cluster for people and scripts, as `motley cluster` prints them.
#pragma once

#include <string>

#include "core/cluster/cluster.h"

namespace motley::core {

// A diagram, tables of types and hosts, and warnings about implausible values.
std::string cluster_text(const Cluster& cluster);
std::string cluster_json(const Cluster& cluster);

// The device types that can be used by name.
std::string device_library_text();
std::string device_library_json();

}  // namespace motley::core
