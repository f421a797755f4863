// Friends-of-friends groups of particles distributed over ranks in any way. Part of halos.cpp.
//
//   x ->   | rank 0  | rank 1  | rank 2  |      Each rank gets a slice of the Box with an equal
//   number
//          |      o-o|o        |     o o-|o     of particles, and ghosts within a linking length
//                  ghosts ^                ^    beyond it.
//
// Groups are found in each slice. A group's label is the smallest global number of its particles;
// where a particle is in two slices, both adopt the smaller label until nothing changes, which
// takes as many rounds as the longest group crosses borders. Then the members of each group are
// gathered on one rank, in the order of ids, so that sums have the same bits on any number of
// ranks. No rank holds more than its slice and its groups.
#pragma once

#include <cstdint>
#include <vector>

#include "core/comm/communicator.h"
#include "nbody/particles/particles.h"

namespace motley::nbody {

// Particles of groups with at least min_particles, group by group, and by id within a group.
struct GroupedParticles {
  Particles particles;
  std::vector<int64_t> begins;  // first index of each group, and the end
};

// Collective. `link` in Mpc/h. Each group is on one rank.
GroupedParticles grouped_particles(const Particles& particles, double link, int64_t min_particles,
                                   core::Communicator& comm);

}  // namespace motley::nbody
