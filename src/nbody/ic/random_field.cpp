#include "nbody/ic/random_field.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <tuple>

#include "core/base/random.h"
#include "core/base/threads.h"

namespace motley::nbody {

std::complex<double> RandomField::mode(int kx, int ky, int kz) const {
  const std::tuple wave{kx, ky, kz}, zero{0, 0, 0};
  if (wave == zero) return 0;
  if (wave < zero) return std::conj(mode(-kx, -ky, -kz));
  const auto bits = core::philox4x32(
      {static_cast<uint32_t>(kx), static_cast<uint32_t>(ky), static_cast<uint32_t>(kz), 0x6e626f64},
      {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)});
  // Uniform in (0, 1), 32 bits each; the first has an offset of half a step, so it is never 0.
  const double first = (bits[0] + 0.5) * 0x1p-32, second = bits[1] * 0x1p-32;
  const double k = 2 * std::numbers::pi / box_size *
                   std::sqrt(double(kx) * kx + double(ky) * ky + double(kz) * kz);
  const double mean = spectrum->power(k) / (box_size * box_size * box_size);
  const double square = fixed ? mean : -std::log(first) * mean;
  const double phase = 2 * std::numbers::pi * second + (paired ? std::numbers::pi : 0);
  return std::polar(std::sqrt(square), phase);
}

ModeRows density_modes(const RandomField& field, int n, int num_threads, core::Communicator* comm) {
  const int size = lattice_mesh_size(n);
  ModeRows modes = own_rows(size, comm);
  core::parallel_for(num_threads, size, [&](int64_t begin, int64_t end, int) {
    for (int x = static_cast<int>(begin); x < end; ++x) {
      const int kx = wave_number(x, size);
      for (int64_t row = 0; row < modes.num_rows(); ++row) {
        const int ky = wave_number(modes.rows[row], size);
        for (int z = 0; z <= size / 2; ++z) {
          const bool kept = 2 * std::max({std::abs(kx), std::abs(ky), z}) < n;
          if (kept) modes.at(x, row, z) = std::complex<float>(field.mode(kx, ky, z));
        }
      }
    }
  });
  return modes;
}

}  // namespace motley::nbody
