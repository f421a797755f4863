// Mesh, sort, kicks and whole runs on a device.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <numbers>

#include "core/base/error.h"
#include "nbody/analysis/power_spectrum.h"
#include "nbody/device/device_cases.h"
#include "nbody/ic/initial_conditions.h"
#include "nbody/mesh/fft.h"
#include "nbody/particles/internal_units.h"
#include "nbody/run/run_cases.h"
#include "nbody/snapshot/snapshot.h"
#include "nbody/step/device_steps.h"
#include "nbody/step/force_errors.h"

namespace motley::nbody {
namespace {

constexpr double kRunUnit = 0x1p30;

// An engine with the mesh of TreePm and these particles on it.
struct MeshOnDevice {
  MeshOnDevice(const Particles& particles, const TreePmSettings& settings)
      : gravity(settings, particles.box), engine(device_with(particles, gravity, 0)) {}
  TreePm gravity;
  std::unique_ptr<DeviceEngine> engine;
};

TreePmSettings mesh_of(int size) {
  return {.mesh = {.size = size}, .epsilon = 0.01, .leaf_size = 128};
}

Particles one_particle(double x, double y, double z, int count = 1) {
  Particles p{.box = {.size = 32}, .mass = 1, .scale_factor = 1};
  resize(p, count);
  for (int i = 0; i < count; ++i) {
    const double at[3] = {x, y, z};
    for (int axis = 0; axis < 3; ++axis) p.position[axis][i] = p.box.coordinate(at[axis]);
    p.id[i] = i;
  }
  return p;
}

TEST(DeviceMesh, WeightsOfOneParticle) {
  const struct {
    double x, y, z;
    uint64_t least, most, sum;
  } cases[] = {{5, 5, 5, 4971028, 318145760, (1 << 30) + 120},
               {5.5, 5.5, 5.5, 9709, 0, (1 << 30) + 112},
               {5.25, 5.75, 5.125, 0, 0, (1 << 30) + 92},
               {31.9, 0.1, 16, 0, 0, 0}};
  for (const auto& c : cases) {
    const auto mesh = MeshOnDevice(one_particle(c.x, c.y, c.z), mesh_of(32)).engine->deposit();
    uint64_t sum = 0, most = 0, least = UINT64_MAX;
    for (const uint64_t w : mesh) {
      sum += w;
      most = std::max(most, w);
      if (w > 0) least = std::min(least, w);
    }
    EXPECT_NEAR(static_cast<double>(sum) / kRunUnit, 1, 2e-7);
    if (c.sum > 0) {
      EXPECT_EQ(sum, c.sum) << c.x;
    }
    if (c.most > 0) {
      EXPECT_EQ(most, c.most);
    }
    if (c.least > 0) {
      EXPECT_EQ(least, c.least);
    }
  }
}

TEST(DeviceMesh, DepositDoesNotDependOnTheOrderOfParticles) {
  const Settings settings = small_settings(16);
  const Particles particles = wavy_particles(16, 0.15, settings);
  Particles turned = particles;
  for (auto& axis : turned.position) std::ranges::reverse(axis);
  const auto mesh = MeshOnDevice(particles, mesh_of(32)).engine->deposit();
  EXPECT_EQ(MeshOnDevice(turned, mesh_of(32)).engine->deposit(), mesh);
}

// Beyond 13 particles the lower of the two words of a mesh point carries.
TEST(DeviceMesh, ManyParticlesOnOnePointDoNotOverflow) {
  const int count = 1000;
  const auto one = MeshOnDevice(one_particle(5, 6, 7), mesh_of(32)).engine->deposit();
  const auto all = MeshOnDevice(one_particle(5, 6, 7, count), mesh_of(32)).engine->deposit();
  for (size_t i = 0; i < one.size(); ++i) ASSERT_EQ(all[i], count * one[i]);
}

// A plane wave has one mode, there and back is the mesh again, and calls repeat to the last bit.
TEST(DeviceMesh, TransformsAreTheHosts) {
  constexpr int kSize = 64, kWave = 5;
  const auto at = [](int x, int y, int z) { return (int64_t{x} * kSize + y) * (kSize + 2) + z; };
  MeshOnDevice device(one_particle(5, 5, 5), mesh_of(kSize));
  std::vector<float> wave(int64_t{kSize} * kSize * (kSize + 2)), noise = wave;
  for (int x = 0; x < kSize; ++x) {
    for (int y = 0; y < kSize; ++y) {
      for (int z = 0; z < kSize; ++z) {
        wave[at(x, y, z)] = static_cast<float>(std::cos(2 * std::numbers::pi * kWave * z / kSize));
        noise[at(x, y, z)] = static_cast<float>(core::normal_at({.seed = 4}, at(x, y, z)));
      }
    }
  }
  std::vector<float> modes = wave;
  device.engine->transform(modes.data(), true);
  const float all = 0.5f * kSize * kSize * kSize;
  for (size_t i = 0; i < modes.size(); ++i) {
    ASSERT_NEAR(modes[i] / all, i == 2 * kWave ? 1 : 0, 1e-6) << i;
  }
  device.engine->transform(modes.data(), false);
  for (int64_t i = 0; i < at(kSize, 0, 0); ++i) {
    if (i % (kSize + 2) >= kSize) continue;  // padding
    ASSERT_NEAR(modes[i] / (2 * all), wave[i], 1e-6);
  }
  // Noise, against the host's transform.
  std::vector<float> once = noise, twice = noise;
  device.engine->transform(once.data(), true);
  device.engine->transform(twice.data(), true);
  EXPECT_EQ(once, twice);
  Mesh<float> mesh(kSize);
  std::copy(noise.begin(), noise.end(), mesh.values());
  Fft<float>(kSize).forward(mesh, 1);
  double error = 0, square = 0;
  for (size_t i = 0; i < once.size(); ++i) {
    error += std::pow(once[i] - mesh.values()[i], 2);
    square += std::pow(mesh.values()[i], 2);
  }
  EXPECT_LT(std::sqrt(error / square), 3e-7);
}

TEST(DeviceMesh, LongRangeForcesAreTheHosts) {
  const Settings settings = small_settings(16);
  const Particles particles = wavy_particles(16, 0.15, settings);
  for (const char* mode : {"default", "gadget2", "accurate"}) {
    TreePmSettings forces = mesh_of(32);
    forces.mesh = *mesh_mode(mode, 32, 2);
    MeshOnDevice device(particles, forces);
    State state;
    state.particles = particles;
    state.keys.resize(particles.size());
    DeviceView view{.id = state.particles.id.data(), .key = state.keys.data()};
    for (int axis = 0; axis < 3; ++axis) {
      state.long_range[axis].resize(particles.size());
      view.position[axis] = state.particles.position[axis].data();
      view.far[axis] = state.long_range[axis].data();
    }
    device.engine->get(view);
    // Sorted as the host sorts.
    const KeyOrder order = hilbert_order(spans(particles.position), 1);
    EXPECT_EQ(state.keys, order.keys);
    for (int64_t i = 0; i < particles.size(); ++i) {
      ASSERT_EQ(state.particles.id[i], particles.id[order.order[i]]);
    }
    AccelerationArrays host;
    device.gravity.long_range(state.particles, host, 2);
    double error = 0, all = 0;
    for (int axis = 0; axis < 3; ++axis) {
      for (int64_t i = 0; i < particles.size(); ++i) {
        error += std::pow(host[axis][i] - state.long_range[axis][i], 2);
        all += std::pow(host[axis][i], 2);
      }
    }
    EXPECT_LT(std::sqrt(error / all), 2e-6) << mode;
  }
}

// The whole force of a pair in a Box of 1 with G m = 1, at random places: as near to the Ewald sum
// as the host's.
TEST(DeviceForceErrors, PairsHaveTheEwaldForce) {
  TreePm gravity({.mesh = *mesh_mode("default", 32, 2), .epsilon = 1e-3}, {.size = 1});
  for (const EwaldPair& c : ewald_pairs()) {
    for (int i = 0; i < 4; ++i) {
      Particles pair{.box = {.size = 1}, .mass = 1 / kGravity, .scale_factor = 1};
      resize(pair, 2);
      for (uint32_t axis = 0; axis < 3; ++axis) {
        const double x = core::uniform_at({.seed = 9, .tensor = axis}, i);
        pair.position[axis] = {pair.box.coordinate(x), pair.box.coordinate(x + c.at[axis])};
      }
      pair.id = {0, 1};
      const auto engine = device_with(pair, gravity, 0);
      std::array<std::vector<float>, 3> near, far;
      std::vector<uint64_t> id(2);
      DeviceView view{.id = id.data()};
      for (int axis = 0; axis < 3; ++axis) {
        near[axis].resize(2), far[axis].resize(2);
        view.near[axis] = near[axis].data(), view.far[axis] = far[axis].data();
      }
      engine->get(view);
      // The host's, which sorts the pair.
      const KeyOrder order = hilbert_order(spans(pair.position), 1);
      reorder(pair, order.order);
      AccelerationArrays host_far;
      Accelerations host_near(2);
      gravity.long_range(pair, host_far, 1);
      gravity.short_range(1, {.keys = order.keys, .position = spans(pair.position)}, pair.mass,
                          host_near.view(), 1);
      const size_t second = id[0] == 1 ? 0 : 1;
      ASSERT_EQ(pair.id[second], 1);
      const double size = norm(c.acceleration);
      Vector error, host_error;
      for (int axis = 0; axis < 3; ++axis) {
        error[axis] = near[axis][second] + far[axis][second] - c.acceleration[axis];
        host_error[axis] =
            host_near.of[axis][second] + host_far[axis][second] - c.acceleration[axis];
      }
      EXPECT_LT(norm(error), norm(host_error) + 2e-6 * size) << c.at[0] << ' ' << i;
      EXPECT_LT(norm(error), 3e-3 * size) << c.at[0] << ' ' << i;
    }
  }
}

// Measured against the exact Ewald sum, as `motley nbody forces` does.
TEST(DeviceForceErrors, AreThoseOfTheHost) {
  const Particles particles =
      SnapshotReader::open(MOTLEY_TEST_DATA "/nbody/gadget2_32_z0.gadget", UnitSettings{}).read();
  Settings settings;
  settings.box = {.size = 50, .particles = 32};
  settings.softening.comoving = 0.05;
  TreePm gravity(tree_pm_settings(settings), particles.box);
  const ForceErrors host = force_errors(particles, gravity, {.num_samples = 200, .num_threads = 2});
  const ForceErrors device = force_errors(
      particles, gravity, {.num_samples = 200, .num_threads = 2, .device = test_device()});
  EXPECT_NEAR(device.total.median / host.total.median, 1, 0.02);
  EXPECT_NEAR(device.mesh.median / host.mesh.median, 1, 0.02);
  EXPECT_NEAR(device.total.p99 / host.total.p99, 1, 0.05);
  EXPECT_LT(device.direct.median, 1e-6);
  EXPECT_NEAR(device.tree.max / host.tree.max, 1, 0.05);
  EXPECT_EQ(device.num_samples, host.num_samples);
  EXPECT_GT(device.cell_pairs, 0);
}

constexpr int kSide = 10;

struct DeviceRun : testing::Test {
  DeviceRun() : settings(small_settings(kSide)) {
    settings.run.device = test_device();
    settings.run.threads = 2;
    settings.output.redshifts = {8};
  }
  std::unique_ptr<Simulation> begin(const std::string& device) {
    settings.run.device = device;
    auto run = std::make_unique<Simulation>(settings, Box{.size = settings.box.size}, kBegin,
                                            Workers{.num_threads = 2, .device = device});
    run->begin(wavy_particles(kSide, kBegin, settings));
    return run;
  }
  // The particles at the end, by id.
  static std::vector<std::array<double, 6>> by_id(const Particles& p) {
    std::vector<std::array<double, 6>> all(p.size());
    for (int64_t i = 0; i < p.size(); ++i) {
      for (int axis = 0; axis < 3; ++axis) {
        all[p.id[i]][axis] = p.box.length(p.position[axis][i]);
        all[p.id[i]][3 + axis] = p.momentum[axis][i];
      }
    }
    return all;
  }
  static Particles end_of(Simulation& run) {
    Particles end;
    RunHooks hooks;
    hooks.write_output = [&](const Particles& p, const PlannedOutput&, const RunChecks&) {
      end = p;
    };
    EXPECT_TRUE(run.run(hooks).finished);
    return end;
  }
  Settings settings;
};

TEST_F(DeviceRun, IsThatOfTheHost) {
  auto host = begin("none"), device = begin(test_device());
  const Particles a = end_of(*host), b = end_of(*device);
  const auto one = by_id(a), other = by_id(b);
  double sum = 0;
  for (size_t i = 0; i < one.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      const double d = std::remainder(one[i][axis] - other[i][axis], settings.box.size);
      sum += d * d;
    }
  }
  const double separation = settings.box.size / kSide;
  EXPECT_LT(std::sqrt(sum / static_cast<double>(one.size())), 1e-5 * separation);
}

// A close pair takes steps that are many times shorter than the others': a small set, far down in
// the recursion.
TEST_F(DeviceRun, ACloseBinaryIsThatOfTheHost) {
  settings.output.redshifts = {8.9};
  settings.softening.comoving = 1e-4;
  std::array<std::vector<std::array<double, 6>>, 2> ends;
  std::array<int64_t, 2> sub_steps = {}, steps = {};
  for (const int on_device : {0, 1}) {
    settings.run.device = on_device ? test_device() : "none";
    Particles particles = wavy_particles(kSide, kBegin, settings);
    for (int axis = 0; axis < 3; ++axis) {
      particles.position[axis][1] = particles.position[axis][0];
      particles.momentum[axis][1] = particles.momentum[axis][0];
    }
    const double distance = 0.002;
    particles.position[0][1] += particles.box.coordinate(distance);
    // A circular orbit: dv/dt = 2 G m / d^2 / a, dx/dt = p / a^2.
    particles.momentum[1][1] +=
        static_cast<float>(std::sqrt(2 * kGravity * particles.mass / distance * kBegin));
    Simulation run(settings, {.size = settings.box.size}, kBegin,
                   {.num_threads = 1, .device = settings.run.device});
    run.begin(std::move(particles));
    RunHooks hooks;
    hooks.report = [&](const RunReport& report) {
      sub_steps[on_device] = report.counts->sub_steps;
      steps[on_device] = report.step;
    };
    hooks.write_output = [&](const Particles& p, const PlannedOutput&, const RunChecks&) {
      ends[on_device] = by_id(p);
    };
    EXPECT_TRUE(run.run(hooks).finished);
  }
  EXPECT_EQ(steps[0], steps[1]);
  EXPECT_GT(sub_steps[0], steps[0] << 10);  // 10 depths or more
  EXPECT_NEAR(static_cast<double>(sub_steps[1]) / static_cast<double>(sub_steps[0]), 1, 0.01);
  for (size_t i = 0; i < ends[0].size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_LT(std::abs(std::remainder(ends[0][i][axis] - ends[1][i][axis], settings.box.size)),
                1e-4)
          << i;
    }
  }
}

