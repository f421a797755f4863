// Halos: friends-of-friends groups with enough particles, and their properties.
//
//   const std::vector<Halo> halos = find_halos(particles, {.linking = 0.2, .min_particles = 32});
//   halos[0].mass                                   the most massive first
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
  std::array<double, 3> center = {};    // centre of mass, comoving Mpc/h
  std::array<double, 3> velocity = {};  // mean peculiar velocity, km/s
  double dispersion = 0;                // one-dimensional velocity dispersion, km/s
  double radius = 0;                    // rms distance from the centre, comoving Mpc/h
  uint64_t first_id = 0;                // the smallest id of its particles

  friend bool operator==(const Halo&, const Halo&) = default;
};

struct HaloSearch {
  double linking = 0.2;  // in mean separations
  int64_t min_particles = 32;
  int num_threads = 1;  // they do not affect the result
};

// Sorted by decreasing number of particles, then by increasing id. With a `comm` collective: the
// halos of the particles of all ranks, on rank 0, with the same bits as on one rank; empty
// elsewhere.
std::vector<Halo> find_halos(const Particles& particles, const HaloSearch& search,
                             core::Communicator* comm = nullptr);

// Peak memory on one of `num_ranks` ranks, beyond the particles.
int64_t find_halos_bytes(int64_t num_particles, int num_ranks = 1);

std::string print_halos(const std::vector<Halo>& halos, const Particles& particles,
                        const HaloSearch& search);

}  // namespace motley::nbody
