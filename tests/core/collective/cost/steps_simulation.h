// Simulates the Steps of core/collective/algorithm on a Cluster's links: the oracle for the
// formulas of core/collective/cost.
//
// A message starts when both sides have posted it and the sender's output and the receiver's input
// are free, first come first served. It occupies each of the two for its bytes at that side's
// bandwidth, takes as long as the slower, and arrives one latency later. Arithmetic is free.
#pragma once

#include <vector>

#include "core/collective/algorithm/steps.h"
#include "core/collective/cost/group_links.h"

namespace motley::core {

// steps[r] is rank r's part; elements are bytes.
double simulated_seconds(const GroupLinks& links, const std::vector<Steps>& steps);

}  // namespace motley::core