// A box of 12^3 particles to z = 0, by spectrum, momentum, energy and numbers of steps.
TEST(DeviceRunLarge, EndsAsTheHosts) {
  Settings settings;
  settings.box = {.size = 15, .particles = 12, .seed = 3};
  settings.output.redshifts = {0};
  struct End {
    PowerSpectrum spectrum;
    RunChecks checks;
    int64_t steps = 0, sub_steps = 0;
  };
  std::array<End, 2> ends;
  for (const int on_device : {0, 1}) {
    settings.run.device = on_device ? test_device() : "none";
    Particles start = initial_conditions(settings, 2);
    Simulation run(settings, start.box, start.scale_factor,
                   {.num_threads = 2, .device = settings.run.device});
    run.begin(std::move(start));
    End& end = ends[on_device];
    RunHooks hooks;
    hooks.report = [&](const RunReport& report) {
      end.steps = report.step, end.sub_steps = report.counts->sub_steps;
    };
    hooks.write_output = [&](const Particles& p, const PlannedOutput&, const RunChecks& checks) {
      end.spectrum = power_spectrum(p, {.mesh_size = 32, .num_threads = 2});
      end.checks = checks;
    };
    EXPECT_TRUE(run.run(hooks).finished);
  }
  const auto& [host, device] = ends;
  ASSERT_EQ(device.spectrum.bins.size(), host.spectrum.bins.size());
  const double nyquist = std::numbers::pi * 12 / 15;
  for (size_t b = 0; b < host.spectrum.bins.size(); ++b) {
    const SpectrumBin &one = host.spectrum.bins[b], &other = device.spectrum.bins[b];
    if (one.k > nyquist / 2) continue;
    EXPECT_NEAR(other.power / one.power, 1, one.k < nyquist / 4 ? 1e-3 : 1e-2) << one.k;
  }
  EXPECT_LT(device.checks.momentum, 1e-5);
  ASSERT_TRUE(device.checks.layzer_irvine && host.checks.layzer_irvine);
  // Of so small a box it is noisy: positions that start 1e-6 of their distance apart change the
  // host's by 1.4e-4.
  EXPECT_NEAR(*device.checks.layzer_irvine, *host.checks.layzer_irvine, 5e-4);
  EXPECT_EQ(device.steps, host.steps);
  EXPECT_NEAR(static_cast<double>(device.sub_steps) / static_cast<double>(host.sub_steps), 1, 0.01);
}

