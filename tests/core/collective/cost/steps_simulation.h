// What a collective takes when the very steps of core/comm are played on a Cluster's links: the
// oracle for the formulas of core/collective/cost.
//
// A message goes when both sides have posted it and the sender's way out and the receiver's way in
// are free, first come first served. It keeps each of the two busy for its bytes at that one's
// bandwidth, takes as long as the slower, and arrives one latency later. Arithmetic is free.
#pragma once

#include <vector>

#include "core/collective/algorithm/steps.h"
#include "core/collective/cost/group_links.h"

namespace motley::core {

// steps[r] is rank r's part, elements are bytes.
double simulated_seconds(const GroupLinks& links, const std::vector<Steps>& steps);

}  // namespace motley::core
