#include "nbody/step/energy.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/threads.h"
#include "nbody/particles/units.h"

namespace motley::nbody {
namespace {

constexpr int64_t kMaxSamples = 100000;

// Particles by cells that are at least as wide as the cut-off.
struct Grid {
  int n;
  std::vector<uint32_t> begin, particle;

  int axis_cell(uint32_t x) const { return static_cast<int>(uint64_t{x} * n >> 32); }
  int cell(const PositionSpans& position, int64_t i) const {
    return (axis_cell(position[0][i]) * n + axis_cell(position[1][i])) * n +
           axis_cell(position[2][i]);
  }

  Grid(const PositionSpans& position, const Box& box, double reach) {
    n = std::clamp(static_cast<int>(box.size / reach), 1, 256);
    const auto count = static_cast<int64_t>(position[0].size());
    begin.assign(int64_t{n} * n * n + 1, 0);
    for (int64_t i = 0; i < count; ++i) ++begin[cell(position, i) + 1];
    for (size_t c = 1; c < begin.size(); ++c) begin[c] += begin[c - 1];
    particle.resize(count);
    std::vector<uint32_t> next(begin.begin(), begin.end() - 1);
    for (int64_t i = 0; i < count; ++i) {
      particle[next[cell(position, i)]++] = static_cast<uint32_t>(i);
    }
  }
};

// Cells along one axis that may hold neighbours of a particle in cell i.
std::vector<int> neighbours(int i, int n) {
  if (n < 3) {
    std::vector<int> every;
    for (int c = 0; c < n; ++c) every.push_back(c);
    return every;
  }
  return {(i + n - 1) % n, i, (i + 1) % n};
}

double near_potential(const PositionSpans& position, const Box& box, const ForceLaw& law,
                      const Grid& grid, int64_t i) {
  double sum = 0;
  for (int x : neighbours(grid.axis_cell(position[0][i]), grid.n)) {
    for (int y : neighbours(grid.axis_cell(position[1][i]), grid.n)) {
      for (int z : neighbours(grid.axis_cell(position[2][i]), grid.n)) {
        const int cell = (x * grid.n + y) * grid.n + z;
        for (uint32_t k = grid.begin[cell]; k < grid.begin[cell + 1]; ++k) {
          const uint32_t j = grid.particle[k];
          if (j == i) continue;
          const double r = std::hypot(box.separation(position[0][i], position[0][j]),
                                      box.separation(position[1][i], position[1][j]),
                                      box.separation(position[2][i], position[2][j]));
          if (r < law.cutoff) sum += short_range_potential(law, r);
        }
      }
    }
  }
  return sum;
}

}  // namespace

double kinetic_energy(const Particles& particles) {
  double sum = 0;
  for (const auto& axis : particles.momentum) {
    for (float p : axis) sum += static_cast<double>(p) * p;
  }
  const double a = particles.scale_factor;
  return 0.5 * particles.mass * sum / (a * a);
}

double potential_energy(const Particles& particles, Gravity& gravity, int num_threads) {
  const int64_t count = particles.size();
  const PositionSpans position = spans(particles.position);
  std::vector<float> mesh(count);
  gravity.long_range_potential(particles, mesh, num_threads);
  const ForceLaw law = gravity.law(particles.scale_factor);
  const Grid grid(position, particles.box, law.cutoff);
  const int64_t stride = std::max<int64_t>(1, count / kMaxSamples);
  const int64_t samples = (count + stride - 1) / stride;
  std::vector<double> potential(samples);
  core::parallel_for(num_threads, samples, [&](int64_t begin, int64_t end, int) {
    for (int64_t s = begin; s < end; ++s) {
      potential[s] =
          mesh[s * stride] + kGravity * particles.mass *
                                 near_potential(position, particles.box, law, grid, s * stride);
    }
  });
  double sum = 0;
  for (double phi : potential) sum += phi;
  // Each particle's own Gaussian is in the mesh's part; the mean of the near part, which a uniform
  // background takes away, is not.
  const double own = kGravity * particles.mass / (std::sqrt(std::numbers::pi) * law.split);
  const double background = 4 * std::numbers::pi * kGravity * particles.mass *
                            static_cast<double>(count) / particles.box.volume() * law.split *
                            law.split;
  const double mean = sum / static_cast<double>(samples) + own + background;
  return 0.5 * particles.mass * static_cast<double>(count) * mean / particles.scale_factor;
}

double momentum_error(const Particles& particles) {
  double sum[3] = {}, size = 0;
  for (int64_t i = 0; i < particles.size(); ++i) {
    double square = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double p = particles.momentum[axis][i];
      sum[axis] += p;
      square += p * p;
    }
    size += std::sqrt(square);
  }
  return size > 0 ? std::hypot(sum[0], sum[1], sum[2]) / size : 0;
}

void EnergyBalance::start(double a, double kinetic, double potential) {
  sums = {.first = a * (kinetic + potential), .integral = 0, .a = a, .kinetic = kinetic};
}

void EnergyBalance::step(double a, double kinetic) {
  // int T da = int (a T) d ln a
  sums.integral += 0.5 * (sums.a * sums.kinetic + a * kinetic) * std::log(a / sums.a);
  sums.a = a;
  sums.kinetic = kinetic;
}

double EnergyBalance::residual(double a, double kinetic, double potential) const {
  EnergyBalance now = *this;
  if (a > sums.a) now.step(a, kinetic);
  if (now.sums.integral == 0) return 0;
  return std::abs(a * (kinetic + potential) - sums.first + now.sums.integral) / now.sums.integral;
}

}  // namespace motley::nbody
