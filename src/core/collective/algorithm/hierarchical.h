// Hierarchical collectives: on each host the first rank is the leader and communicates with other
// hosts.
//
//     host A                host B             host C
//     0 <-- 1 <-- 2         3 <-- 4            5        partial sums, towards the leader
//     |                     |                  |
//     0 ------------------> 3 ---------------> 5 --> (0)    a ring of leaders
//     |                     |                  |
//     0 --> 1 --> 2         3 --> 4            5        results, away from it
//
// Between hosts the bytes are those of a ring over H hosts instead of N ranks; within a host each
// link carries the vector once in each direction. Chunks are pipelined, so the chains add latency
// and little else. Hosts may have any number of ranks, in any order.
#pragma once

#include "core/collective/algorithm/collective_steps.h"

namespace motley::core {

// Whether there are several hosts, and several ranks on one of them.
bool is_hierarchical(const CollectiveSetup& setup);

Steps hierarchical_all_gather(const CollectiveSetup& setup, const std::vector<int64_t>& counts);
Steps hierarchical_reduce_scatter(const CollectiveSetup& setup, const std::vector<int64_t>& counts);
Steps hierarchical_all_reduce(const CollectiveSetup& setup, int64_t count);

}  // namespace motley::core
