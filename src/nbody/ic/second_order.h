// The source of second-order Lagrangian displacements.
//
//   delta2 = sum over i < j of phi,ii phi,jj - phi,ij^2          with laplacian phi = delta
//
// Products are taken on a mesh of half as many points again, so that no image of a product falls on
// a mode that is kept. Cost: seven transforms of that mesh, and three such meshes of memory.
#pragma once

#include "nbody/ic/mode_rows.h"

namespace motley::nbody {

// From the modes of delta, with those at n / 2 zero, to the modes of delta2: a rank's rows of both.
// A collective.
ModeRows second_order_modes(const ModeRows& delta, int num_threads,
                            core::Communicator* comm = nullptr);

}  // namespace motley::nbody
