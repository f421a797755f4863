#include "nbody/analysis/density_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

#include "core/base/threads.h"
#include "core/comm/communicator.h"
#include "nbody/analysis/colors.h"
#include "nbody/analysis/labels.h"
#include "nbody/analysis/png.h"
#include "nbody/mesh/deposit.h"

namespace motley::nbody {
namespace {

constexpr int kNumScales = 7;  // of smoothing, each about twice as wide as the one before
// Width of a particle at mean density, in mean separations: wide enough to hide the lattice.
constexpr double kWidth = 0.6;

// Sums over particles are of integers, which do not depend on order, so that the image is identical
// to the bit on any number of ranks.
constexpr double kUnit = 1 << 20;  // fixed-point value of one particle

int64_t fixed_point(double value) { return std::llround(value * kUnit); }

// Several threads may add to the same sum.
void add_to(int64_t& sum, int64_t value) {
  std::atomic_ref(sum).fetch_add(value, std::memory_order_relaxed);
}

void sum_over_ranks(std::vector<int64_t>& values, core::Communicator* comm) {
  if (!comm) return;
  comm->all_reduce(core::elements(values), core::elements(values), core::Reduction::kSum).wait();
}

using Image = std::vector<float>;

int64_t count_of_all(const Particles& particles, core::Communicator* comm) {
  std::vector<int64_t> count = {particles.size()};
  sum_over_ranks(count, comm);
  return count[0];
}

// The three points on an axis around a particle, and its TSC weights.
struct ThreePoints {
  std::array<int, 3> at;
  std::array<double, 3> part;

  ThreePoints(uint32_t coordinate, int n) {
    const uint64_t u = mesh_coordinate(coordinate, n, false);
    const int first = TscWindow::first_point(u);
    for (int i = 0; i < 3; ++i) at[i] = (first + i + n) % n;
    const double f = fraction_of(u), d = f < 0.5 ? f : f - 1;  // from the middle point
    part = {0.5 * (0.5 - d) * (0.5 - d), 0.75 - d * d, 0.5 * (0.5 + d) * (0.5 + d)};
  }
};

// Particle counts on a mesh of n points per axis, over all ranks.
Mesh<float> counts_on_mesh(const Particles& particles, int n, int num_threads,
                           core::Communicator* comm) {
  std::vector<int64_t> sums(int64_t{1} * n * n * n);
  core::parallel_for(num_threads, particles.size(), [&](int64_t begin, int64_t end, int) {
    for (int64_t p = begin; p < end; ++p) {
      const ThreePoints x(particles.position[0][p], n), y(particles.position[1][p], n),
          z(particles.position[2][p], n);
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
          int64_t* row = &sums[(int64_t{1} * x.at[i] * n + y.at[j]) * n];
          for (int k = 0; k < 3; ++k) {
            add_to(row[z.at[k]], fixed_point(x.part[i] * y.part[j] * z.part[k]));
          }
        }
      }
    }
  });
  sum_over_ranks(sums, comm);
  Mesh<float> mesh(n);
  auto sum = sums.begin();
  for (int x = 0; x < n; ++x) {
    for (int y = 0; y < n; ++y) {
      for (int z = 0; z < n; ++z) {
        mesh.at(x, y, z) = static_cast<float>(static_cast<double>(*sum++) / kUnit);
      }
    }
  }
  return mesh;
}

int counts_mesh_size(int64_t count) {
  const auto along_axis = static_cast<int64_t>(std::cbrt(static_cast<double>(count)));
  return fft_friendly_size(std::clamp<int64_t>(along_axis, 4, 256));
}

// The density at each particle in units of the mean, on a mesh of about one point per particle, up
// to 16 million points.
std::vector<float> density_at(const Particles& particles, int64_t count, int num_threads,
                              core::Communicator* comm) {
  const Mesh<float> mesh = counts_on_mesh(particles, counts_mesh_size(count), num_threads, comm);
  std::vector<float> density(particles.size());
  const double points = std::pow(mesh.size(), 3);
  interpolate(mesh, spans(particles.position), {.window = Window::kTsc},
              static_cast<float>(points / static_cast<double>(count)), density, num_threads);
  return density;
}

