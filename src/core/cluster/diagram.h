// A Cluster as an ASCII diagram: hosts as boxes with their devices and the link between them, and
// ports to one network. Identical hosts are drawn once.
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

// The lines of the diagram; of more than a dozen kinds of hosts the first dozen are drawn.
std::string cluster_diagram(const Cluster& cluster);

}  // namespace motley::core
