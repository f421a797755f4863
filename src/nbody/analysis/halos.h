// Halos: groups of friends with enough particles, and what is known of each.
//
//   const std::vector<Halo> halos = find_halos(particles, {.linking = 0.2, .min_particles = 32});
//   halos[0].mass                                   the largest comes first
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "nbody/particles/particles.h"

namespace motley::core {
class Communicator;
}

namespace motley::nbody {

struct Halo {
  int64_t num_particles = 0;
  double mass = 0;                      // Msun/h
  std::array<double, 3> center = {};    // of mass, comoving Mpc/h
  std::array<double, 3> velocity = {};  // of it, peculiar, km/s
  double dispersion = 0;                // of velocities along one axis, km/s
  double radius = 0;                    // rms distance from the center, comoving Mpc/h
  uint64_t first_id = 0;                // the smallest id of its particles

  friend bool operator==(const Halo&, const Halo&) = default;
};

struct HaloSearch {
  double linking = 0.2;  // in mean separations
  int64_t min_particles = 32;
};

// By falling number of particles, then by rising id. With a `comm` a collective: the halos of the
// particles of all ranks, at rank 0, with the same bits as on one; empty elsewhere.
std::vector<Halo> find_halos(const Particles& particles, const HaloSearch& search,
                             core::Communicator* comm = nullptr);

std::string print_halos(const std::vector<Halo>& halos, const Particles& particles,
                        const HaloSearch& search);

}  // namespace motley::nbody
