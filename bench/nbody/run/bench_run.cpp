// Complete boxes: one full force evaluation at z = 49 for several sizes, and runs from z = 49 to 0.
//
//   bench_nbody_run                          forces for 32^3 to 64^3, a run of 32^3
//   bench_nbody_run --forces 256 --run 64    forces up to 256^3, a run of 64^3
//
// In between: one queue of interaction lists for a thread and a slower executor.
//
// All boxes have the same particle mass: a separation of 1.5625 Mpc/h, softened by 50 kpc/h. Times
// are given with the errors of the same forces, and CPU time with wall time, since on a busy
// machine only CPU time can be compared.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "core/base/clock.h"
#include "core/base/threads.h"
#include "nbody/domain/hilbert.h"
#include "nbody/gravity/list_executor.h"
#include "nbody/ic/initial_conditions.h"
#include "nbody/run/simulation.h"
#include "nbody/step/force_errors.h"

namespace motley::nbody {
namespace {

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

Settings box_of(int side) {
  Settings settings;
  settings.box.size = 1.5625 * side;
  settings.box.particles = side;
  settings.softening.comoving = 0.05;
  settings.output.redshifts = {0};
  return settings;
}

struct Arrays {
  AccelerationArrays of;
  explicit Arrays(int64_t count) {
    for (auto& axis : of) axis.resize(count);
  }
  AccelerationSpans view() { return {of[0], of[1], of[2]}; }
};

// The best of several evaluations, by CPU time of all threads.
void time_forces(int side, int num_threads) {
  const Settings settings = box_of(side);
  Particles particles = initial_conditions(settings, num_threads);
  TreePm gravity(tree_pm_settings(settings), particles.box);
  const KeyOrder sorted = hilbert_order(spans(particles.position), num_threads);
  reorder(particles, sorted.order, num_threads);
  const int64_t count = particles.size();
  Arrays mesh(count), near(count);
  std::vector<float> last;
  double mesh_seconds = 1e30, near_seconds = 1e30, wall = 1e30;
  ShortRangeCounts counts;
  const int rounds = side <= 64 ? 6 : 2;
  for (int round = 0; round < rounds; ++round) {
    const double begin_wall = core::now_seconds(), begin = cpu_seconds();
    gravity.long_range(particles, mesh.of, num_threads);
    const double middle = cpu_seconds();
    counts =
        gravity.short_range(particles.scale_factor, {sorted.keys, spans(particles.position), last},
                            particles.mass, near.view(), num_threads);
    mesh_seconds = std::min(mesh_seconds, middle - begin);
    near_seconds = std::min(near_seconds, cpu_seconds() - middle);
    wall = std::min(wall, core::now_seconds() - begin_wall);
  }
  const auto n = static_cast<double>(count);
  fmt::print("{:>6} {:>10} {:9.4f} {:9.4f} {:9.4f} {:12.3e} {:12.3e} {:8.0f} {:8.1f}\n",
             fmt::format("{}^3", side), count, wall, mesh_seconds, near_seconds, n / near_seconds,
             (mesh_seconds + near_seconds) / n * 1e9, static_cast<double>(counts.direct_pairs) / n,
             static_cast<double>(counts.cell_pairs) / n);
}

// One thread and an executor that takes three times as long for the same lists, against the thread
// alone. The thread builds all lists, so the best split takes three quarters of its time: with
// lists in L and sums in K seconds, L + (1 - s) K = 3 s K for the executor's share s.
void time_executors(int side) {
  const Settings settings = box_of(side);
  Particles particles = initial_conditions(settings, 1);
  const TreePmSettings gravity = tree_pm_settings(settings);
  const KeyOrder sorted = hilbert_order(spans(particles.position), 1);
  reorder(particles, sorted.order, 1);
  ShortRange short_range({.law = TreePm(gravity, particles.box).law(particles.scale_factor),
                          .opening = gravity.opening,
                          .leaf_size = gravity.leaf_size},
                         particles.box);
  Arrays one(particles.size()), two(particles.size());
  ThreadExecutor slow(3);
  const ShortRangeInput input{sorted.keys, spans(particles.position), {}};
  double alone = 1e30, concurrent = 1e30, share = 0;
  for (int round = 0; round < 20; ++round) {  // some fall between other programs' time slices
    short_range.set_executors({});
    double begin = core::now_seconds();
    short_range.accelerate(input, particles.mass, one.view(), 1);
    alone = std::min(alone, core::now_seconds() - begin);
    short_range.set_executors({&slow});
    begin = core::now_seconds();
    const ShortRangeCounts c = short_range.accelerate(input, particles.mass, two.view(), 1);
    const double seconds = core::now_seconds() - begin;
    if (seconds < concurrent) {
      concurrent = seconds;
      share = static_cast<double>(c.executor_pairs) /
              static_cast<double>(c.direct_pairs + c.cell_pairs);
    }
  }
  if (one.of != two.of) {
    fmt::print("# thread and executor: WRONG, the forces differ from those of the thread alone\n");
    return;
  }
  fmt::print(
      "# short range of {}^3 at z = 49, one thread: {:.4f} s; with an executor 3 x slower: {:.4f} "
      "s, "
      "{:.3f} of the ideal {:.4f} s; it summed {:.1f} % of the pairs, with identical bits\n",
      side, alone, concurrent, concurrent / (0.75 * alone), 0.75 * alone, 100 * share);
}

void print_errors(const char* name, const ForceErrors& errors) {
  fmt::print(
      "# {}: force error median {:.1e}, 99 % {:.1e}; evaluated {:.2f} x useful pairs\n", name,
      errors.total.median, errors.total.p99,
      static_cast<double>(errors.evaluated_pairs) / static_cast<double>(errors.useful_pairs));
}

void time_run(int side, int num_threads) {
  const Settings settings = box_of(side);
  Particles particles = initial_conditions(settings, num_threads);
  Simulation simulation(settings, particles.box, particles.scale_factor,
                        {.num_threads = num_threads});
  const ForceErrorSettings sampled{.num_samples = 300, .num_threads = num_threads};
  print_errors("z = 49", force_errors(particles, simulation.gravity(), sampled));
  const double begin_wall = core::now_seconds(), begin = cpu_seconds();
  simulation.begin(std::move(particles));
  const RunEnd end = simulation.run({});
  const double wall = core::now_seconds() - begin_wall, cpu = cpu_seconds() - begin;
  const StepCounts& c = *end.report.counts;
  fmt::print(
      "{}^3 from z = 49 to 0 on {} threads: {:.2f} s, CPU {:.2f} s; {} steps, {} "
      "sub-steps, "
      "{:.0f} forces per particle\n",
      side, num_threads, wall, cpu, c.global_steps, c.sub_steps,
      static_cast<double>(c.short_range.particles) / (static_cast<double>(side) * side * side));
  fmt::print(
      "  mesh {:.2f} s, sort {:.2f} s, tree {:.2f} s, lists and short-range sums {:.2f} s, kick "
      "and drift {:.2f} "
      "s\n",
      c.mesh_seconds, c.sort_seconds, c.short_range.tree_seconds, c.short_range.walk_seconds,
      c.kick_drift_seconds);
  print_errors("z = 0", force_errors(simulation.state().particles, simulation.gravity(), sampled));
}

int run(int argc, char** argv) {
  int forces = 64, side = 32, num_threads = core::num_cores();
  for (int i = 1; i + 1 < argc; i += 2) {
    const int value = std::atoi(argv[i + 1]);
    if (std::strcmp(argv[i], "--forces") == 0) forces = value;
    if (std::strcmp(argv[i], "--run") == 0) side = value;
    if (std::strcmp(argv[i], "--threads") == 0) num_threads = value;
  }
  fmt::print("# one full force evaluation at z = 49, {} threads\n", num_threads);
  fmt::print("{:>6} {:>10} {:>9} {:>9} {:>9} {:>12} {:>12} {:>8} {:>8}\n", "", "particles",
             "wall s", "mesh cpu", "short cpu", "short/s/core", "ns/particle", "pairs", "cells");
  for (int s = 32; s <= forces; s *= 2) time_forces(s, num_threads);
  time_executors(64);
  if (side > 0) time_run(side, num_threads);
  return 0;
}

}  // namespace
}  // namespace motley::nbody

int main(int argc, char** argv) {
  motley::core::ask_for_large_pages();
  motley::core::restart_with_short_waits(argv);
  return motley::nbody::run(argc, argv);
}
