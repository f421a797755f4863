// Ranks as threads of this process: used by all multi-rank tests.
//
//   run_local(4, [](Communicator& comm) { ... });       returns when all four have
//
// If a rank throws, all operations of the others fail with a PeerLostError that says so, and
// run_local rethrows the first exception.
#pragma once

#include <functional>
#include <vector>

#include "core/comm/communicator.h"
#include "core/comm/engine.h"
#include "core/comm/local_transport.h"

namespace motley::core {

struct LocalSettings {
  CommSettings comm = {};
  std::vector<int> hosts = {};  // simulated, for hierarchical collectives; empty: all on one
  std::optional<MessageDelay> delay = {};  // for tests: messages take a random while
};

void run_local(int num_ranks, const std::function<void(Communicator&)>& body,
               const LocalSettings& settings = {});

}  // namespace motley::core
