// Cases of every collective, for both backends: what each rank has is a function of seed, rank and
// index, so that every rank can work out, in a plain loop, what it must get.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/comm/communicator.h"

namespace motley::core {

struct CommCase {
  std::string collective;  // "all-reduce", ...
  CollectiveAlgorithm algorithm = CollectiveAlgorithm::kAuto;
  ElementType type = ElementType::kF32;
  Reduction reduction = Reduction::kSum;
  uint64_t seed = 0;
  int64_t most = 40;  // elements in a block, at most
  bool in_place = false;

  std::string to_string() const;
};

// Every collective with every algorithm, element type and reduction on short blocks, and some on
// blocks of several chunks.
std::vector<CommCase> comm_cases(uint64_t seed);

// Hosts that the ranks of these cases are pretended to be on: unlike, and not in order.
std::vector<int> simulated_hosts(int num_ranks);

struct CaseResult {
  std::string error;  // empty: what came out is what had to
  uint64_t hash = 0;  // of its bits
};

// One rank's part.
CaseResult run_case(Communicator& comm, const CommCase& c);

}  // namespace motley::core
