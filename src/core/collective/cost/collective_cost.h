// Predicted time of a collective among the devices of a group, from latencies and bandwidths.
//
//   const GroupLinks links = group_links(cluster, group);           // once for each group
//   const double shards[] = {3e6, 1e6, 0};                          // bytes, one per rank
//   collective_seconds(links, CollectiveKind::kAllGather, CollectiveAlgorithm::kRing, shards)
//
// The model follows core/collective/algorithm: chunks are pipelined, so a collective takes as long
// as the busiest link or port needs for its bytes, plus the latency that chunks in flight do not
// hide. Each device has its own full-duplex lane of its host's link; a host's port, also full
// duplex, is shared by all of its devices.
//
//   ring       max over hops of (bytes on the hop / its bandwidth)
//              + the latency of one hop, + the other hops' latency that the chunks do not hide
//              + for uneven blocks, the path of the longest block's last chunk around the ring
//   direct     max over devices and ports of (bytes out, or in, / bandwidth), + one latency
//   hierarchical  chain on each host, ring of hosts, chain or sends on each host: their sum. But of
//              several in sequence, one uses its host's links while another is between hosts
//              (Phases)
//
// If a probe measured collectives among all devices (Cluster::collectives), the formula's time is
// multiplied by the measured factor for this kind, algorithm and size.
//
// Allocates nothing; a call takes a few ns per rank of the group. Not modelled: the arithmetic of
// reductions, and ranks that wait for a core.
#pragma once

#include <span>

#include "core/collective/collective.h"
#include "core/collective/cost/group_links.h"

namespace motley::core {

// shard_bytes[r] is the size of rank r's block, may be zero. For an all-reduce only their sum
// matters; for a broadcast only the root's is nonzero; an all-to-all divides each rank's block
// among the ranks in proportion to the blocks. An empty collective takes no time. kAuto is that of
// f32; for half types a ring sends f32 partial sums: twice the bytes, or kDirect.
double collective_seconds(const GroupLinks& links, CollectiveKind kind,
                          CollectiveAlgorithm algorithm, std::span<const double> shard_bytes);

// The phases of a collective: to the hosts' ports, through them, and from them. Only hierarchical
// ones have more than the second.
struct Phases {
  double to_ports = 0, ports = 0, from_ports = 0;
  double seconds() const { return to_ports + ports + from_ports; }
};
Phases collective_phases(const GroupLinks& links, CollectiveKind kind,
                         CollectiveAlgorithm algorithm, std::span<const double> shard_bytes);

// The cheapest algorithm of a collective that runs in each of `groups` at the same time, with the
// phases of the slowest group. Plans of every kind choose by it, so that the same collective among
// the same devices has one price. To compare, the paths to and from the ports count half: in a
// sequence of collectives they overlap with another's time between hosts.
struct CheapestCollective {
  CollectiveAlgorithm algorithm = CollectiveAlgorithm::kAuto;
  Phases phases;
};
// `is_half`: elements are f16 or bf16, of which algorithms other than kDirect and kWhole send
// partial sums in f32.
CheapestCollective cheapest_collective(std::span<const GroupLinks> groups, CollectiveKind kind,
                                       std::span<const double> shard_bytes, bool is_half = false);

// For a single call; keep the GroupLinks for several.
double collective_seconds(const Cluster& cluster, std::span<const Device> group,
                          CollectiveKind kind, CollectiveAlgorithm algorithm,
                          std::span<const double> shard_bytes);

// Rank r has from_bytes[r] and needs to_bytes[r], from all ranks in proportion: reshards from one
// dimension to another. Both have the same sum.
double all_to_all_seconds(const GroupLinks& links, std::span<const double> from_bytes,
                          std::span<const double> to_bytes);

// From one rank to another without other traffic.
double transfer_seconds(const GroupLinks& links, int from, int to, double bytes);

}  // namespace motley::core
