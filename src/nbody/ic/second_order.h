// The source of the 2LPT displacements.
//
//   delta2 = sum over i < j of phi,ii phi,jj - phi,ij^2          with laplacian phi = delta
//
// Products are evaluated on a mesh with 3/2 as many points (the 3/2 rule), so that no alias of
// a product falls on a retained mode. Cost: seven transforms of that mesh, and three such meshes of
// memory.
#pragma once

#include "nbody/ic/mode_rows.h"

namespace motley::nbody {

// From the modes of delta, with those at n / 2 zero, to the modes of delta2; this rank's rows of
// both. Collective.
ModeRows second_order_modes(const ModeRows& delta, int num_threads,
                            core::Communicator* comm = nullptr);

}  // namespace motley::nbody
