// Every collective as a pure function: what one rank sends, receives and reduces (steps.h).
//
//   const Steps steps = all_gather_steps({.rank = 1, .num_ranks = 3}, {2, 1, 2});
//
// counts[r] is the number of elements of rank r's block, zero allowed; blocks stand in rank order
// in the whole vector. S is the whole vector's size, s_r that of a block, N the number of ranks.
//
// Realisation   what it is good for
//   kRing       exact on unlike blocks: the busiest link carries S - min s_r, whatever the blocks
//   kGrouped    the same bytes, but the chunks of all blocks take turns, so that every block is
//               under way from the beginning: N broadcasts, or N reductions, in one
//   kPadded     all blocks are made as long as the longest: (N - 1) max s_r bytes, equal rounds
//   kDirect     each rank sends to each: as many bytes as the ring, half types travel as they are
//               (in a ring partial sums do, which are f32); fewer steps, but every pair must be
//               well connected
//   kWhole      all-reduce of at most 256 KiB: each rank gets every other's vector and reduces them
//               in rank order; a longer one is a ring
//   kTwoLevel   one rank of each host speaks for it: S over the host's links, the ring's bytes
//               between hosts. With one host, or one rank on each, it is the ring
//   kAuto       kWhole up to 16 KiB, kDirect for half types, else kRing
//
// Where a realisation is not one of a collective (kDirect and kWhole of all-gather, kWhole of
// reduce-scatter) the ring is taken.
//
// The order of a reduction is a part of each function's contract: the same ranks and the same
// realisation give the same bits on every backend.
#pragma once

#include <vector>

#include "core/comm/steps.h"

namespace motley::core {

enum class Realisation : uint8_t { kAuto, kRing, kGrouped, kPadded, kDirect, kWhole, kTwoLevel };

constexpr int64_t kWholeBytes = 16 << 10;

// Who we are, and how it is to be done.
struct CollectiveSetup {
  int rank = 0, num_ranks = 1;
  Realisation realisation = Realisation::kAuto;
  ElementType type = ElementType::kF32;
  std::vector<int> hosts = {};  // of each rank; empty: all on one

  bool widened() const;          // partial results have another type than the elements
  int64_t chunk() const;         // elements in a message
  int64_t reduce_chunk() const;  // elements in a message of partial results
};

// Output, at every rank, is the whole vector in which rank r's input is block r.
Steps all_gather_steps(const CollectiveSetup& setup, const std::vector<int64_t>& counts);

// Input is a whole vector at every rank; output at rank r is block r of their reduction.
// Order, with indices modulo N:
//   kRing, kGrouped, kPadded   block b = ((x[b+1] op x[b+2]) op ...) op x[b]
//   kDirect                    block b = ((x[b] op x[b-1]) op x[b-2]) op ...
//   kTwoLevel                  on each host from its last rank to its first, then as kRing over
//                              hosts in the order of their first ranks
Steps reduce_scatter_steps(const CollectiveSetup& setup, const std::vector<int64_t>& counts);

// Output, at every rank, is the reduction of all inputs: a reduce-scatter of equal blocks, block b
// from count * b / N on, and an all-gather. Order: that of reduce_scatter_steps; kGrouped and
// kPadded are kRing, because the blocks are equal. kTwoLevel has one block for each host.
//   kWhole                     ((x[0] op x[1]) op x[2]) op ...
Steps all_reduce_steps(const CollectiveSetup& setup, int64_t count);

// Input at rank r holds a block for each rank, output one from each; each may have any size.
Steps all_to_all_steps(const CollectiveSetup& setup, const std::vector<int64_t>& send_counts,
                       const std::vector<int64_t>& receive_counts);

// Output at every rank is what input is at the root.
Steps broadcast_steps(const CollectiveSetup& setup, int64_t count, int root);

// Output at the root is the whole vector in which rank r's input is block r; and the reverse.
Steps gather_steps(const CollectiveSetup& setup, const std::vector<int64_t>& counts, int root);
Steps scatter_steps(const CollectiveSetup& setup, const std::vector<int64_t>& counts, int root);

// Nobody is done before everybody has begun.
Steps barrier_steps(const CollectiveSetup& setup);

// A Transfer: one rank to one rank.
Steps send_steps(const CollectiveSetup& setup, int64_t count, int to);
Steps receive_steps(const CollectiveSetup& setup, int64_t count, int from);

}  // namespace motley::core
