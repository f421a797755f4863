// What a collective takes among the devices of a group, told from latencies and bandwidths.
//
//   const GroupLinks links = group_links(cluster, group);           // once for each group
//   const double shards[] = {3e6, 1e6, 0};                          // bytes, beside the group
//   collective_seconds(links, CollectiveKind::kAllGather, CollectiveAlgorithm::kRing, shards)
//
// The model is that of core/comm's algorithms: chunks follow each other, so a collective takes as
// long as what the busiest link or port has to carry, and then what latency the chunks in flight do
// not hide. A device has a lane of its host's link each way for itself; a host's port, which is
// full duplex too, is shared by all of its devices.
//
//   ring       max over hops of (bytes on the hop / its bandwidth)
//              + the latency of a hop, + what of the other hops' the chunks do not hide
//              + the way of a long block's last chunk round the ring, where blocks are unlike
//   direct     max over devices and ports of (bytes out, or in, / bandwidth), + one latency
//   hierarchical  chain on each host, ring of hosts, chain or sends on each host: their sum. But of
//              several that follow one another, one is on its host's links while another is
//              between hosts (Phases)
//
// Where a probe has measured collectives among all devices (Cluster::collectives), the time is that
// of the formula times the factor that it found for this kind, algorithm and size.
//
// Nothing is allocated; a question takes a few ns for each rank of the group. Not modelled: the
// arithmetic of reductions, and ranks that wait for a processor.
#pragma once

#include <span>

#include "core/collective/collective.h"
#include "core/collective/cost/group_links.h"

namespace motley::core {

// shard_bytes[r] is the size of rank r's block, zero allowed. Of an all-reduce only their sum
// counts; of a broadcast the root's is the one that is not zero; an all-to-all cuts each rank's
// block for the others as the blocks are. Nothing to send takes no time. kAuto is that of f32; of
// half types a ring's partial sums travel as f32: twice the bytes, or kDirect.
double collective_seconds(const GroupLinks& links, CollectiveKind kind,
                          CollectiveAlgorithm algorithm, std::span<const double> shard_bytes);

// A collective's time in parts: on the way to the hosts' ports, through them, and on the way from
// them. Only hierarchical ones have more than the second.
struct Phases {
  double to_ports = 0, ports = 0, from_ports = 0;
  double seconds() const { return to_ports + ports + from_ports; }
};
Phases collective_phases(const GroupLinks& links, CollectiveKind kind,
                         CollectiveAlgorithm algorithm, std::span<const double> shard_bytes);

// For one question: who has several about a group keeps its GroupLinks.
double collective_seconds(const Cluster& cluster, std::span<const Device> group,
                          CollectiveKind kind, CollectiveAlgorithm algorithm,
                          std::span<const double> shard_bytes);

// Rank r has from_bytes[r] and is to have to_bytes[r], some from everyone in proportion: what turns
// a Sharding of one dimension into that of another. Both have the same sum.
double all_to_all_seconds(const GroupLinks& links, std::span<const double> from_bytes,
                          std::span<const double> to_bytes);

// From one rank to another, nothing else under way.
double transfer_seconds(const GroupLinks& links, int from, int to, double bytes);

}  // namespace motley::core
