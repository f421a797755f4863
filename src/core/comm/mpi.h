// Ranks as MPI processes, started by mpirun or srun.
//
//   int main() {
//     run_mpi([](Communicator& comm) { ... });
//   }
//
// Returns when the body has returned on every rank. MPI is initialised, used and finalised by the
// communication thread alone. Where the body throws, or a peer is lost, MPI is left as it is and
// the exception goes on: the process is expected to end, and the launcher ends the others.
//
// A launcher that ends us because another rank is gone does so by SIGTERM: one sentence on
// standard error then says which rank we waited for, before the signal does what it did before.
#pragma once

#include <functional>
#include <vector>

#include "core/comm/communicator.h"
#include "core/comm/engine.h"

namespace motley::core {

struct MpiSettings {
  CommSettings comm = {};
  std::vector<int> hosts = {};       // empty: asked of MPI
  bool explains_termination = true;  // the sentence at SIGTERM
};

// Whether this build has MPI; without it run_mpi throws a UserError that says so.
bool has_mpi();

// Whether mpirun or srun has started this process, as Open MPI and PMI tell in the environment.
bool is_started_by_mpi();
// The rank that the environment gives, before MPI has started; 0 without a launcher.
int launched_rank();

void run_mpi(const std::function<void(Communicator&)>& body, const MpiSettings& settings = {});

}  // namespace motley::core
