// Times of collectives among all ranks, by kind, algorithm and size, on equal shards.
#pragma once

#include <vector>

#include "core/collective/cost/group_links.h"
#include "core/comm/communicator.h"
#include "core/probe/sampling.h"

namespace motley::core {

struct CollectiveTimes {
  struct Row {
    double bytes = 0;  // of the whole vector
    Figure figure;     // of the slowest rank
  };
  CollectiveKind kind = {};
  CollectiveAlgorithm algorithm = {};
  std::vector<Row> rows;
};

struct CollectiveTimesSettings {
  std::vector<int64_t> sizes = {16 << 10, 128 << 10, 1 << 20, 8 << 20, 32 << 20};
  SamplingLimits limits = {};
  double all_seconds = 15;       // of all figures, where runs do not agree
  double longest_seconds = 1.5;  // by what the links tell; larger ones are left out
};

// A collective; all ranks get the same. `links` are those between the ranks.
std::vector<CollectiveTimes> measure_collectives(Communicator& comm, const GroupLinks& links,
                                                 const CollectiveTimesSettings& settings);

// One collective on these shards, of f32 (bytes of a shard are multiples of 4): what a rank of
// `comm` takes from a common start until the slowest is done.
Figure time_collective(Communicator& comm, CollectiveKind kind, CollectiveAlgorithm algorithm,
                       const std::vector<int64_t>& shard_bytes, const SamplingLimits& limits);

}  // namespace motley::core
