// Ranks as MPI processes, started by mpirun or srun: the target Motley::mpi.
#pragma once

#include "core/comm/mpi/mpi.h"

namespace motley {

using core::is_started_by_mpi;
using core::run_mpi;

}  // namespace motley