TEST_F(DeviceRun, TwiceAndRestartedAreBitwiseEqual) {
  const std::string path = testing::TempDir() + "device_restart";
  settings.output.redshifts = {8.4, 8};  // an output between steps leaves the run as it is
  const Particles whole = end_of(*begin(test_device()));
  auto stopped = begin(test_device());
  RunHooks hooks;
  int steps = 0;
  hooks.stop_requested = [&](double) { return ++steps == 2; };
  hooks.write_restart_file = [&] { stopped->write_restart(path); };
  EXPECT_FALSE(stopped->run(hooks).finished);
  EXPECT_EQ(read_restart_metadata(path).device, test_device());
  Simulation resumed(settings, {.size = settings.box.size}, kBegin,
                     {.num_threads = 2, .device = test_device()});
  resumed.resume(path);
  EXPECT_EQ(end_of(resumed), whole);
  // On the host it continues too.
  settings.run.device = "none";
  Simulation on_host(settings, {.size = settings.box.size}, kBegin, {.num_threads = 2});
  on_host.resume(path);
  EXPECT_EQ(end_of(on_host).size(), whole.size());
  remove_restart(path);
}

// An output is written beside the steps; if it fails, the run is where it was before it.
TEST_F(DeviceRun, AnOutputThatFailsTakesTheRunBack) {
  const std::string path = testing::TempDir() + "device_output_restart";
  settings.output.redshifts = {8.4, 8};
  const Particles whole = end_of(*begin(test_device()));
  auto run = begin(test_device());
  RunHooks hooks;
  bool fails = true;
  std::vector<int> written;
  hooks.write_output = [&](const Particles&, const PlannedOutput& output, const RunChecks&) {
    if (fails) throw core::UserError("no space left");
    written.push_back(output.number);
  };
  hooks.write_restart_file = [&] { run->write_restart(path); };
  try {
    run->run(hooks);
    FAIL() << "the output did not fail";
  } catch (const core::UserError& error) {
    EXPECT_NE(std::string(error.what()).find("no space left; restart files at z"),
              std::string::npos)
        << error.what();
  }
  EXPECT_EQ(run->num_written(), 0);
  Simulation resumed(settings, {.size = settings.box.size}, kBegin,
                     {.num_threads = 2, .device = test_device()});
  resumed.resume(path);
  EXPECT_EQ(end_of(resumed), whole);
  remove_restart(path);
}

