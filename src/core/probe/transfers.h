// Times of messages between ranks, by size: each pair alone, and all disjoint pairs at once.
//
//   alone      a <--> b        one message there and back; half of it is the time one way
//   at once    0 <=> 3         everyone with a partner, both ways at the same time; the pairs
//   change
//              1 <=> 2         until everyone has been with everyone
#pragma once

#include <vector>

#include "core/comm/communicator.h"
#include "core/probe/sampling.h"

namespace motley::core {

struct PairTimes {
  int a = 0, b = 0;                    // ranks, a < b
  std::vector<Figure> alone, at_once;  // by size; of no runs where it would have taken too long
};

struct TransferTimes {
  std::vector<int64_t> sizes;  // bytes
  std::vector<PairTimes> pairs;
};

struct TransferSettings {
  std::vector<int64_t> sizes = {1 << 10, 16 << 10, 128 << 10, 1 << 20, 4 << 20, 16 << 20};
  SamplingLimits limits = {};
  double all_seconds = 60;       // of all figures, where runs do not agree
  double longest_seconds = 0.5;  // a size beyond that is left out
  int most_pairs = 64;           // alone: of more, those of neighbouring ranks
  bool at_once = true;           // also all pairs at once
};

// A collective; all ranks get the same.
TransferTimes measure_transfers(Communicator& comm, const TransferSettings& settings);

// Who is with whom in a round of a tournament in which everyone meets everyone once; -1: nobody.
// There are num_rounds(n) of them.
int partner(int rank, int num_ranks, int round);
int num_rounds(int num_ranks);

}  // namespace motley::core
