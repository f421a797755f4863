// The bandwidth of each pair of ranks, in seconds: for whoever only wants to know who is connected
// how.
#pragma once

#include <string>
#include <vector>

#include "core/comm/communicator.h"

namespace motley::core {

struct PairRate {
  int a = 0, b = 0;            // ranks
  std::string host_a, host_b;  // their hosts
  double bytes_per_second = 0;
  double spread = 0;  // of the longest message's times
};

// On rank 0; nothing at the others. Collective.
std::vector<PairRate> measure_pair_rates(Communicator& comm);

}  // namespace motley::core
