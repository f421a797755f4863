// DAPPLE's closed form for the time of a step, and a tighter bound; both O(S).
//
//   F = {1, 2, 1}, B = {2, 4, 2}, 6 microbatches: the middle stage is the pivot, 3 + 30 + 6 = 39
//
// A pipeline is a list of entries: stages, and between them transfers as entries of their own, with
// the activation's time as forward and the gradient's as backward. The pivot Q is the entry taken
// to be without a gap in the steady phase.
//
//   T_w = F_0 + .. + F_Q                        until the pivot ends its first forward
//   T_s = (M-1) (F_Q + B_Q)                     steady
//   T_e = max_s (AR_s + B_s + .. + B_Q)         s <= Q: gradients on their way back, all-reduces
//         max_s (AR_s - B_Q+1 - .. - B_s-1)     s > Q: was done that much before the pivot
//
// What it leaves out is the pivot's gap before its first backward; without transfers it is never
// more than the step of a real schedule. A transfer as pivot is charged for both directions, though
// links are full duplex: then it may be more.
#pragma once

#include <cstdint>
#include <span>

#include "tensor/plan/schedule/ticks.h"

namespace motley::tensor {

// A stage, or the transfer between two.
struct PipelineEntry {
  Ticks forward = 0, backward = 0;  // of one microbatch
  Ticks all_reduce = 0;             // once, after its last backward
};

// From the last entry on: s takes over from Q where its steady phase is longer even by all that
// lies between,  (M-1) (F_s + B_s) > (M-1) (F_Q + B_Q) + sum_{s<a<Q} (F_a + B_a).
size_t pivot_of(std::span<const PipelineEntry> entries, int32_t microbatches);
Ticks pivot_latency(std::span<const PipelineEntry> entries, int32_t microbatches);

// No schedule with `depth[s]` forwards of stage s before its first backward ends before
//
//   max_s ( sum_{a<s} (F_a + B_a) + M (F_s + B_s)
//           + max(0, sum_{a>s} (F_a + B_a) - (min(depth_s, M) - 1) F_s) )
//
// The last term is the gap that the pivot formula leaves out: the first gradient is back no sooner
// than the stages behind took, and the device had no more forwards to fill that time with.
Ticks depth_bound(std::span<const Ticks> forward, std::span<const Ticks> backward,
                  std::span<const int32_t> depth, int32_t microbatches);

}  // namespace motley::tensor
