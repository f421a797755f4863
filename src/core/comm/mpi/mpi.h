// Ranks as MPI processes, started by mpirun or srun.
//
//   int main() {
//     run_mpi([](Communicator& comm) { ... });
//   }
//
// Returns when the body has returned on every rank. Only the communication thread initializes, uses
// and finalizes MPI. If the body throws, or a peer is lost, MPI is not finalized and the exception
// propagates: the process is expected to end, and the launcher ends the others.
//
// If a launcher terminates us because another rank is gone, it sends SIGTERM: one sentence on
// standard error then says which rank we waited for, before the previous action of the signal runs.
#pragma once

#include <functional>
#include <vector>

#include "core/comm/communicator.h"
#include "core/comm/engine.h"

namespace motley::core {

struct MpiSettings {
  CommSettings comm = {};
  std::vector<int> hosts = {};       // empty: ask MPI
  bool explains_termination = true;  // prints the sentence on SIGTERM
  // Within which all ranks must have started MPI; 0: the stall limit, but at most 300.
  double start_limit_seconds = 0;
};

// Whether this build has MPI; without it run_mpi throws a UserError that says so.
bool has_mpi();

// Whether mpirun or srun started this process, from the environment variables of Open MPI and PMI.
bool is_started_by_mpi();
// The rank according to the environment, before MPI is initialized; 0 without a launcher.
int launched_rank();

void run_mpi(const std::function<void(Communicator&)>& body, const MpiSettings& settings = {});

}  // namespace motley::core
