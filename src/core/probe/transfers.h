// Message times between ranks, by size: each pair alone, and all disjoint pairs at once.
//
//   alone      a <--> b        ping-pong; half of the round trip
//   at once    0 <=> 3         every rank with a partner, both directions at once; partners change
//              1 <=> 2         until all pairs have been measured
#pragma once

#include <vector>

#include "core/comm/communicator.h"
#include "core/probe/sampling.h"

namespace motley::core {

struct PairTimes {
  int a = 0, b = 0;                         // ranks, a < b
  std::vector<Measurement> alone, at_once;  // by size; zero runs if it would have taken too long
};

struct TransferTimes {
  std::vector<int64_t> sizes;  // bytes
  std::vector<PairTimes> pairs;
};

struct TransferSettings {
  std::vector<int64_t> sizes = {1 << 10, 16 << 10, 128 << 10, 1 << 20, 4 << 20, 16 << 20};
  SamplingLimits limits = {};
  double all_seconds = 30;   // limit for all measurements if runs do not agree
  double max_seconds = 0.5;  // larger sizes are skipped
  int max_pairs = 64;        // alone: of more pairs, only those of neighbouring ranks
  bool at_once = true;       // also measure all pairs at once
};

// A collective; all ranks get the same result.
TransferTimes measure_transfers(Communicator& comm, const TransferSettings& settings);

// The partner in a round of a round-robin tournament, in which each pair meets once; -1: none.
// There are num_rounds(n) rounds.
int partner(int rank, int num_ranks, int round);
int num_rounds(int num_ranks);

}  // namespace motley::core
