// A run on a device: what the device can do at most, the phases of a top step at the start and at
// the end beside their floors, leaf sizes with and without sub-boxes, small sets, memory as said
// before and as used, and particles x steps per second.
//
//   bench_nbody_device [DEVICE] [PARTICLES PER AXIS] [LAST REDSHIFT] [STEPS AT MOST]
//
// 1.5625 Mpc/h between particles, default settings. Floors: bytes by the measured copy, pairs at 26
// issue slots each by the measured multiply-adds.
#include <dlfcn.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "core/base/error.h"
#include "nbody/device/device_module.h"
#include "nbody/ic/initial_conditions.h"
#include "nbody/step/device_steps.h"
#include "nbody/step/stepper.h"

namespace motley::nbody {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

constexpr double kSlotsPerPair = 26;

// Switches the profiler on or off, if a driver is loaded: `ncu --profile-from-start off` then sees
// one top step at the start and one at the end.
void profile(const char* function) {
  void* const driver = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  if (!driver) return;
  const auto call = reinterpret_cast<int (*)()>(::dlsym(driver, function));
  if (call) call();
  ::dlclose(driver);
}

struct Row {
  const char* name;
  double seconds;
  double bytes, pairs;  // of a particle, at least
};

void print_phases(const char* title, const DeviceCounts& a, const DeviceCounts& b, int rounds,
                  double finish_seconds, double all_seconds, int64_t count,
                  const DeviceCeilings& ceilings) {
  const auto n = static_cast<double>(count);
  const double pairs = static_cast<double>(b.summed_pairs - a.summed_pairs) / rounds;
  const double listed = static_cast<double>(b.direct_pairs - a.direct_pairs) / rounds;
  const double sums = (b.sum_seconds - a.sum_seconds) / rounds;
  const Row rows[] = {
      {"sort", (b.sort_seconds - a.sort_seconds) / rounds, 300, 0},
      {"tree", (b.tree_seconds - a.tree_seconds) / rounds, 43, 0},
      {"walk", (b.walk_seconds - a.walk_seconds) / rounds, 0, 0.05 * pairs / n},
      {"sums", sums, 0, pairs / n},
      {"deposit", (b.deposit_seconds - a.deposit_seconds) / rounds, 390, 0},
      {"transforms", (b.transform_seconds - a.transform_seconds) / rounds, 1024, 0},
      {"interpolation", (b.interpolate_seconds - a.interpolate_seconds) / rounds, 258, 0},
      {"kicks, close", finish_seconds / rounds, 160, 0}};
  fmt::print(
      "{}: {:.3f} ms, {:.3g} particles/s; {:.0f} pairs a particle listed, {:.0f} summed at "
      "{:.3g} pairs/s ({:.3g} listed/s), {:.2f} cells\n",
      title, 1e3 * all_seconds / rounds, n * rounds / all_seconds, listed / n, pairs / n,
      pairs / sums, listed / sums, static_cast<double>(b.cell_pairs - a.cell_pairs) / rounds / n);
  for (const Row& row : rows) {
    const double floor = row.bytes / ceilings.bytes_per_second +
                         row.pairs * kSlotsPerPair / ceilings.multiply_adds_per_second;
    fmt::print("  {:14} {:8.3f} ms  {:7.1f} ps a particle, floor {:6.1f}\n", row.name,
               1e3 * row.seconds, 1e12 * row.seconds / n, 1e12 * floor);
  }
}

DeviceView view_of(const State& state) {
  DeviceView view{.id = const_cast<uint64_t*>(state.particles.id.data()),
                  .key = const_cast<uint64_t*>(state.keys.data())};
  for (int axis = 0; axis < 3; ++axis) {
    view.position[axis] = const_cast<uint32_t*>(state.particles.position[axis].data());
    view.momentum[axis] = const_cast<float*>(state.particles.momentum[axis].data());
    view.near[axis] = const_cast<float*>(state.short_range[axis].data());
    view.far[axis] = const_cast<float*>(state.long_range[axis].data());
  }
  return view;
}

void time_top_steps(const char* title, const std::string& device, const TreePm& gravity,
                    const State& state) {
  const DeviceSetup setup =
      device_setup(gravity, state.particles.box, state.particles.size(), state.particles.mass);
  const auto engine = open_device(device, setup);
  const DeviceCeilings ceilings = engine->ceilings();
  fmt::print("ceilings: copy {:.3g} B/s, {:.3g} multiply-adds/s, {:.3g} pairs/s of {:.0f} slots\n",
             ceilings.bytes_per_second, ceilings.multiply_adds_per_second,
             ceilings.multiply_adds_per_second / kSlotsPerPair, kSlotsPerPair);
  engine->set_law(device_law(gravity, state.particles.scale_factor));
  engine->put(view_of(state));
  constexpr int kRounds = 5;
  engine->forces(false);  // warm
  profile("cuProfilerStart");
  engine->forces(false);
  engine->counts();
  profile("cuProfilerStop");
  const DeviceCounts before = engine->counts();
  const auto kicks = [&] {
    engine->kick(0, Acceleration::kFar, 0.0f);
    engine->kick(0, Acceleration::kNear, 0.0f);
    engine->drift(0, 0.0);
    engine->finish(0, 0);  // waits
  };
  const double begin = now();
  for (int i = 0; i < kRounds; ++i) {
    engine->forces(false);
    kicks();
  }
  const double seconds = now() - begin;
  const DeviceCounts after = engine->counts();
  const double at = now();
  for (int i = 0; i < kRounds; ++i) kicks();
  print_phases(title, before, after, kRounds, now() - at, seconds, setup.count, ceilings);
}

std::vector<float> sizes_of(const State& state) {
  std::vector<float> sizes(state.particles.size());
  for (size_t i = 0; i < sizes.size(); ++i) {
    float sum = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const float a = state.short_range[axis][i] + state.long_range[axis][i];
      sum += a * a;
    }
    sizes[i] = std::sqrt(sum);
  }
  return sizes;
}

