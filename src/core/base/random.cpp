#include "core/base/random.h"

#include <cmath>
#include <numbers>

namespace motley::core {
namespace {

std::array<uint32_t, 4> draw(RandomStream stream, int64_t index) {
  const auto i = static_cast<uint64_t>(index);
  return philox4x32({static_cast<uint32_t>(i), static_cast<uint32_t>(i >> 32), stream.tensor, 0},
                    {static_cast<uint32_t>(stream.seed), static_cast<uint32_t>(stream.seed >> 32)});
}

// 53 bits in [0, 1).
double unit_interval(uint32_t high, uint32_t low) {
  return static_cast<double>((static_cast<uint64_t>(high) << 21) ^ (low >> 11)) * 0x1p-53;
}

}  // namespace

std::array<uint32_t, 4> philox4x32(std::array<uint32_t, 4> c, std::array<uint32_t, 2> k) {
  for (int round = 0; round < 10; ++round) {
    const uint64_t p0 = uint64_t{0xD2511F53} * c[0];
    const uint64_t p1 = uint64_t{0xCD9E8D57} * c[2];
    c = {static_cast<uint32_t>(p1 >> 32) ^ c[1] ^ k[0], static_cast<uint32_t>(p1),
         static_cast<uint32_t>(p0 >> 32) ^ c[3] ^ k[1], static_cast<uint32_t>(p0)};
    k[0] += 0x9E3779B9;
    k[1] += 0xBB67AE85;
  }
  return c;
}

double uniform_at(RandomStream stream, int64_t index) {
  const auto bits = draw(stream, index);
  return unit_interval(bits[0], bits[1]);
}

double normal_at(RandomStream stream, int64_t index) {
  // Box-Muller; the radius uses 1 - u, which is never zero.
  const auto bits = draw(stream, index);
  const double radius = std::sqrt(-2 * std::log(1 - unit_interval(bits[0], bits[1])));
  return radius * std::cos(2 * std::numbers::pi * unit_interval(bits[2], bits[3]));
}

}  // namespace motley::core
