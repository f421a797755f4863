// Energies of a Box, for the check that cosmologists make of a run:
//
//   Layzer-Irvine   d[a (T + W)] / da = -T
//
// T is the kinetic energy of peculiar motion, W the potential energy of the density's departure
// from its mean; both physical, in Msun/h (km/s)^2. With the comoving sum W_c of all pairs, W = W_c
// / a.
#pragma once

#include <cstdint>

#include "core/comm/communicator.h"
#include "nbody/step/stepper.h"

namespace motley::nbody {

// Of the particles of all ranks of `comm`, on each; collectives. Null: one rank.
double kinetic_energy(const Particles& particles, core::Communicator* comm = nullptr);
double kinetic_energy(const State& state);  // the same, by what is global_sums

// By mesh and near pairs in double; of at most some 1e5 particles, evenly drawn, for all. The State
// comes back as it was: ghosts are among its particles meanwhile.
double potential_energy(State& state, TreePm& gravity, int num_threads,
                        core::Communicator* comm = nullptr);

// |sum p| / sum |p|.
double momentum_error(const Particles& particles, core::Communicator* comm = nullptr);

// Follows a run: T at every step, W where asked.
//
//   EnergyBalance balance;
//   balance.start(a, T, W);  balance.step(a, T); ...
//   balance.residual(a, T, W)       |a (T + W) - a0 (T0 + W0) + integral T da| / integral T da
class EnergyBalance {
 public:
  void start(double a, double kinetic, double potential);
  void step(double a, double kinetic);  // by the trapezoid rule in ln a
  double residual(double a, double kinetic, double potential) const;

  struct Sums {
    double first = 0;           // a0 (T0 + W0)
    double integral = 0;        // of T da
    double a = 0, kinetic = 0;  // at the last step
    friend bool operator==(const Sums&, const Sums&) = default;
  };
  Sums sums;  // all there is; a restart file keeps it
};

}  // namespace motley::nbody
