// Derives a Cluster from the measurements of ranks and links, and notes about their accuracy. Uses
// no clock and no machine.
//
//   ranks on one host name       one Host, its link from the pairs inside
//   pairs of two hosts           one port each: a pair has the slower port's bandwidth, so a host's
//                                is that of its best partner, and its latency likewise
//   ranks that are alike         one DeviceType
#pragma once

#include <string>
#include <vector>

#include "core/cluster/cluster.h"
#include "core/collective/cost/group_links.h"
#include "core/probe/collective_times.h"
#include "core/probe/transfers.h"

namespace motley::core {

// A rank's measurements of itself.
struct RankFacts {
  std::string host;
  DeviceType type;   // with the memory it has alone; its name is ignored
  double quota = 0;  // cores that its host's control group may use; 0: unlimited
  double share = 1;  // fraction of a core available to each of its threads while all ranks work
  double measured_share = 1;  // fraction each had during the measurement
  double memory_alone = 0;    // bytes per second while all other ranks are idle
  double memory_at_once = 0;  // while all ranks do the same
  double memory_spread = 0;   // of the times
};

// Hosts, device types and links. Ranks of a host are grouped, in rank order.
Cluster cluster_of(const std::vector<RankFacts>& ranks, const TransferTimes& transfers);

// Measured over predicted times, for Cluster::collectives.
std::vector<MeasuredCollective> factors_of(const GroupLinks& links,
                                           const std::vector<CollectiveTimes>& times);

// Comment lines for the top of the file: every pair's times with their spreads, the residuals of
// the fits, quotas, and what is noisy.
std::string notes_on(const std::vector<RankFacts>& ranks, const TransferTimes& transfers);

}  // namespace motley::core
