// What connects the devices of a group, arranged for asking what collectives cost among them.
//
//   const std::vector<Device> all = devices(cluster);
//   const GroupLinks links = group_links(cluster, std::span(all).subspan(0, 6));
//   links.ring[5]                    // from rank 5 back to rank 0: through two hosts' ports
//
// Made once for a group and asked often (collective_cost.h).
#pragma once

#include <span>
#include <vector>

#include "core/cluster/cluster.h"

namespace motley::core {

// One message's way: latency + bytes * seconds_per_byte.
struct Hop {
  double seconds_per_byte = 0, latency_seconds = 0;
};

// Through two ports, one after the other: the slower's bandwidth, the longer latency.
Hop joined(const Hop& from, const Hop& to);

// The ranks of a group that are on one host.
struct HostRanks {
  int begin = 0, end = 0;  // in GroupLinks::by_host
  Hop link, port;          // between two of them, and to other hosts; zeros where there are none
  Hop link_alone, port_alone;  // the same where nobody else communicates
  int size() const { return end - begin; }
};

struct GroupLinks {
  int num_ranks = 0;
  std::vector<HostRanks> hosts;  // in the order of their first ranks
  std::vector<int> by_host;      // ranks, host by host
  std::vector<int> host_of;      // of each rank: index into hosts

  // From rank i to rank i + 1, and among the first ranks of all hosts likewise. Where several hops
  // of a ring go through one port, each has its part of it.
  std::vector<Hop> ring, leader_ring;

  double copy_seconds_per_byte = 0;  // in the slowest memory of the group, read and written

  // What a probe found beyond all that, where the group is of the kind that it measured: one that
  // crosses hosts, if there are several.
  std::vector<MeasuredCollective> measured;
};

struct GroupLinksSettings {
  // Groups that do the same at the same time through the same ports, this one included: each gets
  // its part of a port. On a grid of 2 x 4 devices with a row to each host, the four groups along
  // the first axis share both ports.
  int groups_at_once = 1;
};

// The group's devices in the order of its ranks.
GroupLinks group_links(const Cluster& cluster, std::span<const Device> group,
                       const GroupLinksSettings& settings = {});

// Whether there are several hosts, and several ranks on one of them: else kHierarchical is kRing.
bool is_hierarchical(const GroupLinks& links);

// From one rank to another, with the ports for itself.
Hop hop_between(const GroupLinks& links, int from, int to);

}  // namespace motley::core
