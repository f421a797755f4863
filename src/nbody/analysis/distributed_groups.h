// Halos of particles that are spread over ranks, any on each. Part of halos.cpp.
//
//   x ->   | rank 0  | rank 1  | rank 2  |      Each rank gets a slice of the Box with as many
//          |      o-o|o        |     o o-|o     particles as the others, and copies of what lies
//                  copies ^                ^    within a linking length behind it.
//
// There friends are found. A group's name is the smallest number of a particle in it; where a
// particle is in two slices, both learn the smaller name, until nothing changes: as often as the
// longest group has borders. Then members of a group meet at one rank, in the order of ids, so that
// sums have the same bits on any number of ranks. No rank holds more than its part and its halos.
#pragma once

#include <cstdint>
#include <vector>

#include "core/comm/communicator.h"
#include "nbody/particles/particles.h"

namespace motley::nbody {

// Particles of groups with at least so many, group after group and in each by id.
struct GroupedParticles {
  Particles particles;
  std::vector<int64_t> begins;  // of each group, and the end
};

// A collective. `link` in Mpc/h. Each group is at one rank.
GroupedParticles grouped_particles(const Particles& particles, double link, int64_t min_particles,
                                   core::Communicator& comm);

}  // namespace motley::nbody
