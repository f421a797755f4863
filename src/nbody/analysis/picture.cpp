#include "nbody/analysis/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/threads.h"
#include "core/comm/communicator.h"
#include "nbody/analysis/colors.h"
#include "nbody/analysis/png.h"

namespace motley::nbody {
namespace {

constexpr int kNumScales = 7;  // of smoothing: 0.7 pixels times 2^i
constexpr double kFirstScale = 0.7;
constexpr double kParticlesSeen = 12;  // within the smoothing, for a scale to be fine enough

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

// Folds rows with a Gaussian, periodically, and turns the image on its side.
Image blurred_rows(const Image& image, int n, double sigma, int num_threads) {
  const int reach = std::min(static_cast<int>(std::ceil(3.5 * sigma)), n / 2);
  std::vector<float> weights(2 * reach + 1);
  double sum = 0;
  for (int i = -reach; i <= reach; ++i) sum += std::exp(-0.5 * i * i / (sigma * sigma));
  for (int i = -reach; i <= reach; ++i) {
    weights[i + reach] = static_cast<float>(std::exp(-0.5 * i * i / (sigma * sigma)) / sum);
  }
  Image turned(image.size());
  core::parallel_for(num_threads, n, [&](int64_t begin, int64_t end, int) {
    std::vector<float> row(n + 2 * reach);
    for (int64_t y = begin; y < end; ++y) {
      for (int x = 0; x < std::ssize(row); ++x) row[x] = image[y * n + (x - reach + n) % n];
      for (int x = 0; x < n; ++x) {
        float value = 0;
        for (int i = 0; i <= 2 * reach; ++i) value += weights[i] * row[x + i];
        turned[int64_t{1} * x * n + y] = value;
      }
    }
  });
  return turned;
}

Image blurred(const Image& image, int n, double sigma, int num_threads) {
  return blurred_rows(blurred_rows(image, n, sigma, num_threads), n, sigma, num_threads);
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
  double before = 0;
  for (int i = 0; i < kNumScales; ++i) {
    const double sigma = kFirstScale * std::pow(2, i);
    const Image& finer = i == 0 ? counts : scales.back();
    scales.push_back(blurred(finer, n, std::sqrt(sigma * sigma - before * before), s.num_threads));
    before = sigma;
  }
  Image density = scales.back();
  for (int i = kNumScales - 2; i >= 0; --i) {
    const double sigma = kFirstScale * std::pow(2, i);
    const auto area = static_cast<float>(4 * 3.14159265 * sigma * sigma);
    for (size_t p = 0; p < density.size(); ++p) {
      const float seen = scales[i][p] * area / static_cast<float>(kParticlesSeen);
      const float share = std::clamp(2 * seen - 1, 0.f, 1.f);
      density[p] += share * (scales[i][p] - density[p]);
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
