// Initial conditions: a lattice of particles, displaced and given momenta by the Zel'dovich
// approximation or second-order Lagrangian perturbation theory (2LPT).
//
//   const Particles particles = initial_conditions(settings, num_threads, comm);
//
//   x = q + D1 psi1 + D2 psi2                        psi1 = -grad inverse-laplacian delta
//   p = a^2 H (f1 D1 psi1 + f2 D2 psi2)              psi2 = +grad inverse-laplacian delta2
//
// with D2 about -(3/7) D1^2, so that psi2 enhances a collapse. Lattice points are the centres of
// n^3 cells; ids count from 1 with z fastest. The same seed gives the same modes at any resolution,
// and the same bits on any number of ranks and threads.
#pragma once

#include "nbody/ic/linear_spectrum.h"
#include "nbody/ic/random_field.h"
#include "nbody/particles/particles.h"
#include "nbody/settings/simulation_settings.h"

namespace motley::nbody {

// The spectrum of the settings. Throws UserError if it is a file that cannot be read or does not
// cover the modes of the box.
LinearSpectrum checked_spectrum(const Settings& settings);

// Each rank gets whole planes of x, in the order of ranks; collective. Meshes are distributed in
// slabs, so each rank computes only its part.
Particles initial_conditions(const Settings& settings, int num_threads,
                             core::Communicator* comm = nullptr);

// Peak memory on one of `num_ranks` ranks, including the particles.
int64_t initial_conditions_bytes(const Settings& settings, int num_ranks = 1);

// From the modes of delta at z = 0 (density_modes) to the particles.
Particles displaced_lattice(const Settings& settings, const ModeRows& delta, int num_threads,
                            core::Communicator* comm = nullptr);

}  // namespace motley::nbody