DeviceEngine::Evaluation evaluation_of(const State& state, const std::vector<float>& old,
                                       std::array<std::vector<float>, 3>& out, int64_t count) {
  for (auto& axis : out) axis.resize(count);
  const auto& at = state.particles.position;
  return {.position = {at[0].data(), at[1].data(), at[2].data()},
          .key = state.keys.data(),
          .old = old.data(),
          .count = count,
          .out = {out[0].data(), out[1].data(), out[2].data()}};
}

void time_leaf_sizes(const std::string& device, const TreePm& gravity, const State& state) {
  const std::vector<float> old = sizes_of(state);
  std::array<std::vector<float>, 3> out;
  const int64_t count = state.particles.size();
  for (const int leaf : {32, 64, 128, 256}) {
    for (const bool sub_boxes : {false, true}) {
      DeviceSetup setup = device_setup(gravity, state.particles.box, count, state.particles.mass);
      setup.leaf_size = leaf;
      setup.sub_boxes = sub_boxes;
      setup.mesh_size = 0;
      const auto engine = open_device(device, setup);
      engine->set_law(device_law(gravity, state.particles.scale_factor));
      const auto evaluation = evaluation_of(state, old, out, count);
      engine->evaluate_arrays(evaluation);
      const DeviceCounts a = engine->counts();
      engine->evaluate_arrays(evaluation);
      const DeviceCounts b = engine->counts();
      const auto n = static_cast<double>(count);
      const auto pairs = static_cast<double>(b.summed_pairs - a.summed_pairs);
      const double seconds = b.sum_seconds - a.sum_seconds;
      fmt::print(
          "  leaf {:3}, sub-boxes {:3}: {:6.1f} pairs, sums {:7.1f} ps a particle, {:.3g} "
          "pairs/s; walk {:6.1f} ps, tree {:6.1f} ps\n",
          leaf, sub_boxes ? "on" : "off", pairs / n, 1e12 * seconds / n, pairs / seconds,
          1e12 * (b.walk_seconds - a.walk_seconds) / n,
          1e12 * (b.tree_seconds - a.tree_seconds) / n);
    }
  }
}

