#include "nbody/analysis/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/threads.h"
#include "core/comm/communicator.h"
#include "nbody/analysis/colors.h"
#include "nbody/analysis/png.h"

namespace motley::nbody {
namespace {

constexpr int kNumScales = 7;         // of smoothing, each twice as wide as the one before
constexpr float kParticlesSeen = 12;  // within the smoothing, for a scale to be fine enough

using Image = std::vector<float>;

// Particles per pixel, each shared among the four nearest.
Image counts_of(const Particles& particles, const PictureSettings& s) {
  const int n = s.size;
  Image image(size_t{1} * n * n);
  const auto deepest = static_cast<uint64_t>(std::clamp(s.depth, 0., 1.) * 0x1p32);
  for (int64_t i = 0; i < particles.size(); ++i) {
    if (particles.position[2][i] >= deepest) continue;
    const double x = particles.position[0][i] * 0x1p-32 * n;
    const double y = particles.position[1][i] * 0x1p-32 * n;
    const int ix = static_cast<int>(x), iy = static_cast<int>(y);
    const auto fx = static_cast<float>(x - ix), fy = static_cast<float>(y - iy);
    const int jx = (ix + 1) % n, jy = (iy + 1) % n;
    image[size_t{1} * iy * n + ix] += (1 - fx) * (1 - fy);
    image[size_t{1} * iy * n + jx] += fx * (1 - fy);
    image[size_t{1} * jy * n + ix] += (1 - fx) * fy;
    image[size_t{1} * jy * n + jx] += fx * fy;
  }
  return image;
}

// Folds with (1, 4, 6, 4, 1)/16 along both axes, the five points `spacing` pixels apart: applied
// again and again with twice the spacing, it is close to a Gaussian twice as wide each time.
Image smoothed(const Image& image, int n, int64_t spacing, int num_threads) {
  const auto wrapped = [n](int64_t i) { return (i % n + n) % n; };
  Image rows(image.size()), both(image.size());
  core::parallel_for(num_threads, n, [&](int64_t begin, int64_t end, int) {
    for (int64_t y = begin; y < end; ++y) {
      const float* in = &image[y * n];
      for (int64_t x = 0; x < n; ++x) {
        rows[y * n + x] = (in[wrapped(x - 2 * spacing)] + in[wrapped(x + 2 * spacing)] +
                           4 * (in[wrapped(x - spacing)] + in[wrapped(x + spacing)]) + 6 * in[x]) /
                          16;
      }
    }
  });
  core::parallel_for(num_threads, n, [&](int64_t begin, int64_t end, int) {
    for (int64_t y = begin; y < end; ++y) {
      const auto row = [&](int64_t offset) { return &rows[wrapped(y + offset) * n]; };
      const float *far[2] = {row(-2 * spacing), row(2 * spacing)},
                  *near[2] = {row(-spacing), row(spacing)};
      const float* own = row(0);
      for (int64_t x = 0; x < n; ++x) {
        both[y * n + x] = (far[0][x] + far[1][x] + 4 * (near[0][x] + near[1][x]) + 6 * own[x]) / 16;
      }
    }
  });
  return both;
}

}  // namespace

std::vector<float> projected_density(const Particles& particles, const PictureSettings& s,
                                     core::Communicator* comm) {
  const int n = s.size;
  Image counts = counts_of(particles, s);
  if (comm) {
    comm->all_reduce(core::elements(counts), core::elements(counts), core::Reduction::kSum).wait();
  }
  double total = 0;
  for (const float count : counts) total += count;
  const auto mean = static_cast<float>(std::max(total, 1.) / (double(n) * n));
  // From coarse to fine: a scale takes over as far as it still sees enough particles.
  std::vector<Image> scales;
  for (int i = 0; i < kNumScales; ++i) {
    scales.push_back(smoothed(i == 0 ? counts : scales.back(), n, int64_t{1} << i, s.num_threads));
  }
  Image density = scales.back();
  for (int i = kNumScales - 2; i >= 0; --i) {
    const auto square = static_cast<float>((std::pow(4, i + 1) - 1) / 3);  // of the width, pixels
    const float area = 4 * std::numbers::pi_v<float> * square;
    for (size_t p = 0; p < density.size(); ++p) {
      const float seen = scales[i][p] * area / kParticlesSeen;
      density[p] += seen * seen / (1 + seen * seen) * (scales[i][p] - density[p]);
    }
  }
  for (float& value : density) value /= mean;
  return density;
}

std::string density_picture(const Particles& particles, const PictureSettings& s,
                            core::Communicator* comm) {
  std::vector<float> density = projected_density(particles, s, comm);
  if (comm && comm->rank() != 0) return "";
  for (float& value : density) value = std::log(std::max(value, 1e-4f));
  std::vector<float> sorted = density;
  const auto quantile = [&](double q) {
    const auto place = sorted.begin() + static_cast<int64_t>(q * (std::ssize(sorted) - 1));
    std::nth_element(sorted.begin(), place, sorted.end());
    return *place;
  };
  // At least half a factor e on either side, so that an almost even Box looks so.
  const float low = std::min(quantile(0.002), -0.5f), high = std::max(quantile(0.9995), 0.5f);
  std::vector<uint8_t> pixels(3 * density.size());
  for (int y = 0; y < s.size; ++y) {
    for (int x = 0; x < s.size; ++x) {
      const float value = density[int64_t{1} * (s.size - 1 - y) * s.size + x];
      const auto color = density_color((value - low) / (high - low));
      std::ranges::copy(color, &pixels[3 * (int64_t{1} * y * s.size + x)]);
    }
  }
  const std::string comment = fmt::format(
      "Motley: projected density at z = {:.4g}; {:g} Mpc/h wide, {:g} deep; logarithm of density "
      "over mean from {:.3g} to {:.3g}",
      1 / particles.scale_factor - 1, particles.box.size, particles.box.size * s.depth, low, high);
  return encode_png(pixels, s.size, s.size, comment);
}

}  // namespace motley::nbody
