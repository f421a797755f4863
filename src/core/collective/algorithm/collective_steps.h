// Every collective as a pure function: the sends, receives and reductions of one rank (steps.h).
//
//   const Steps steps = all_gather_steps({.rank = 1, .num_ranks = 3}, {2, 1, 2});
//
// counts[r] is the number of elements of rank r's block, may be zero; blocks are in rank order in
// the whole vector. S is the whole vector's size, s_r that of a block, N the number of ranks.
//
// For the algorithms, and which one replaces an algorithm that does not apply, see
// core/collective/collective.h.
//
// The order of reduction is part of each function's contract: the same ranks and the same algorithm
// give bitwise identical results on every backend.
#pragma once

#include <vector>

#include "core/collective/algorithm/steps.h"
#include "core/collective/collective.h"

namespace motley::core {

// This rank, and the algorithm.
struct CollectiveSetup {
  int rank = 0, num_ranks = 1;
  CollectiveAlgorithm algorithm = CollectiveAlgorithm::kAuto;
  ElementType type = ElementType::kF32;
  std::vector<int> hosts = {};  // per rank; empty: all on one

  bool is_one_host() const;
  bool widened() const;          // partial results have a wider type than the elements
  int64_t chunk() const;         // elements per message
  int64_t reduce_chunk() const;  // elements per message of partial results
};

// Output, at every rank, is the whole vector in which rank r's input is block r. On one host kRing
// sends each whole block directly from its owner: as many bytes as around the ring, without waiting
// for other rounds.
Steps all_gather_steps(const CollectiveSetup& setup, const std::vector<int64_t>& counts);

// Input is a whole vector at every rank; output at rank r is block r of their reduction. Order of
// reduction, with indices modulo N:
//   kRing, kGrouped, kPadded   block b = ((x[b+1] op x[b+2]) op ...) op x[b]
//   kDirect                    block b = ((x[b] op x[b-1]) op x[b-2]) op ...
//   kHierarchical              on each host from its last rank to its first, then as kRing over
//                              hosts in the order of their first ranks
Steps reduce_scatter_steps(const CollectiveSetup& setup, const std::vector<int64_t>& counts);

// Output, at every rank, is the reduction of all inputs: a reduce-scatter of equal blocks, block b
// starting at count * b / N, and an all-gather. Order: that of reduce_scatter_steps; kGrouped and
// kPadded are kRing, because the blocks are equal. kHierarchical has one block per host.
//   kWhole                     ((x[0] op x[1]) op x[2]) op ...
Steps all_reduce_steps(const CollectiveSetup& setup, int64_t count);

// Input at rank r holds a block for each rank, output one from each; blocks may differ in size.
Steps all_to_all_steps(const CollectiveSetup& setup, const std::vector<int64_t>& send_counts,
                       const std::vector<int64_t>& receive_counts);

// Output at every rank is the root's input.
Steps broadcast_steps(const CollectiveSetup& setup, int64_t count, int root);

// Output at the root is the whole vector in which rank r's input is block r; and the inverse.
Steps gather_steps(const CollectiveSetup& setup, const std::vector<int64_t>& counts, int root);
Steps scatter_steps(const CollectiveSetup& setup, const std::vector<int64_t>& counts, int root);

// Completes only after every rank has started it.
Steps barrier_steps(const CollectiveSetup& setup);

// A Transfer: point-to-point.
Steps send_steps(const CollectiveSetup& setup, int64_t count, int to);
Steps receive_steps(const CollectiveSetup& setup, int64_t count, int from);

}  // namespace motley::core
