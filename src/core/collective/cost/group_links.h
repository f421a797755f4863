// The links among the devices of a group, in the form that the cost model of collectives needs.
//
//   const std::vector<Device> all = devices(cluster);
//   const GroupLinks links = group_links(cluster, std::span(all).subspan(0, 6));
//   links.ring[5]                    // from rank 5 back to rank 0: through two hosts' ports
//
// Built once per group and used often (collective_cost.h).
#pragma once

#include <span>
#include <vector>

#include "core/cluster/cluster.h"

namespace motley::core {

// The cost of one message: latency + bytes * seconds_per_byte.
struct Hop {
  double seconds_per_byte = 0, latency_seconds = 0;
};

// Through two ports in sequence: the lower bandwidth, the higher latency.
Hop joined(const Hop& from, const Hop& to);

// The ranks of a group on one host.
struct HostRanks {
  int begin = 0, end = 0;      // range in GroupLinks::by_host
  Hop link, port;              // between two of them, and to other hosts; zero if there is none
  Hop link_alone, port_alone;  // the same without other traffic
  int size() const { return end - begin; }
};

struct GroupLinks {
  int num_ranks = 0;
  std::vector<HostRanks> hosts;  // in the order of their first ranks
  std::vector<int> by_host;      // ranks, host by host
  std::vector<int> host_of;      // index into hosts, per rank

  // From rank i to rank i + 1, and likewise among the first ranks of all hosts. If several hops of
  // a ring share a port, each gets an equal part of it.
  std::vector<Hop> ring, leader_ring;

  double copy_seconds_per_byte = 0;  // read and write in the slowest memory of the group

  // Correction factors of a probe, if the group is of the kind that it measured: one that crosses
  // hosts, if there are several.
  std::vector<MeasuredCollective> measured;
};

struct GroupLinksSettings {
  // Number of groups that run the same collective at the same time through the same ports,
  // including this one: each gets an equal part of a port. On a grid of 2 x 4 devices with one row
  // per host, the four groups along the first axis share both ports.
  int groups_at_once = 1;
};

// The group's devices in the order of its ranks.
GroupLinks group_links(const Cluster& cluster, std::span<const Device> group,
                       const GroupLinksSettings& settings = {});

// Whether there are several hosts, and several ranks on one of them: else kHierarchical is kRing.
bool is_hierarchical(const GroupLinks& links);

// From one rank to another without other traffic.
Hop hop_between(const GroupLinks& links, int from, int to);

}  // namespace motley::core
