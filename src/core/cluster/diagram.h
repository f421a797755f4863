// A Cluster drawn in ASCII: hosts as boxes with their devices and the link between them, ports that
// lead to one network. Hosts that are alike are drawn once.
//
//   +- hosts 0-1: 2 alike -------------+
//   | [v100][v100] .. [v100]  8        |
//   |    '---130GB/s, 5us---'          |---25Gb/s, 30us---+
//   +----------------------------------+                  |
//                                                      network
#pragma once

#include <string>

#include "core/cluster/cluster.h"

namespace motley::core {

// Lines of the picture; a cluster of more than a dozen kinds of hosts shows the first dozen.
std::string cluster_diagram(const Cluster& cluster);

}  // namespace motley::core
