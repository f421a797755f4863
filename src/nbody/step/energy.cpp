#include "nbody/step/energy.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/base/threads.h"
#include "core/comm/arrays.h"
#include "nbody/cosmology/growth.h"
#include "nbody/particles/internal_units.h"

namespace motley::nbody {
namespace {

constexpr int64_t kMaxSamples = 100000;

// Particles binned into cells at least as wide as the cut-off.
struct Grid {
  int n;
  std::vector<uint32_t> begin, particle;

  int axis_cell(uint32_t x) const { return static_cast<int>(uint64_t{x} * n >> 32); }
  int cell(const PositionSpans& position, int64_t i) const {
    return (axis_cell(position[0][i]) * n + axis_cell(position[1][i])) * n +
           axis_cell(position[2][i]);
  }

  Grid(const PositionSpans& position, const Box& box, double reach, int num_threads) {
    n = std::clamp(static_cast<int>(box.size / reach), 1, 256);
    const auto count = static_cast<int64_t>(position[0].size());
    const auto over = [&](int64_t number, const auto& f) {
      core::parallel_for(num_threads, number, [&](int64_t first, int64_t last, int) {
        for (int64_t i = first; i < last; ++i) f(i);
      });
    };
    const auto add_one = [](uint32_t& value) {
      return std::atomic_ref(value).fetch_add(1, std::memory_order_relaxed);
    };
    begin.assign(int64_t{n} * n * n + 1, 0);
    over(count, [&](int64_t i) { add_one(begin[cell(position, i) + 1]); });
    for (size_t c = 1; c < begin.size(); ++c) begin[c] += begin[c - 1];
    particle.resize(count);
    std::vector<uint32_t> next(begin.begin(), begin.end() - 1);
    over(count,
         [&](int64_t i) { particle[add_one(next[cell(position, i)])] = static_cast<uint32_t>(i); });
    // In the order of particles, however many threads there are.
    over(int64_t{n} * n * n, [&](int64_t c) {
      std::sort(particle.begin() + begin[c], particle.begin() + begin[c + 1]);
    });
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
  const double end = law.cutoff * law.cutoff;
  double sum = 0;
  for (int x : neighbours(grid.axis_cell(position[0][i]), grid.n)) {
    for (int y : neighbours(grid.axis_cell(position[1][i]), grid.n)) {
      for (int z : neighbours(grid.axis_cell(position[2][i]), grid.n)) {
        const int cell = (x * grid.n + y) * grid.n + z;
        for (uint32_t k = grid.begin[cell]; k < grid.begin[cell + 1]; ++k) {
          const uint32_t j = grid.particle[k];
          if (j == i) continue;
          double square = 0;
          for (int axis = 0; axis < 3; ++axis) {
            const double d = box.separation(position[axis][i], position[axis][j]);
            square += d * d;
          }
          if (square < end) sum += short_range_potential(law, std::sqrt(square));
        }
      }
    }
  }
  return sum;
}

}  // namespace

double kinetic_energy(const Particles& particles, core::Communicator* comm) {
  double sum = 0;
  for (const auto& axis : particles.momentum) {
    for (float p : axis) sum += static_cast<double>(p) * p;
  }
  if (comm) sum = core::reduced(*comm, sum, core::Reduction::kSum);
  const double a = particles.scale_factor;
  return 0.5 * particles.mass * sum / (a * a);
}

double kinetic_energy(const State& state) {
  const double a = state.particles.scale_factor;
  return 0.5 * state.particles.mass * state.global_sums.momentum_square / (a * a);
}

double potential_energy(State& state, TreePm& gravity, int num_threads, core::Communicator* comm) {
  const Particles& particles = state.particles;
  const Box box = particles.box;
  int64_t count = particles.size(), first = 0;  // over all ranks; on lower ranks
  if (comm && comm->num_ranks() > 1) {
    const std::vector<int64_t> counts = core::gathered(*comm, particles.size());
    for (int r = 0; r < comm->rank(); ++r) first += counts[r];
    count = std::accumulate(counts.begin(), counts.end(), int64_t{0});
  }
  std::vector<float> mesh(particles.size());
  gravity.long_range_potential(particles, mesh, num_threads);
  const ForceLaw law = gravity.law(particles.scale_factor);
  SubsetParticles set;
  set.position = std::move(state.particles.position);
  set.keys = std::move(state.keys);
  LocalEssentialTree let{.own_begin = 0, .own_end = particles.size(), .far = {}};
  if (comm && comm->num_ranks() > 1) {
    let =
        add_ghosts(*comm, state.boundaries, subset_distribution(*comm, state.boundaries, set.keys),
                   set, gravity.essential_tree_settings(box, num_threads));
  }
  const PositionSpans position = spans(set.position);
  // Far cells appear as points beyond the cut-off, so they do not contribute.
  const Grid grid(position, box, law.cutoff, num_threads);
  const int64_t stride = std::max<int64_t>(1, count / kMaxSamples);
  const int64_t own_first = (stride - first % stride) % stride;  // index of our first sample
  const int64_t samples =
      own_first < particles.size() ? (particles.size() - own_first + stride - 1) / stride : 0;
  std::vector<double> potential(samples);
  core::parallel_for(num_threads, samples, [&](int64_t begin, int64_t end, int) {
    for (int64_t s = begin; s < end; ++s) {
      const int64_t i = own_first + s * stride;
      potential[s] = mesh[i] + kGravity * particles.mass *
                                   near_potential(position, box, law, grid, let.own_begin + i);
    }
  });
  remove_ghosts(let, set);
  state.particles.position = std::move(set.position);
  state.keys = std::move(set.keys);
  std::vector<double> sums = {std::accumulate(potential.begin(), potential.end(), 0.0),
                              static_cast<double>(samples)};
  if (comm) {
    comm->all_reduce(core::elements(sums), core::elements(sums), core::Reduction::kSum).wait();
  }
  // The mesh potential contains each particle's self-energy; the short-range sum lacks the mean
  // that a uniform background subtracts.
  const double own = kGravity * particles.mass / (std::sqrt(std::numbers::pi) * law.split);
  const double background = 4 * std::numbers::pi * kGravity * particles.mass *
                            static_cast<double>(count) / box.volume() * law.split * law.split;
  const double mean = sums[0] / sums[1] + own + background;
  return 0.5 * particles.mass * static_cast<double>(count) * mean / particles.scale_factor;
}

double growing_mode_ratio(const State& state, const Cosmology& cosmology,
                          core::Communicator* comm) {
  constexpr int64_t kSamples = 4096;  // per rank
  const Particles& p = state.particles;
  const int64_t stride = std::max<int64_t>(1, p.size() / kSamples);
  std::vector<double> ratios;
  for (int64_t i = 0; i < p.size(); i += stride) {
    double along = 0, square = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double g = static_cast<double>(state.long_range[axis][i]) + state.short_range[axis][i];
      along += g * p.momentum[axis][i];
      square += g * g;
    }
    if (square > 0) ratios.push_back(along / square);
  }
  if (comm) ratios = core::gathered(*comm, ratios, core::gathered(*comm, std::ssize(ratios)));
  if (ratios.empty()) return 1;
  const auto middle = ratios.begin() + std::ssize(ratios) / 2;
  std::ranges::nth_element(ratios, middle);
  const double a = p.scale_factor;
  const double linear = a * a * hubble(cosmology, a) * Growth(cosmology).at(a).f1 /
                        (1.5 * cosmology.omega_m * kHubble0 * kHubble0);
  return *middle / linear;
}

double momentum_error(const Particles& particles, core::Communicator* comm) {
  std::vector<double> sums(4);  // of p, and of |p|
  for (int64_t i = 0; i < particles.size(); ++i) {
    double square = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double p = particles.momentum[axis][i];
      sums[axis] += p;
      square += p * p;
    }
    sums[3] += std::sqrt(square);
  }
  if (comm) {
    comm->all_reduce(core::elements(sums), core::elements(sums), core::Reduction::kSum).wait();
  }
  return sums[3] > 0 ? std::hypot(sums[0], sums[1], sums[2]) / sums[3] : 0;
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

std::optional<double> EnergyBalance::residual(double a, double kinetic, double potential) const {
  EnergyBalance now = *this;
  if (a > sums.a) now.step(a, kinetic);
  if (now.sums.integral < 0.01 * a * std::abs(potential)) return std::nullopt;
  return std::abs(a * (kinetic + potential) - sums.first + now.sums.integral) / now.sums.integral;
}

}  // namespace motley::nbody