// Particles per pixel, each shared among the four nearest, in one image per smoothing scale.
class Scatter {
 public:
  explicit Scatter(int size) : size_(size), sums_(int64_t{kNumScales} * size * size) {}

  // Splits a particle between the two scales around its width, in pixels. Scale i, with all finer
  // ones, smooths to sqrt((4^(i+1) - 1) / 3), or nearly 2^(i+1) / sqrt 3.
  void add(uint32_t x, uint32_t y, double width) {
    const double position = std::clamp(std::log2(width * std::sqrt(3.) / 2), 0., kNumScales - 1.);
    const int scale = std::min(static_cast<int>(position), kNumScales - 2);
    const double coarser = position - scale;
    add(scale, x, y, 1 - coarser);
    add(scale + 1, x, y, coarser);
  }
  // Sums over all ranks.
  void sum_over_ranks(core::Communicator* comm) { nbody::sum_over_ranks(sums_, comm); }
  // Adds the image of a scale.
  void add_to(Image& image, int scale) const {
    const int64_t* sums = image_of(scale);
    for (size_t i = 0; i < image.size(); ++i) {
      image[i] += static_cast<float>(static_cast<double>(sums[i]) / kUnit);
    }
  }

 private:
  const int64_t* image_of(int scale) const { return &sums_[int64_t{scale} * size_ * size_]; }

  void add(int scale, uint32_t x_coordinate, uint32_t y_coordinate, double weight) {
    const double x = x_coordinate * 0x1p-32 * size_, y = y_coordinate * 0x1p-32 * size_;
    const int ix = static_cast<int>(x), iy = static_cast<int>(y);
    const double fx = x - ix, fy = y - iy;
    const int jx = (ix + 1) % size_, jy = (iy + 1) % size_;
    const auto add_at = [&](int column, int row, double part) {
      nbody::add_to(sums_[(int64_t{scale} * size_ + row) * size_ + column],
                    fixed_point(weight * part));
    };
    add_at(ix, iy, (1 - fx) * (1 - fy));
    add_at(jx, iy, fx * (1 - fy));
    add_at(ix, jy, (1 - fx) * fy);
    add_at(jx, jy, fx * fy);
  }

  int size_;
  std::vector<int64_t> sums_;  // one image after another
};

