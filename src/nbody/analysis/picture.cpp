#include "nbody/analysis/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/threads.h"
#include "core/comm/communicator.h"
#include "nbody/analysis/colors.h"
#include "nbody/analysis/png.h"
#include "nbody/mesh/deposit.h"

namespace motley::nbody {
namespace {

constexpr int kNumScales = 7;  // of smoothing, each about twice as wide as the one before
// Width of a particle where the density is its mean, in mean separations: no lattice is seen.
constexpr double kWidth = 0.6;

using Image = std::vector<float>;

int64_t count_of_all(const Particles& particles, core::Communicator* comm) {
  std::vector<int64_t> count = {particles.size()};
  if (comm) {
    comm->all_reduce(core::elements(count), core::elements(count), core::Reduction::kSum).wait();
  }
  return count[0];
}

// The density at each particle in units of the mean, on a mesh of about a point per particle.
std::vector<float> density_at(const Particles& particles, int64_t count, int num_threads,
                              core::Communicator* comm) {
  const auto along_axis = static_cast<int64_t>(std::cbrt(static_cast<double>(count)));
  Mesh<float> mesh(good_mesh_size(std::clamp<int64_t>(along_axis, 4, 512)));
  const PositionSpans position = spans(particles.position);
  deposit(mesh, position, {.window = Window::kTsc}, num_threads);
  if (comm) {
    const core::Elements all{core::ElementType::kF32, mesh.values(), mesh.num_places()};
    comm->all_reduce(all, all, core::Reduction::kSum).wait();
  }
  std::vector<float> density(particles.size());
  const double points = std::pow(mesh.size(), 3);
  read_back(mesh, position, {.window = Window::kTsc},
            static_cast<float>(points / static_cast<double>(count)), density, num_threads);
  return density;
}

// Particles per pixel, each shared among the four nearest, in an image for each scale.
class Scatter {
 public:
  explicit Scatter(int size) : size_(size), images_(kNumScales, Image(size_t{1} * size * size)) {}

  // Between the two scales around the width, in pixels. Scale i, with all finer ones, smooths to
  // sqrt((4^(i+1) - 1) / 3), or nearly 2^(i+1) / sqrt 3.
  void add(uint32_t x, uint32_t y, double width) {
    const double place = std::clamp(std::log2(width * std::sqrt(3.) / 2), 0., kNumScales - 1.);
    const int scale = std::min(static_cast<int>(place), kNumScales - 2);
    const auto coarser = static_cast<float>(place - scale);
    add(images_[scale], x, y, 1 - coarser);
    add(images_[scale + 1], x, y, coarser);
  }
  std::vector<Image>& images() { return images_; }

 private:
  void add(Image& image, uint32_t x_coordinate, uint32_t y_coordinate, float weight) const {
    const double x = x_coordinate * 0x1p-32 * size_, y = y_coordinate * 0x1p-32 * size_;
    const int ix = static_cast<int>(x), iy = static_cast<int>(y);
    const auto fx = static_cast<float>(x - ix), fy = static_cast<float>(y - iy);
    const int jx = (ix + 1) % size_, jy = (iy + 1) % size_;
    const auto at = [&](int column, int row) -> float& {
      return image[size_t{1} * row * size_ + column];
    };
    at(ix, iy) += weight * (1 - fx) * (1 - fy);
    at(jx, iy) += weight * fx * (1 - fy);
    at(ix, jy) += weight * (1 - fx) * fy;
    at(jx, jy) += weight * fx * fy;
  }

  int size_;
  std::vector<Image> images_;
};

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
  const int64_t count = count_of_all(particles, comm);
  const std::vector<float> density = density_at(particles, count, s.num_threads, comm);
  const double separation = n / std::cbrt(static_cast<double>(count));  // pixels
  const auto deepest = static_cast<uint64_t>(std::clamp(s.depth, 0., 1.) * 0x1p32);
  Scatter scatter(n);
  for (int64_t i = 0; i < particles.size(); ++i) {
    if (particles.position[2][i] >= deepest) continue;
    // Its room where it is thin; less than that in halos, whose middles the mesh does not resolve.
    const double rho = std::max(density[i], 1e-3f);
    const double width = kWidth * separation * std::pow(rho, rho < 1 ? -1. / 3 : -0.4);
    scatter.add(particles.position[0][i], particles.position[1][i], width);
  }
  // What is widest is smoothed by every scale, what is sharpest by the first alone.
  std::vector<Image>& images = scatter.images();
  Image sum = std::move(images.back());
  for (int i = kNumScales - 1; i >= 0; --i) {
    sum = smoothed(sum, n, int64_t{1} << i, s.num_threads);
    if (i == 0) break;
    for (size_t p = 0; p < sum.size(); ++p) sum[p] += images[i - 1][p];
  }
  if (comm) {
    comm->all_reduce(core::elements(sum), core::elements(sum), core::Reduction::kSum).wait();
  }
  double total = 0;
  for (const float value : sum) total += value;
  const auto scale = static_cast<float>(double(n) * n / std::max(total, 1e-30));
  for (float& value : sum) value *= scale;
  return sum;
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
