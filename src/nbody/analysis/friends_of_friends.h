// Friends of friends: particles closer than the linking length are friends, and friends of friends
// too. The groups are unique by this definition: they depend on nothing else.
//
//   const std::vector<uint32_t> group = friends_of_friends(particles.position, box, link);
//   group[7] == group[9]                       whether the two are in one group
//
// A group is named by the smallest index in it. The Box is cut into cells so small that all in one
// are friends; a cell is joined to another if any two of theirs are, which ends at the first found.
// Cost: some 1 us a particle, however dense.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "nbody/particles/box.h"

namespace motley::nbody {

// `link` in Mpc/h.
std::vector<uint32_t> friends_of_friends(const std::array<std::vector<uint32_t>, 3>& position,
                                         const Box& box, double link);

// Whether two particles are within a distance of `link` integer steps.
inline bool are_friends(const std::array<std::vector<uint32_t>, 3>& position, uint32_t i,
                        uint32_t j, double link_steps) {
  double square = 0;
  for (const auto& axis : position) {
    const auto difference = static_cast<double>(static_cast<int32_t>(axis[i] - axis[j]));
    square += difference * difference;
  }
  return square <= link_steps * link_steps;
}

}  // namespace motley::nbody