// A device that is lost in mid-run is a sentence; the last restart file is intact, and the run
// resumed from it is the one that lost nothing.
TEST_F(DeviceRun, ALostDeviceLeavesTheRestartFile) {
  if (test_device() != "twin") GTEST_SKIP() << "only the twin fails when told to";
  const std::string path = testing::TempDir() + "device_lost_restart";
  const Particles whole = end_of(*begin("twin"));
  for (const bool has_restart : {false, true}) {
    auto run = begin("twin");
    RunHooks hooks;
    int steps = 0;
    hooks.restart_file_due = [&](double) { return has_restart && steps == 1; };
    hooks.write_restart_file = [&] { run->write_restart(path); };
    hooks.report = [&](const RunReport&) {
      if (++steps == 3) fail_twins_after(7);  // in the middle of a step
    };
    std::string said;
    try {
      run->run(hooks);
    } catch (const core::UserError& error) {
      said = error.what();
    }
    fail_twins_after(-1);
    EXPECT_EQ(steps, 3);
    EXPECT_TRUE(said.starts_with("the twin failed: ")) << said;
    const auto says = [&](const char* text) { return said.find(text) != std::string::npos; };
    EXPECT_EQ(says("the restart files at z = "), has_restart) << said;
    EXPECT_EQ(says("there are no restart files yet"), !has_restart) << said;
  }
  Simulation resumed(settings, {.size = settings.box.size}, kBegin,
                     {.num_threads = 2, .device = "twin"});
  resumed.resume(path);
  EXPECT_EQ(end_of(resumed), whole);
  remove_restart(path);
}

TEST(Device, MemoryIsSaidBeforeAllocating) {
  const Settings settings = small_settings(16);
  const TreePm gravity(tree_pm_settings(settings), {.size = settings.box.size});
  // Bytes a particle at the end of runs to z = 0 on an H200.
  const std::map<int64_t, double> measured = {{128, 249.7}, {256, 187.8}};
  for (const int64_t side : {128, 256, 512}) {
    DeviceSetup setup = device_setup(gravity, {.size = 1}, side * side * side, 1);
    setup.mesh_size = static_cast<int>(2 * side);
    setup.leaf_size = 128;
    const int64_t need = device_memory_bytes(setup);
    const double said = static_cast<double>(need) / static_cast<double>(setup.count);
    if (measured.contains(side)) {
      EXPECT_GT(said, measured.at(side));
      EXPECT_LT(said, 1.05 * measured.at(side));
    } else {
      EXPECT_LT(said, 190);
    }
    EXPECT_NEAR(static_cast<double>(largest_box(setup, need)), static_cast<double>(side), 1);
    EXPECT_LT(largest_box(setup, need / 2), side);
  }
}

}  // namespace
}  // namespace motley::nbody
