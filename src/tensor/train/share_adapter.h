// Dynamic load balancing of a sharded plan: shards follow the measured speeds of their devices.
//
//   rank 1 ..  figures of step t ----+                    +-- ready ---+
//   rank 0     tuner: new shares     +-> plan (background) -> text     +-> switch from step t + 2
//   all        .. steps go on ..                 compile (background)        move state, go on
#pragma once

#include <memory>

#include "tensor/train/adapter.h"

namespace motley::tensor {

struct ShareAdapterSettings {
  int64_t steps = 0;  // of the whole run
  RankExecutorSettings engine;
  bool evaluates = false;
  bool replans = false;  // search for another plan where shares are not enough
  // For tests: instead of the measured ones.
  std::function<double(int rank, int64_t step)> compute_seconds = {};
};

// A collective.
std::unique_ptr<Adapter> make_share_adapter(core::Communicator& comm, planner::Plan plan,
                                            ShareAdapterSettings settings);

}  // namespace motley::tensor
