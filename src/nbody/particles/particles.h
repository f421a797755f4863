// The particles of one rank, as arrays: produced by initial conditions, advanced by gravity and
// time steps, read by snapshots and analysis.
//
//   Particles particles{.box = {.size = 50}, .mass = 3.2e11, .scale_factor = 0.02};
//   resize(particles, 32 * 32 * 32);
//   particles.position[0][7] = particles.box.coordinate(12.5);      // x of the eighth particle
//
// Frame: comoving positions x in the periodic Box, and canonical momenta per mass
//
//   p = a^2 dx/dt = a v_peculiar          in km/s, at `scale_factor`
//
// so dx/dt = p / a^2 and dp/dt = -(1/a) grad phi. A Gadget file stores u = sqrt(a) dx/dt = v /
// sqrt(a): p = u a^1.5. All particles have the same mass. Their order has no meaning; ids never
// change. Cost: 32 bytes per particle.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "nbody/particles/box.h"

namespace motley::nbody {

struct Particles {
  Box box;
  double mass = 0;          // per particle, Msun/h
  double scale_factor = 1;  // 1 is today

  std::array<std::vector<uint32_t>, 3> position;  // integer coordinates of the Box
  std::array<std::vector<float>, 3> momentum;     // km/s
  std::vector<uint64_t> id;

  int64_t size() const { return static_cast<int64_t>(id.size()); }

  friend bool operator==(const Particles&, const Particles&) = default;
};

void resize(Particles& particles, int64_t count);

// Particle i of the result is particle `order[i]` of the input; `order` has the same size.
void reorder(Particles& particles, std::span<const uint32_t> order, int num_threads = 1);

// Omega_m rho_crit L^3 / N: the mass of each of `count` particles that fill the Box, Msun/h.
double mean_particle_mass(const Box& box, double omega_m, int64_t count);

// L / N^(1/3), Mpc/h.
double mean_separation(const Box& box, int64_t count);

}  // namespace motley::nbody
