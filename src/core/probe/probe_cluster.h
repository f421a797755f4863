// From what was measured of ranks and between them to a Cluster, and to sentences that say how sure
// that is. No clock, no machine.
//
//   ranks on one host name       one Host, its link from the pairs inside
//   pairs of two hosts           a port each: a pair has the slower's bandwidth, so a host's is
//   that
//                                of its best partner, and its latency likewise
//   ranks that are alike         one DeviceType
#pragma once

#include <string>
#include <vector>

#include "core/cluster/cluster.h"
#include "core/collective/cost/group_links.h"
#include "core/probe/collective_times.h"
#include "core/probe/transfers.h"

namespace motley::core {

// What a rank knows of itself.
struct RankFacts {
  std::string host;
  DeviceType type;            // with memory for itself alone; its name does not count
  double quota = 0;           // cores that its host's control group may use; 0: all
  double share = 1;           // of a core, that each of its threads can have while all ranks work
  double had_share = 1;       // that each had when it was measured
  double memory_alone = 0;    // bytes per second, while all others rest
  double memory_at_once = 0;  // while all ranks do the same
  double memory_spread = 0;   // of the times
};

// Hosts, device types and links. Ranks of a host are brought together, in the order of ranks.
Cluster cluster_of(const std::vector<RankFacts>& ranks, const TransferTimes& transfers);

// Factors of what was measured over what the links tell, for Cluster::collectives.
std::vector<MeasuredCollective> factors_of(const GroupLinks& links,
                                           const std::vector<CollectiveTimes>& times);

// Comment lines for the head of the file: every pair's times with their spreads, how far the fitted
// lines are off, quotas, and what is noisy.
std::string notes_on(const std::vector<RankFacts>& ranks, const TransferTimes& transfers);

}  // namespace motley::core
