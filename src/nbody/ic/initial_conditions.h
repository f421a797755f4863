// Initial conditions: a lattice of particles, displaced and set moving as linear theory says, or
// second-order Lagrangian perturbation theory.
//
//   const Particles particles = initial_conditions(settings, num_threads, comm);
//
//   x = q + D1 psi1 + D2 psi2                        psi1 = -grad inverse-laplacian delta
//   p = a^2 H (f1 D1 psi1 + f2 D2 psi2)              psi2 = +grad inverse-laplacian delta2
//
// with D2 about -(3/7) D1^2, so that psi2 adds to a collapse. The lattice lies at the middles of
// n^3 cells; ids count from 1 with z fastest. The same seed gives the same waves at any number of
// particles, and the same bits at any number of ranks and threads.
#pragma once

#include "nbody/ic/random_field.h"
#include "nbody/particles/particles.h"
#include "nbody/settings/simulation_settings.h"

namespace motley::nbody {

// Those of whole planes of x, which rank after rank has; a collective. Ranks have the meshes in
// slabs, so that each makes its part and no more.
Particles initial_conditions(const Settings& settings, int num_threads,
                             core::Communicator* comm = nullptr);

// The largest memory that it takes on one of so many ranks, particles included.
int64_t initial_conditions_bytes(const Settings& settings, int num_ranks = 1);

// From the modes of delta at z = 0, as density_modes gives them, to the particles.
Particles displaced_lattice(const Settings& settings, const ModeRows& delta, int num_threads,
                            core::Communicator* comm = nullptr);

}  // namespace motley::nbody