// Sets of the first particles of the curve, by both paths.
void time_small_sets(const std::string& device, const TreePm& gravity, const State& state) {
  const std::vector<float> old = sizes_of(state);
  std::array<std::vector<float>, 3> out;
  for (int64_t count = 64; count <= std::min<int64_t>(65536, state.particles.size()); count *= 4) {
    double micros[2] = {};
    for (const bool direct : {false, true}) {
      DeviceSetup setup = device_setup(gravity, state.particles.box, count, state.particles.mass);
      setup.mesh_size = 0;
      setup.small_limit = direct ? count : 0;
      const auto engine = open_device(device, setup);
      engine->set_law(device_law(gravity, state.particles.scale_factor));
      const auto evaluation = evaluation_of(state, old, out, count);
      engine->evaluate_arrays(evaluation);
      constexpr int kRounds = 20;
      micros[direct] = 1e6 * engine->time_evaluations(count, kRounds) / kRounds;
    }
    fmt::print("  {:6} particles: direct {:8.1f} us, tree {:8.1f} us\n", count, micros[1],
               micros[0]);
  }
}

void run(const std::string& device, int side, double last_redshift, int64_t max_steps) {
  Settings settings;
  settings.box.particles = side;
  settings.box.size = 1.5625 * side;
  settings.run.device = device;
  settings.output.redshifts = {last_redshift};
  const int threads = 16;
  double begin = now();
  Particles particles = initial_conditions(settings, threads);
  fmt::print("{}^3 on {}: initial conditions {:.2f} s\n", side, device, now() - begin);
  const IntegerTimeline line{.a_begin = particles.scale_factor,
                             .a_end = scale_factor_of(last_redshift)};
  TreePm gravity(tree_pm_settings(settings), particles.box);
  Stepper stepper(gravity, settings.cosmology.background, line, settings.steps,
                  {.num_threads = threads, .device = device});
  begin = now();
  State state = stepper.start(std::move(particles));
  fmt::print("{}; first forces {:.3f} s\n", stepper.device_name(), now() - begin);
  time_top_steps("z = 49", device, gravity, state);
  if (side <= 256) time_leaf_sizes(device, gravity, state);
  begin = now();
  int64_t steps = 0;
  while (state.tick < IntegerTimeline::kTicks && steps < max_steps) {
    stepper.advance(state, stepper.next_step(state));
    ++steps;
  }
  const double seconds = now() - begin;
  const DeviceCounts counts = stepper.device()->engine().counts();
  fmt::print(
      "{} steps, {} evaluations ({} of small sets) to z = {:.3g} in {:.2f} s: {:.3g} particle "
      "forces/s, {:.3g} particles x steps/s\n",
      steps, counts.evaluations, counts.small_evaluations,
      redshift_of(state.particles.scale_factor), seconds,
      static_cast<double>(counts.particles) / seconds,
      static_cast<double>(state.particles.size() * steps) / seconds);
  stepper.fetch(state);
  const auto count = state.particles.size();
  const DeviceSetup setup = device_setup(gravity, state.particles.box, count, state.particles.mass);
  fmt::print("memory after the run: {:.1f} B a particle, {:.1f} said before\n",
             static_cast<double>(counts.memory_bytes) / static_cast<double>(count),
             static_cast<double>(device_memory_bytes(setup)) / static_cast<double>(count));
  const std::string title = fmt::format("z = {:.3g}", redshift_of(state.particles.scale_factor));
  time_top_steps(title.c_str(), device, gravity, state);
  if (side <= 256) {
    time_leaf_sizes(device, gravity, state);
    time_small_sets(device, gravity, state);
  }
}

}  // namespace
}  // namespace motley::nbody

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  try {
    motley::nbody::run(argc > 1 ? argv[1] : "twin", argc > 2 ? std::atoi(argv[2]) : 16,
                       argc > 3 ? std::atof(argv[3]) : 20,
                       argc > 4 ? std::atoll(argv[4]) : 1000000);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
