// Ranks: the Communicator of each, and ranks as threads of this process. As MPI processes:
// motley/mpi.h.
#pragma once

#include "core/comm/arrays.h"
#include "core/comm/collective_error.h"
#include "core/comm/communicator.h"
#include "core/comm/engine.h"
#include "core/comm/local.h"

namespace motley {

using core::Communicator;
using core::run_local;

}  // namespace motley
