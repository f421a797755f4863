// Counter-based random numbers: the value at an index depends only on the key and the index, so a
// shard draws the same values as the whole tensor at its indices, in any order and on any device.
//
// Philox4x32 with ten rounds (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011).
#pragma once

#include <array>
#include <cstdint>

namespace motley::core {

// 128 random bits for a 128-bit counter under a 64-bit key.
std::array<uint32_t, 4> philox4x32(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key);

// Identifies a tensor of a run: every tensor of a model draws from its own stream.
struct RandomStream {
  uint64_t seed = 0;
  uint32_t tensor = 0;
};

// Uniform in [0, 1) and standard normal, for the element with this row-major index.
double uniform_at(RandomStream stream, int64_t index);
double normal_at(RandomStream stream, int64_t index);

}  // namespace motley::core
