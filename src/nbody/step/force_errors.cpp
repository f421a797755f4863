#include "nbody/step/force_errors.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/statistics.h"
#include "core/base/threads.h"
#include "core/comm/arrays.h"
#include "nbody/domain/hilbert.h"
#include "nbody/gravity/ewald.h"
#include "nbody/particles/internal_units.h"

namespace motley::nbody {
namespace {

struct Arrays {
  std::array<std::vector<float>, 3> of;
  explicit Arrays(int64_t count) {
    for (auto& axis : of) axis.resize(count);
  }
  AccelerationSpans view() { return {of[0], of[1], of[2]}; }
  Vector at(int64_t i) const { return {of[0][i], of[1][i], of[2][i]}; }
};

double norm(const Vector& v) { return std::hypot(v[0], v[1], v[2]); }
double distance(const Vector& a, const Vector& b) {
  return norm({a[0] - b[0], a[1] - b[1], a[2] - b[2]});
}

// Ordered pairs within the cut-off of every `stride`-th particle, times stride.
int64_t useful_pairs(const Box& box, const PositionSpans& position, double cutoff, int64_t stride,
                     int num_threads) {
  const auto count = static_cast<int64_t>(position[0].size());
  std::vector<int64_t> of_thread(num_threads);
  const double reach = cutoff / box.unit();
  core::parallel_for(
      num_threads, (count + stride - 1) / stride, [&](int64_t begin, int64_t end, int thread) {
        for (int64_t s = begin; s < end; ++s) {
          const int64_t i = s * stride;
          for (int64_t j = 0; j < count; ++j) {
            double r2 = 0;
            for (int axis = 0; axis < 3; ++axis) {
              const auto d =
                  static_cast<double>(static_cast<int32_t>(position[axis][j] - position[axis][i]));
              r2 += d * d;
            }
            of_thread[thread] += r2 < reach * reach;
          }
        }
      });
  int64_t sum = 0;
  for (int64_t n : of_thread) sum += n;
  return sum * stride;
}

}  // namespace

Percentiles percentiles(std::vector<double> values) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  return {core::quantile(values, 0.5), core::quantile(values, 0.9), core::quantile(values, 0.99),
          values.back()};
}

ForceErrors force_errors(const Particles& given, TreePm& gravity,
                         const ForceErrorSettings& settings) {
  Particles particles = given;
  const KeyOrder sorted = hilbert_order(spans(particles.position), settings.num_threads);
  reorder(particles, sorted.order, settings.num_threads);
  const int64_t count = particles.size();
  const double a = particles.scale_factor, mass = particles.mass, unit = kGravity * mass;
  const PositionSpans position = spans(particles.position);
  const ForceLaw law = gravity.law(a);

  Arrays mesh(count), direct(count), near(count);
  gravity.long_range(particles, mesh.of, settings.num_threads);
  // Without multipoles; this also gives the accelerations for the opening criterion.
  TreePmSettings open_all = gravity.settings();
  ShortRange all_direct(
      {.law = law, .opening = {.relative = false, .angle = 0}, .leaf_size = open_all.leaf_size},
      particles.box);
  all_direct.accelerate({sorted.keys, position, {}}, mass, direct.view(), settings.num_threads);
  std::vector<float> last(count);
  for (int64_t i = 0; i < count; ++i) {
    Vector sum = mesh.at(i);
    for (int axis = 0; axis < 3; ++axis) sum[axis] += direct.of[axis][i];
    last[i] = static_cast<float>(norm(sum));
  }
  const ShortRangeCounts counts = gravity.short_range(a, {sorted.keys, position, last}, mass,
                                                      near.view(), settings.num_threads);

  const EwaldSum ewald(particles.box, position, law, settings.num_threads);
  const int64_t samples = std::min(settings.num_samples, count);
  std::vector<double> total(samples), of_mesh(samples), of_short(samples), of_direct(samples),
      of_tree(samples);
  core::parallel_for(settings.num_threads, samples, [&](int64_t begin, int64_t end, int) {
    for (int64_t s = begin; s < end; ++s) {
      const int64_t i = s * count / samples;
      Vector exact = ewald.acceleration(i);
      Vector exact_short = exact_short_range(particles.box, position, law, i);
      Vector exact_long, sum;
      for (int axis = 0; axis < 3; ++axis) {
        exact[axis] *= unit;
        exact_short[axis] *= unit;
        exact_long[axis] = exact[axis] - exact_short[axis];
        sum[axis] = static_cast<double>(mesh.of[axis][i]) + near.of[axis][i];
      }
      const double size = norm(exact);
      total[s] = distance(sum, exact) / size;
      of_mesh[s] = distance(mesh.at(i), exact_long) / size;
      of_short[s] = distance(near.at(i), exact_short) / size;
      of_direct[s] = distance(direct.at(i), exact_short) / size;
      of_tree[s] = distance(near.at(i), direct.at(i)) / size;
    }
  });
  return {.total = percentiles(total),
          .mesh = percentiles(of_mesh),
          .short_range = percentiles(of_short),
          .direct = percentiles(of_direct),
          .tree = percentiles(of_tree),
          .num_samples = samples,
          .evaluated_pairs = counts.direct_pairs,
          .useful_pairs = useful_pairs(particles.box, position, law.cutoff,
                                       std::max<int64_t>(1, count / samples), settings.num_threads),
          .cell_pairs = counts.cell_pairs};
}

