// Friends-of-friends groups: particles closer than the linking length are linked, and groups are
// the connected components. They depend on nothing else.
//
//   const std::vector<uint32_t> group = friends_of_friends(particles.position, box, link);
//   group[7] == group[9]                       whether both are in the same group
//
// A group is labelled by the smallest index in it. The Box is divided into cells so small that all
// particles of a cell are linked; two cells are joined if any pair of theirs is linked, and the
// search stops at the first such pair. Cost: about 1 us per particle and thread, at any
// density.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "nbody/particles/box.h"

namespace motley::nbody {

// `link` in Mpc/h. The result does not depend on the number of threads.
std::vector<uint32_t> friends_of_friends(const std::array<std::vector<uint32_t>, 3>& position,
                                         const Box& box, double link, int num_threads = 1);

// Whether two particles are within `link_steps` integer coordinate steps.
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
