// Ranks as threads of this process: what every test of several ranks uses.
//
//   run_local(4, [](Communicator& comm) { ... });       returns when all four have
//
// Where a rank throws, every operation of the others ends with a PeerLostError that says so, and
// run_local throws what was thrown first.
#pragma once

#include <functional>
#include <vector>

#include "core/comm/communicator.h"
#include "core/comm/engine.h"

namespace motley::core {

struct LocalSettings {
  CommSettings comm = {};
  std::vector<int> hosts = {};  // pretended, for hierarchical collectives; empty: all on one
};

void run_local(int num_ranks, const std::function<void(Communicator&)>& body,
               const LocalSettings& settings = {});

}  // namespace motley::core
