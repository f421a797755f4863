#include "nbody/gravity/ewald.h"

#include <cmath>
#include <complex>
#include <mutex>
#include <numbers>

#include "core/base/error.h"
#include "core/base/threads.h"

namespace motley::nbody {
namespace {

constexpr int kMaxWave = 16;
constexpr int kRow = 2 * kMaxWave + 1;

// The powers exp(-2 pi i n x / L) for n = -kMaxWave .. kMaxWave.
struct Phases {
  double real[kRow], imaginary[kRow];

  explicit Phases(double turns) {
    const std::complex<double> one = std::polar(1.0, -2 * std::numbers::pi * turns);
    std::complex<double> power = 1;
    for (int n = 0; n <= kMaxWave; ++n) {
      real[kMaxWave + n] = real[kMaxWave - n] = power.real();
      imaginary[kMaxWave + n] = power.imag();
      imaginary[kMaxWave - n] = -power.imag();
      power *= one;
    }
  }
};

struct ParticlePhases {
  Phases x, y, z;
  explicit ParticlePhases(const EwaldSum::Point& at)
      : x(at[0] * 0x1p-32), y(at[1] * 0x1p-32), z(at[2] * 0x1p-32) {}
};

// The same of several particles, one per lane.
constexpr int kLanesOf = 8;
using Lanes = double __attribute__((vector_size(kLanesOf * sizeof(double))));

struct BatchPhases {
  Lanes real[kRow] = {}, imaginary[kRow] = {};