Percentiles sampled_force_errors(const State& state, const TreePm& gravity, int64_t num_samples,
                                 int num_threads, core::Communicator* comm) {
  struct Sample {
    std::array<uint32_t, 3> at;
    std::array<float, 3> found;
  };
  const Particles& p = state.particles;
  const std::vector<int64_t> counts =
      comm ? core::gathered(*comm, p.size()) : std::vector<int64_t>{p.size()};
  const int64_t all = std::accumulate(counts.begin(), counts.end(), int64_t{0});
  const int64_t begin =
      std::accumulate(counts.begin(), counts.begin() + (comm ? comm->rank() : 0), int64_t{0});
  num_samples = std::min(num_samples, all);
  std::vector<Sample> samples;
  for (int64_t s = 0; s < num_samples; ++s) {
    const int64_t i = s * all / num_samples - begin;
    if (i < 0 || i >= p.size()) continue;
    Sample sample;
    for (int axis = 0; axis < 3; ++axis) {
      sample.at[axis] = p.position[axis][i];
      sample.found[axis] = state.long_range[axis][i] + state.short_range[axis][i];
    }
    samples.push_back(sample);
  }
  if (comm) samples = core::gathered(*comm, samples, core::gathered(*comm, std::ssize(samples)));

  const EwaldSum ewald(p.box, spans(p.position), gravity.law(p.scale_factor), num_threads, comm,
                       kFastEwald);
  std::vector<double> exact(3 * num_samples);
  core::parallel_for(num_threads, num_samples, [&](int64_t first, int64_t end, int) {
    for (int64_t s = first; s < end; ++s) {
      const Vector near = ewald.real_space(samples[s].at);
      std::ranges::copy(near, exact.begin() + 3 * s);
    }
  });
  if (comm) {
    comm->all_reduce(core::elements(exact), core::elements(exact), core::Reduction::kSum).wait();
  }
  std::vector<double> errors(num_samples);
  for (int64_t s = 0; s < num_samples; ++s) {
    const Vector far = ewald.reciprocal_space(samples[s].at);
    Vector sum, found;
    for (int axis = 0; axis < 3; ++axis) {
      sum[axis] = kGravity * p.mass * (exact[3 * s + axis] + far[axis]);
      found[axis] = samples[s].found[axis];
    }
    errors[s] = norm(sum) > 0 ? distance(found, sum) / norm(sum) : 0;
  }
  return percentiles(errors);
}

}  // namespace motley::nbody
