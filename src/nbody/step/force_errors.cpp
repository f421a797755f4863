#include "nbody/step/force_errors.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/statistics.h"
#include "core/base/threads.h"
#include "core/comm/arrays.h"
#include "nbody/device/device_module.h"
#include "nbody/domain/hilbert.h"
#include "nbody/gravity/ewald.h"
#include "nbody/particles/internal_units.h"
#include "nbody/step/device_steps.h"

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

// The accelerations of a solver.
struct SolverForces {
  explicit SolverForces(int64_t count) : mesh(count), near(count), direct(count) {}
  Arrays mesh, near;  // long and short range
  Arrays direct;      // short range without multipoles
  int64_t direct_pairs = 0, cell_pairs = 0;
};

SolverForces host_forces(const Particles& particles, const std::vector<uint64_t>& keys,
                         TreePm& gravity, int num_threads) {
  const int64_t count = particles.size();
  const double a = particles.scale_factor, mass = particles.mass;
  const PositionSpans position = spans(particles.position);
  SolverForces forces(count);
  gravity.long_range(particles, forces.mesh.of, num_threads);
  // This also gives the accelerations for the opening criterion.
  ShortRange all_direct({.law = gravity.law(a),
                         .opening = {.relative = false, .angle = 0},
                         .leaf_size = gravity.settings().leaf_size},
                        particles.box);
  all_direct.accelerate({keys, position, {}}, mass, forces.direct.view(), num_threads);
  std::vector<float> last(count);
  for (int64_t i = 0; i < count; ++i) {
    Vector sum = forces.mesh.at(i);
    for (int axis = 0; axis < 3; ++axis) sum[axis] += forces.direct.of[axis][i];
    last[i] = static_cast<float>(norm(sum));
  }
  const ShortRangeCounts counts =
      gravity.short_range(a, {keys, position, last}, mass, forces.near.view(), num_threads);
  forces.direct_pairs = counts.direct_pairs;
  forces.cell_pairs = counts.cell_pairs;
  return forces;
}

// As at the start of a run there. `particles` are sorted by key.
SolverForces device_forces(Particles& particles, const std::vector<uint64_t>& keys,
                           const TreePm& gravity, const std::string& device, int num_threads) {
  const int64_t count = particles.size();
  SolverForces forces(count);
  DeviceView to{.id = particles.id.data()}, from;
  for (int axis = 0; axis < 3; ++axis) {
    to.position[axis] = particles.position[axis].data();
    to.momentum[axis] = particles.momentum[axis].data();
    from.near[axis] = forces.near.of[axis].data();
    from.far[axis] = forces.mesh.of[axis].data();
  }
  DeviceSetup setup = run_device_setup(gravity, particles, device, num_threads);
  std::unique_ptr<DeviceEngine> engine = open_device(device, setup);
  engine->set_law(device_law(gravity, particles.scale_factor));
  engine->put(to);
  engine->forces(true);
  const DeviceCounts before = engine->counts();
  engine->evaluate(0);
  const DeviceCounts after = engine->counts();
  forces.direct_pairs = after.direct_pairs - before.direct_pairs;
  forces.cell_pairs = after.cell_pairs - before.cell_pairs;
  engine->get(from);
  engine.reset();
  setup.mesh_size = 0;
  setup.relative = false;
  setup.angle = 0;
  engine = open_device(device, setup);
  engine->set_law(device_law(gravity, particles.scale_factor));
  engine->evaluate_arrays({.position = {to.position[0], to.position[1], to.position[2]},
                           .key = keys.data(),
                           .old = nullptr,
                           .count = count,
                           .out = {forces.direct.of[0].data(), forces.direct.of[1].data(),
                                   forces.direct.of[2].data()}});
  return forces;
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
  const PositionSpans position = spans(particles.position);
  const double unit = kGravity * particles.mass;
  const ForceLaw law = gravity.law(particles.scale_factor);
  const SolverForces forces =
      settings.device == "none" ? host_forces(particles, sorted.keys, gravity, settings.num_threads)
                                : on_device([&] {
                                    return device_forces(particles, sorted.keys, gravity,
                                                         settings.device, settings.num_threads);
                                  });
  const Arrays &mesh = forces.mesh, &near = forces.near, &direct = forces.direct;

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
          .device = settings.device,
          .num_samples = samples,
          .evaluated_pairs = forces.direct_pairs,
          .useful_pairs = useful_pairs(particles.box, position, law.cutoff,
                                       std::max<int64_t>(1, count / samples), settings.num_threads),
          .cell_pairs = forces.cell_pairs};
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
