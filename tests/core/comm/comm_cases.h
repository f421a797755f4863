// Cases of every collective, for both backends: each rank's data is a function of seed, rank and
// index, so that every rank can compute the expected result in a plain loop.
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
  int64_t max_count = 40;  // maximum elements per block
  bool in_place = false;

  std::string to_string() const;
};

// Every collective with every algorithm, element type and reduction on short blocks, and some on
// blocks of several chunks.
std::vector<CommCase> comm_cases(uint64_t seed);

// Simulated hosts of the ranks in these cases: of different sizes, and not in order.
std::vector<int> simulated_hosts(int num_ranks);

struct CaseResult {
  std::string error;  // empty: as expected
  uint64_t hash = 0;  // of its bits
};

// Runs one rank's part.
CaseResult run_case(Communicator& comm, const CommCase& c);

}  // namespace motley::core
