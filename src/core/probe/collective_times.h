// Times of collectives among all ranks, by kind, algorithm and size, on equal shards.
#pragma once

#include <vector>

#include "core/collective/cost/group_links.h"
#include "core/comm/communicator.h"
#include "core/probe/sampling.h"

namespace motley::core {

struct CollectiveTimes {
  struct Row {
    double bytes = 0;    // of the whole vector
    Measurement figure;  // of the slowest rank
  };
  CollectiveKind kind = {};
  CollectiveAlgorithm algorithm = {};
  std::vector<Row> rows;
};

struct CollectiveTimesSettings {
  std::vector<int64_t> sizes = {16 << 10, 128 << 10, 1 << 20, 8 << 20, 32 << 20};
  SamplingLimits limits = {};
  double all_seconds = 15;   // limit for all measurements if runs do not agree
  double max_seconds = 1.5;  // predicted from the links; larger sizes are skipped
};

// A collective; all ranks get the same result. `links` are those between the ranks.
std::vector<CollectiveTimes> measure_collectives(Communicator& comm, const GroupLinks& links,
                                                 const CollectiveTimesSettings& settings);

// One collective of f32 on these shards (their sizes are multiples of 4 bytes): the time from a
// common start until the slowest rank is done.
Measurement time_collective(Communicator& comm, CollectiveKind kind, CollectiveAlgorithm algorithm,
                            const std::vector<int64_t>& shard_bytes, const SamplingLimits& limits);

}  // namespace motley::core
