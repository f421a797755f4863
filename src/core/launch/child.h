// Starts mpirun, for launcher.cpp.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "core/launch/signal_queue.h"

namespace motley::core {

// Starts `words` as a child in a process group of its own, which gets SIGTERM if the calling thread
// ends. `environment` (NAME=VALUE) is added to ours. Throws a UserError if it cannot be started.
pid_t start_child(const std::vector<std::string>& words,
                  const std::vector<std::string>& environment, const SignalQueue& signals);

}  // namespace motley::core
