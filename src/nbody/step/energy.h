// Energies of a Box, for the standard check of a cosmological run:
//
//   Layzer-Irvine   d[a (T + W)] / da = -T
//
// T is the kinetic energy of peculiar motion, W the potential energy of the density contrast; both
// physical, in Msun/h (km/s)^2. With the comoving pair sum W_c, W = W_c / a.
#pragma once

#include <cstdint>
#include <optional>

#include "core/comm/communicator.h"
#include "nbody/step/stepper.h"

namespace motley::nbody {

// Over the particles of all ranks of `comm`, returned on each; collective. Null: one rank.
double kinetic_energy(const Particles& particles, core::Communicator* comm = nullptr);
double kinetic_energy(const State& state);  // the same, from the global sums

// From the mesh and short-range pairs in double precision; sampled evenly, at most about 1e5
// particles. The State is unchanged on return; ghosts are inserted meanwhile.
double potential_energy(State& state, TreePm& gravity, int num_threads,
                        core::Communicator* comm = nullptr);

// The median over a sample of particles of p relative to its value in the growing mode of linear
// theory for the same acceleration g: p = a^2 H f g / (3/2 Om H0^2). About 1 for initial
// conditions, at any order, also after the first shell crossings. Collective.
double growing_mode_ratio(const State& state, const Cosmology& cosmology,
                          core::Communicator* comm = nullptr);

// |sum p| / sum |p|.
double momentum_error(const Particles& particles, core::Communicator* comm = nullptr);

// Accumulates the Layzer-Irvine integral over a run: T at every step, W on demand.
//
//   EnergyBalance balance;
//   balance.start(a, T, W);  balance.step(a, T); ...
//   balance.residual(a, T, W)       |a (T + W) - a0 (T0 + W0) + integral T da| / integral T da
class EnergyBalance {
 public:
  void start(double a, double kinetic, double potential);
  void step(double a, double kinetic);  // trapezoid rule in ln a
  // Empty while the integral is too small for the ratio to mean anything: below a hundredth of
  // a |W|, whose own error would dominate.
  std::optional<double> residual(double a, double kinetic, double potential) const;

  struct Sums {
    double first = 0;           // a0 (T0 + W0)
    double integral = 0;        // of T da
    double a = 0, kinetic = 0;  // at the last step
    friend bool operator==(const Sums&, const Sums&) = default;
  };
  Sums sums;  // the complete state; saved in restart files
};

}  // namespace motley::nbody