  void set(const uint32_t* coordinate, int number, int waves) {
    Lanes one_real = {}, one_imaginary = {};
    for (int lane = 0; lane < number; ++lane) {
      const double angle = -2 * std::numbers::pi * coordinate[lane] * 0x1p-32;
      one_real[lane] = std::cos(angle);
      one_imaginary[lane] = std::sin(angle);
    }
    Lanes r = one_real * 0 + 1, i = {};
    for (int n = 0; n <= waves; ++n) {
      real[kMaxWave + n] = real[kMaxWave - n] = r;
      imaginary[kMaxWave + n] = i;
      imaginary[kMaxWave - n] = -i;
      const Lanes next = r * one_real - i * one_imaginary;
      i = r * one_imaginary + i * one_real;
      r = next;
    }
  }
};

// Of the plain force, what the real-space sum has: erfc(u) + 2 / sqrt(pi) u exp(-u^2).
double exact_factor(double square) {
  const double u = std::sqrt(square);
  return std::erfc(u) + 2 / std::sqrt(std::numbers::pi) * u * std::exp(-square);
}
constexpr int kTableSteps = 16384;
constexpr double kTableBegin = 0.1;  // where linear interpolation is accurate to 2e-7

Vector separation(const Box& box, const PositionSpans& position, int64_t from, int64_t to) {
  return {box.separation(position[0][from], position[0][to]),
          box.separation(position[1][from], position[1][to]),
          box.separation(position[2][from], position[2][to])};
}

EwaldSum::Point point(const PositionSpans& position, int64_t i) {
  return {position[0][i], position[1][i], position[2][i]};
}

}  // namespace

// Calls f(row, nx, ny, nz_begin, nz_end) for the rows of modes of one half of the sphere; the other
// half are their conjugates. Mode nz is at index row + nz.
template <class F>
void EwaldSum::for_modes(const F& f) const {
  const int waves = parameters_.waves;
  for (int nx = 0; nx <= waves; ++nx) {
    for (int ny = nx == 0 ? 0 : -waves; ny <= waves; ++ny) {
      const int left = waves * waves - nx * nx - ny * ny;
      if (left < 0) continue;
      const int64_t row = (int64_t{nx} * kRow + ny + kMaxWave) * kRow + kMaxWave;
      const int reach = static_cast<int>(std::sqrt(static_cast<double>(left)));
      f(row, nx, ny, nx == 0 && ny == 0 ? 1 : -reach, reach);
    }
  }
}

EwaldSum::EwaldSum(const Box& box, const PositionSpans& position, const ForceLaw& law,
                   int num_threads, core::Communicator* comm, const EwaldParameters& reach)
    : box_(box), position_(position), law_(law), parameters_(reach) {
  MOTLEY_CHECK(reach.waves <= kMaxWave, "{} waves", reach.waves);
  if (reach.tabulated) {
    const double end = 0.25 * reach.alpha * reach.alpha;  // half the Box
    for (int i = 0; i <= kTableSteps + 1; ++i) {
      table_.push_back(exact_factor(end * i / kTableSteps));
    }
  }
  const int64_t size = int64_t{kMaxWave + 1} * kRow * kRow;
  real_.assign(size, 0.0);
  imaginary_.assign(size, 0.0);
  // Fixed chunks, added in order: identical bits on any number of threads.
  constexpr int kChunks = 16;
  const auto count = static_cast<int64_t>(position[0].size());
  std::vector<std::vector<double>> real(kChunks), imaginary(kChunks);
  core::parallel_for(num_threads, kChunks, [&](int64_t begin, int64_t end, int) {
    for (int64_t chunk = begin; chunk < end; ++chunk) {
      auto& re = real[chunk];
      auto& im = imaginary[chunk];
      re.assign(size, 0.0);
      im.assign(size, 0.0);
      sum_structure(count * chunk / kChunks, count * (chunk + 1) / kChunks, re, im);
    }
  });
  for (int chunk = 0; chunk < kChunks; ++chunk) {
    for (int64_t i = 0; i < size; ++i) {
      real_[i] += real[chunk][i];
      imaginary_[i] += imaginary[chunk][i];
    }
  }
  if (!comm) return;
  for (auto* sums : {&real_, &imaginary_}) {
    comm->all_reduce(core::elements(*sums), core::elements(*sums), core::Reduction::kSum).wait();
  }
}

// Particles are taken in batches, whose phases are multiplied lane by lane.
void EwaldSum::sum_structure(int64_t begin, int64_t end, std::vector<double>& real,
                             std::vector<double>& imaginary) const {
  const int waves = parameters_.waves;
  std::vector<Lanes> re(real.size()), im(real.size());
  BatchPhases x, y, z;
  for (int64_t first = begin; first < end; first += kLanesOf) {
    const auto number = static_cast<int>(std::min<int64_t>(kLanesOf, end - first));
    x.set(position_[0].data() + first, number, waves);
    y.set(position_[1].data() + first, number, waves);
    z.set(position_[2].data() + first, number, waves);
    // Lanes without a particle add nothing.
    for (int lane = number; lane < kLanesOf; ++lane) {
      for (int n = 0; n < kRow; ++n) x.real[n][lane] = x.imaginary[n][lane] = 0;
    }
    for_modes([&](int64_t row, int nx, int ny, int from, int to) {
      const Lanes xr = x.real[kMaxWave + nx], xi = x.imaginary[kMaxWave + nx];
      const Lanes yr = y.real[kMaxWave + ny], yi = y.imaginary[kMaxWave + ny];
      const Lanes a = xr * yr - xi * yi, b = xr * yi + xi * yr;
      for (int nz = from; nz <= to; ++nz) {
        const Lanes c = z.real[kMaxWave + nz], d = z.imaginary[kMaxWave + nz];
        re[row + nz] += a * c - b * d;
        im[row + nz] += a * d + b * c;
      }
    });
  }
  for (size_t i = 0; i < real.size(); ++i) {
    for (int lane = 0; lane < kLanesOf; ++lane) {
      real[i] += re[i][lane];
      imaginary[i] += im[i][lane];
    }
  }
}

Vector EwaldSum::acceleration(int64_t i) const {
  Vector sum = real_space(point(position_, i));
  const Vector far = reciprocal_space(point(position_, i));
  for (int axis = 0; axis < 3; ++axis) sum[axis] += far[axis];
  return sum;
}

double EwaldSum::real_space_factor(double square) const {
  if (table_.empty() || square < kTableBegin) return exact_factor(square);
  const double step = square * (4 * kTableSteps / (parameters_.alpha * parameters_.alpha));
  const auto i = static_cast<size_t>(step);
  return table_[i] + (step - static_cast<double>(i)) * (table_[i + 1] - table_[i]);
}

Vector EwaldSum::real_space(const Point& at) const {
  const double size = box_.size, alpha = parameters_.alpha / size;
  Vector sum = {};
  for (int64_t j = 0; j < static_cast<int64_t>(position_[0].size()); ++j) {
    Vector d;
    for (int axis = 0; axis < 3; ++axis) d[axis] = box_.separation(at[axis], position_[axis][j]);
    const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    const double r = std::sqrt(r2);
    if (r == 0) continue;
    double f = 0;
    if (r < 0.5 * size) f = real_space_factor(alpha * alpha * r2) / (r2 * r);
    if (law_.softening == Softening::kPlummer || r < law_.support()) {
      f += softened_inverse_cube(law_, r) - 1 / (r2 * r);
    }
    for (int axis = 0; axis < 3; ++axis) sum[axis] += f * d[axis];
  }
  return sum;
}

Vector EwaldSum::reciprocal_space(const Point& at) const {
  // -(8 pi / V) sum over half the modes of k / k^2 exp(-k^2 / 4 alpha^2) Im(exp(i k x) S(k))
  const ParticlePhases phase(at);
  const double size = box_.size, alpha = parameters_.alpha / size,
               unit = 2 * std::numbers::pi / size;
  Vector sum = {};
  for_modes([&](int64_t row, int nx, int ny, int first, int last) {
    const std::complex<double> xy =
        std::complex<double>(phase.x.real[kMaxWave + nx], phase.x.imaginary[kMaxWave + nx]) *
        std::complex<double>(phase.y.real[kMaxWave + ny], phase.y.imaginary[kMaxWave + ny]);
    for (int nz = first; nz <= last; ++nz) {
      const std::complex<double> z(phase.z.real[kMaxWave + nz], phase.z.imaginary[kMaxWave + nz]);
      const std::complex<double> rotated =
          std::conj(xy * z) * std::complex<double>(real_[row + nz], imaginary_[row + nz]);
      const double k2 = unit * unit * (nx * nx + ny * ny + nz * nz);
      const double weight = std::exp(-k2 / (4 * alpha * alpha)) / k2 * rotated.imag() * unit;
      sum[0] += weight * nx;
      sum[1] += weight * ny;
      sum[2] += weight * nz;
    }
  });
  for (double& component : sum) component *= -8 * std::numbers::pi / box_.volume();
  return sum;
}

Vector exact_short_range(const Box& box, const PositionSpans& position, const ForceLaw& law,
                         int64_t i) {
  Vector sum = {};
  for (int64_t j = 0; j < static_cast<int64_t>(position[0].size()); ++j) {
    if (j == i) continue;
    const Vector d = separation(box, position, i, j);
    const double r = std::hypot(d[0], d[1], d[2]);
    if (r >= law.cutoff) continue;
    const double f = short_range_factor(law, r);
    for (int axis = 0; axis < 3; ++axis) sum[axis] += f * d[axis];
  }
  return sum;
}

double self_image_potential() {
  // Sum over modes + sum over images - self Gaussian - neutralising background.
  const double alpha = EwaldParameters().alpha, pi = std::numbers::pi;
  double sum = 2 * alpha / std::sqrt(pi) + pi / (alpha * alpha);
  for (int x = -kMaxWave; x <= kMaxWave; ++x) {
    for (int y = -kMaxWave; y <= kMaxWave; ++y) {
      for (int z = -kMaxWave; z <= kMaxWave; ++z) {
        const double n2 = x * x + y * y + z * z;
        if (n2 == 0) continue;
        sum -= std::exp(-pi * pi * n2 / (alpha * alpha)) / (pi * n2);
        if (n2 < 4) sum -= std::erfc(alpha * std::sqrt(n2)) / std::sqrt(n2);
      }
    }
  }
  return sum;
}

}  // namespace motley::nbody