// Convolves with (1, 4, 6, 4, 1)/16 along both axes, the five points `spacing` pixels apart:
// repeated with doubled spacing, it approaches a Gaussian twice as wide each time.
Image smoothed(const Image& image, int n, int64_t spacing, int num_threads) {
  const auto wrapped = [n](int64_t i) { return (i % n + n) % n; };
  Image rows(image.size()), both(image.size());
  core::parallel_for(num_threads, n, [&](int64_t begin, int64_t end, int) {
    Image round(n + 4 * spacing);  // a row, and what follows on either side
    for (int64_t y = begin; y < end; ++y) {
      int64_t from = wrapped(-2 * spacing);
      for (float& value : round) {
        value = image[y * n + from];
        if (++from == n) from = 0;
      }
      const float* in = round.data() + 2 * spacing;
      for (int64_t x = 0; x < n; ++x) {
        rows[y * n + x] = (in[x - 2 * spacing] + in[x + 2 * spacing] +
                           4 * (in[x - spacing] + in[x + spacing]) + 6 * in[x]) /
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

// Thickness of the slab as a fraction of the Box.
double slab_fraction(const Box& box, const DensityImageSettings& s) {
  return s.thickness > 0 ? std::min(1., s.thickness / box.size) : 1;
}

}  // namespace

std::vector<float> projected_density(const Particles& particles, const DensityImageSettings& s,
                                     core::Communicator* comm) {
  const int n = s.size;
  const int64_t count = count_of_all(particles, comm);
  const std::vector<float> density = density_at(particles, count, s.num_threads, comm);
  const double separation = n / std::cbrt(static_cast<double>(count));  // pixels
  const double depth = slab_fraction(particles.box, s);
  const auto slab_end = static_cast<uint64_t>(depth * 0x1p32);
  const uint32_t slab_begin = particles.box.coordinate(s.center - 0.5 * depth * particles.box.size);
  const auto& right = particles.position[(s.axis + 1) % 3];
  const auto& up = particles.position[(s.axis + 2) % 3];
  Scatter scatter(n);
  core::parallel_for(s.num_threads, particles.size(), [&](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) {
      if (particles.position[s.axis][i] - slab_begin >= slab_end) continue;  // modulo 2^32
      // The local mean separation at low density; less than that in halos, whose centres the mesh
      // does not resolve.
      const double rho = std::max(density[i], 1e-3f);
      const double width = kWidth * separation * std::pow(rho, rho < 1 ? -1. / 3 : -0.4);
      scatter.add(right[i], up[i], width);
    }
  });
  scatter.sum_over_ranks(comm);
  if (comm && comm->rank() != 0) return {};
  // The widest particles are smoothed by every scale, the sharpest by the first alone.
  Image sum(int64_t{1} * n * n);
  for (int i = kNumScales - 1; i >= 0; --i) {
    scatter.add_to(sum, i);
    sum = smoothed(sum, n, int64_t{1} << i, s.num_threads);
  }
  double total = 0;
  for (const float value : sum) total += value;
  const auto scale = static_cast<float>(double(n) * n / std::max(total, 1e-30));
  for (float& value : sum) value *= scale;
  return sum;
}

// First the counts on the mesh and as floats; then, with the density at each particle, the
// scattered images and those being smoothed.
int64_t density_image_bytes(int64_t num_particles, const DensityImageSettings& settings,
                            int num_ranks) {
  const int64_t n = counts_mesh_size(num_particles), points = n * n * n;
  const int64_t pixels = int64_t{settings.size} * settings.size;
  // Small arrays stay with the allocator.
  const int64_t kept = 8 * points < 12'000'000 ? 12 * points : 0;
  return std::max(points * (8 + 4), pixels * (8 * kNumScales + 12) + kept) +
         (num_particles + num_ranks - 1) / num_ranks * 4;
}

std::string density_image(const Particles& particles, const DensityImageSettings& s,
                          core::Communicator* comm) {
  std::vector<float> density = projected_density(particles, s, comm);
  if (comm && comm->rank() != 0) return "";
  for (float& value : density) value = std::log(std::max(value, 1e-4f));
  std::vector<float> sorted = density;
  const auto lower_quantile = [&](double q) {
    const auto position = sorted.begin() + static_cast<int64_t>(q * (std::ssize(sorted) - 1));
    std::nth_element(sorted.begin(), position, sorted.end());
    return *position;
  };
  // At least half an e-fold on either side, so that an almost uniform Box looks uniform.
  const float low = std::min(lower_quantile(0.002), -0.5f),
              high = std::max(lower_quantile(0.9995), 0.5f);
  std::vector<uint8_t> pixels(3 * density.size());
  for (int y = 0; y < s.size; ++y) {
    for (int x = 0; x < s.size; ++x) {
      const float value = density[int64_t{1} * (s.size - 1 - y) * s.size + x];
      const Color color = density_color((value - low) / (high - low), s.colors);
      std::ranges::copy(color, &pixels[3 * (int64_t{1} * y * s.size + x)]);
    }
  }
  const double redshift = std::max(0., 1 / particles.scale_factor - 1);
  if (s.labels) {
    draw_labels(pixels, s.size,
                {.redshift = redshift,
                 .box_size = particles.box.size,
                 .low = std::exp(double{low}),
                 .high = std::exp(double{high}),
                 .colors = s.colors});
  }
  const std::string comment = fmt::format(
      "Motley: projected density at z = {:.4g}; {:g} Mpc/h wide; a slab of {:g} Mpc/h along {} "
      "around {:g}; logarithm of density over mean from {:.3g} to {:.3g}",
      redshift, particles.box.size, particles.box.size * slab_fraction(particles.box, s),
      "xyz"[s.axis], s.center, low, high);
  return encode_png(pixels, s.size, s.size, comment);
}

}  // namespace motley::nbody
