// DAPPLE's closed form for the step time, and a tighter lower bound; both O(S).
//
//   F = {1, 2, 1}, B = {2, 4, 2}, 6 micro-batches: the middle stage is the pivot, 3 + 30 + 6 = 39
//
// A pipeline is a list of entries: stages, and the transfers between them as entries of their own,
// with the activation's time as forward and the gradient's as backward. The pivot Q is the entry
// assumed to have no bubble in the steady state.
//
//   T_w = F_0 + .. + F_Q                        until the pivot ends its first forward
//   T_s = (M-1) (F_Q + B_Q)                     steady
//   T_e = max_s (AR_s + B_s + .. + B_Q)         s <= Q: gradients on their way back, all-reduces
//         max_s (AR_s - B_Q+1 - .. - B_s-1)     s > Q: was done that much before the pivot
//
// It ignores the pivot's bubble before its first backward; without transfers it is never more than
// the step of a real schedule. A transfer as pivot is charged for both directions, although links
// are full duplex: then it may be more.
#pragma once

#include <cstdint>
#include <span>

#include "tensor/plan/schedule/ticks.h"

namespace motley::tensor::stage {

// A stage, or the transfer between two.
struct PipelineEntry {
  schedule::Ticks forward = 0, backward = 0;  // of one micro-batch
  schedule::Ticks all_reduce = 0;             // once, after its last backward
};

// From the last entry on: s replaces Q if its steady phase is longer even by all entries in
// between,  (M-1) (F_s + B_s) > (M-1) (F_Q + B_Q) + sum_{s<a<Q} (F_a + B_a).
size_t pivot_of(std::span<const PipelineEntry> entries, int32_t microbatches);
schedule::Ticks pivot_latency(std::span<const PipelineEntry> entries, int32_t microbatches);

// Lower bound for all schedules with `depth[s]` forwards of stage s before its first backward:
//
//   max_s ( sum_{a<s} (F_a + B_a) + M (F_s + B_s)
//           + max(0, sum_{a>s} (F_a + B_a) - (min(depth_s, M) - 1) F_s) )
//
// The last term is the bubble that the pivot formula ignores: the first gradient returns no sooner
// than the later stages take, and the device has no more forwards to fill that time.
schedule::Ticks depth_bound(std::span<const schedule::Ticks> forward,
                            std::span<const schedule::Ticks> backward,
                            std::span<const int32_t> depth, int32_t microbatches);

}  // namespace motley::tensor::stage
