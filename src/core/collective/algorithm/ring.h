// The two halves of every ring collective, for collective_steps.cpp and hierarchical.cpp.
//
//   reduce-scatter, N = 3                        all-gather, N = 3
//
//      rank 0      rank 1      rank 2              rank 0      rank 1      rank 2
//       x[2] -----> x[0] -----> x[1] --> (0)        [0] ------> [1] ------> [2] --> (0)
//       x[1]+x[1]-> x[2]+x[2]-> x[0]+x[0]-> (0)     [2] ------> [0] ------> [1] --> (0)
//       = [0]       = [1]       = [2]
//
//   round k: position p sends the partial        round k: position p sends the block
//   block p-1-k, receives p-2-k and adds its     p-k and receives the block p-1-k
//   own; after N-1 rounds it has its own block
//
// Blocks are split into chunks, and a chunk is forwarded as soon as it arrives. So uneven blocks
// cost no more than their bytes: every link stays busy. Messages are ordered by round + stride *
// chunk, here for 3 rounds (N = 4) of 4 chunks:
//
//              stride 0, block by block   stride 1, a few at once   stride N-1, chunk by chunk
//   chunk       0   1   2   3              0   1   2   3             0   1   2   3
//   round 0     0   1   2   3              0   2   5   8             0   3   6   9
//   round 1     4   5   6   7              1   4   7  10             1   4   7  10
//   round 2     8   9  10  11              3   6   9  11             2   5   8  11
#pragma once

#include <vector>

#include "core/collective/algorithm/collective_steps.h"

namespace motley::core {

// Ranks in ring order, and our position among them.
struct Ring {
  std::vector<int> members;
  int position = 0;

  int size() const { return static_cast<int>(members.size()); }
  int at(int64_t p) const { return static_cast<int>(((p % size()) + size()) % size()); }
  int left() const { return members[at(position - 1)]; }
  int right() const { return members[at(position + 1)]; }
};

// blocks[p]: the chunks of position p's block.
using Blocks = std::vector<std::vector<Range>>;

// The chunks of consecutive blocks.
Blocks blocks_of(const std::vector<int64_t>& counts, int64_t chunk);

struct ReducedBlock {
  std::vector<int64_t> ready;   // receives after which chunk c of our block is final
  std::vector<int64_t> unread;  // sends after which chunk c of the previous block is no longer read
};

// Strides of the table above: how many chunks are in flight at once.
int64_t pipelined_stride(const Ring& ring);
inline int64_t interleaved_stride(const Ring& ring) { return ring.size() - 1; }

// Appends a reduce-scatter of the data in `own`, after all receives so far. The reduced chunk [at,
// ...) goes to result.at + at. The caller handles a ring of one.
ReducedBlock append_ring_reduce_scatter(Steps& steps, const CollectiveSetup& setup,
                                        const Ring& ring, const Blocks& blocks, Space own,
                                        Place result, int64_t stride);

// Appends an all-gather of blocks in `space`; our own is sent from `own`, the origin of the whole
// vector. `block.ready` says when it may be sent, `block.unread` when the block before ours may be
// overwritten, others after `after_sends`; no entries: immediately.
void append_ring_all_gather(Steps& steps, const Ring& ring, const Blocks& blocks, Space space,
                            Place own, int64_t stride, const ReducedBlock& block = {},
                            int64_t after_sends = 0);

}  // namespace motley::core
