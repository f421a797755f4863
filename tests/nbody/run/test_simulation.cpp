#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>

#include "core/base/error.h"
#include "nbody/run/run_cases.h"
#include "nbody/run/simulation.h"
#include "nbody/settings/settings_file.h"

namespace motley::nbody {
namespace {

constexpr int kSide = 10;

std::unique_ptr<Simulation> started(const Settings& settings, int num_threads = 1) {
  auto simulation = std::make_unique<Simulation>(settings, Box{.size = settings.box.size}, kBegin,
                                                 Workers{.num_threads = num_threads});
  simulation->begin(wavy_particles(kSide, kBegin, settings));
  return simulation;
}

class SimulationTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("motley_run_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_;
};

TEST_F(SimulationTest, TenMoreOutputsLeaveTheRunBitwiseEqual) {
  const Settings plain = small_settings(kSide);
  Settings busy = plain;
  busy.output.redshifts = {9, 8.5, 8, 7.5, 7, 6.5, 6, 5.5, 5, 4.5, 4};
  const auto one = started(plain), other = started(busy);
  std::vector<double> times;
  EXPECT_TRUE(one->run({}).finished);
  EXPECT_TRUE(
      other
          ->run({.write_output =
                     [&](const Particles& p, const PlannedOutput& output, const RunChecks&) {
                       EXPECT_EQ(p.size(), kSide * kSide * kSide);
                       EXPECT_NEAR(p.scale_factor, output.scale_factor, 1e-8);
                       times.push_back(output.scale_factor);
                     }})
          .finished);
  EXPECT_EQ(times.size(), 11u);
  EXPECT_TRUE(std::ranges::is_sorted(times));
  EXPECT_EQ(one->state(), other->state());
}

TEST_F(SimulationTest, ShortStepsAreTaken) {
  // Otherwise these tests would not cover hierarchical steps.
  const auto simulation = started(small_settings(kSide));
  const RunEnd end = simulation->run({});
  EXPECT_GE(end.report.counts->deepest_time_bin, 2);
  EXPECT_GT(end.report.counts->sub_steps, 2 * end.report.counts->global_steps);
}

TEST_F(SimulationTest, AnyNumberOfThreadsGivesTheSameBits) {
  const auto one = started(small_settings(kSide), 1), three = started(small_settings(kSide), 3);
  one->run({});
  three->run({});
  EXPECT_EQ(one->state(), three->state());
}

TEST_F(SimulationTest, RestartedRunIsBitwiseEqual) {
  Settings settings = small_settings(kSide);
  settings.output.redshifts = {6, 4};
  const auto whole = started(settings);
  whole->run({});
  for (const int64_t stop : {1, 13}) {
    const auto first = started(settings);
    const std::string path = (folder_ / "restart").string();
    const RunEnd end =
        first->run({.stop_requested = [&](double) { return first->state().num_steps == stop; },
                    .write_restart_file = [&] { first->write_restart(path); }});
    EXPECT_FALSE(end.finished);
    const RestartMetadata metadata = read_restart_metadata(path);
    Simulation second(settings, metadata.box, metadata.a_begin, {.num_threads = 2});
    second.resume(path);
    EXPECT_EQ(first->state(), second.state());
    int outputs = 0;
    second.run(
        {.write_output = [&](const Particles&, const PlannedOutput& output, const RunChecks&) {
          ++outputs;
          EXPECT_EQ(output.number, output.scale_factor < 0.15 ? 0 : 1);
        }});
    EXPECT_GE(outputs, 1);
    EXPECT_EQ(whole->state(), second.state());
  }
}

// Snapshots are numbered: with other outputs before the stop, later ones would overwrite files.
TEST_F(SimulationTest, RestartRejectsChangesOfWrittenOutputs) {
  Settings settings = small_settings(kSide);
  settings.output.redshifts = {6, 4};
  const auto first = started(settings);
  const std::string path = (folder_ / "restart").string();
  const double a = scale_factor_of(5.5);
  first->run({.stop_requested = [&](double) { return first->state().particles.scale_factor > a; },
              .write_restart_file = [&] { first->write_restart(path); }});
  const auto resume = [&](std::vector<double> redshifts) {
    settings.output.redshifts = std::move(redshifts);
    Simulation second(settings, {.size = settings.box.size}, kBegin, {});
    second.resume(path);
  };
  EXPECT_NO_THROW(resume({6, 4}));
  EXPECT_NO_THROW(resume({6, 4.5, 4}));
  EXPECT_THROW(resume({4}), core::UserError);
  EXPECT_THROW(resume({7, 6, 4}), core::UserError);
  EXPECT_THROW(resume({5.9, 4}), core::UserError);
}

// Up to the stop it is the same run; from there on it has a time line of its own.
TEST_F(SimulationTest, RestartExtendsAFinishedRun) {
  Settings settings = small_settings(kSide);
  settings.output.redshifts = {6, 5};
  const auto first = started(settings);
  const std::string path = (folder_ / "restart").string();
  EXPECT_TRUE(first->run({.write_restart_file = [&] { first->write_restart(path); }}).finished);
  const RestartMetadata metadata = read_restart_metadata(path);
  EXPECT_TRUE(metadata.finished);
  EXPECT_EQ(resumed_line_begin(settings, metadata), kBegin);
  settings.output.redshifts = {6, 5, 4.5, 4};
  EXPECT_EQ(resumed_line_begin(settings, metadata), metadata.scale_factor);
  Simulation second(settings, metadata.box, resumed_line_begin(settings, metadata), {});
  second.resume(path);
  EXPECT_EQ(second.state().particles, first->state().particles);
  std::vector<int> numbers;
  const RunEnd end = second.run(
      {.write_output = [&](const Particles&, const PlannedOutput& output, const RunChecks& checks) {
        numbers.push_back(output.number);
        EXPECT_LT(checks.layzer_irvine.value(), 0.02);  // since the start of the first run
      }});
  EXPECT_TRUE(end.finished);
  EXPECT_EQ(numbers, (std::vector<int>{2, 3}));
  EXPECT_NEAR(second.state().particles.scale_factor, 0.2, 1e-12);
}

TEST_F(SimulationTest, RestartAcceptsOtherHaloAndRunSettings) {
  Settings settings = small_settings(kSide);
  const auto first = started(settings);
  const std::string path = (folder_ / "restart").string();
  first->write_restart(path);
  settings.halos.linking = 0.1;
  settings.output.format = "gadget1";
  settings.run.time_limit = 3;
  settings.picture.colors = "gray";
  settings.mesh.size = mesh_size_of(settings);  // what auto is
  Simulation second(settings, {.size = settings.box.size}, kBegin, {});
  EXPECT_NO_THROW(second.resume(path));
}

TEST_F(SimulationTest, DamagedRestartFilesAreRejected) {
  const Settings settings = small_settings(kSide);
  const auto first = started(settings);
  const std::string path = (folder_ / "restart").string();
  first->write_restart(path);
  const std::string part = path + "-0.0.safetensors";
  std::fstream file(part, std::ios::binary | std::ios::in | std::ios::out);
  uint64_t header = 0;
  file.read(reinterpret_cast<char*>(&header), 8);
  std::string text(header, ' ');
  file.read(text.data(), static_cast<std::streamsize>(header));
  const size_t name = text.find("\"momentum.y\"");
  ASSERT_NE(name, text.npos);
  const size_t begin = text.find("[", text.find("data_offsets", name)) + 1;
  const float nan = NAN;
  file.seekp(static_cast<std::streamoff>(8 + header + std::stoull(text.substr(begin)) + 40));
  file.write(reinterpret_cast<const char*>(&nan), 4);
  file.close();
  Simulation second(settings, {.size = settings.box.size}, kBegin, {});
  try {
    second.resume(path);
    FAIL() << "it was accepted";
  } catch (const core::UserError& error) {
    EXPECT_NE(std::string(error.what()).find("are not those that were written"), std::string::npos);
  }
}

// A run that cannot write an output keeps what it has computed.
TEST_F(SimulationTest, FailedOutputLeavesARestartFile) {
  Settings settings = small_settings(kSide);
  settings.output.redshifts = {5, 4};
  const auto whole = started(settings), first = started(settings);
  whole->run({});
  const std::string path = (folder_ / "restart").string();
  try {
    first->run({.write_output = [](const Particles&, const PlannedOutput&,
                                   const RunChecks&) { throw core::UserError("the disk is full"); },
                .write_restart_file = [&] { first->write_restart(path); }});
    FAIL() << "it went on";
  } catch (const core::UserError& error) {
    EXPECT_NE(std::string(error.what()).find("the disk is full; restart files at z = 5"),
              std::string::npos);
  }
  Simulation second(settings, {.size = settings.box.size}, kBegin, {});
  second.resume(path);
  int outputs = 0;
  // The same state is not written over the files in use.
  second.write_restart(path);
  second.run({.write_output = [&](const Particles&, const PlannedOutput&, const RunChecks&) {
    ++outputs;
  }});
  EXPECT_EQ(outputs, 2);
  EXPECT_EQ(whole->state(), second.state());
}

TEST_F(SimulationTest, RunShorterThanOneStepEnds) {
  Settings settings = small_settings(kSide);
  settings.output.redshifts = {redshift_of(kBegin * 1.001)};
  const auto simulation = started(settings);
  const RunEnd end = simulation->run({});
  EXPECT_TRUE(end.finished);
  EXPECT_EQ(end.report.step, 1);
}

TEST_F(SimulationTest, StartIsCheckedAgainstLinearTheory) {
  const Settings settings = small_settings(kSide);
  Particles particles = wavy_particles(kSide, kBegin, settings);
  const auto checks_of = [&](const Particles& of) {
    Simulation simulation(settings, of.box, kBegin, {});
    simulation.begin(of);
    return simulation.start_checks();
  };
  const StartChecks good = checks_of(particles);
  EXPECT_NEAR(good.growing_mode_ratio, 1, 0.3);
  EXPECT_LT(good.momentum, 0.01);
  EXPECT_TRUE(warnings_of(good, kBegin).empty());
  Particles fast = particles;
  for (auto& axis : fast.momentum) {
    for (float& p : axis) p *= 3;
  }
  const StartChecks bad = checks_of(fast);
  EXPECT_NEAR(bad.growing_mode_ratio / good.growing_mode_ratio, 3, 1e-3);
  ASSERT_EQ(warnings_of(bad, kBegin).size(), 1u);
  for (float& p : particles.momentum[0]) p += 100;
  ASSERT_GE(warnings_of(checks_of(particles), kBegin).size(), 1u);
  EXPECT_NE(warnings_of(checks_of(particles), kBegin)[0].find("drift together"), std::string::npos);
}

TEST_F(SimulationTest, MomentaThatAreNotNumbersEndTheRun) {
  const Settings settings = small_settings(kSide);
  Particles particles = wavy_particles(kSide, kBegin, settings);
  particles.momentum[1][7] = NAN;
  Simulation simulation(settings, particles.box, kBegin, {});
  EXPECT_THROW(simulation.begin(particles), core::UserError);
}

TEST_F(SimulationTest, ResolvedSettingsHaveTheSameForces) {
  for (const char* mode : {"default", "gadget2", "accurate"}) {
    Settings settings = small_settings(16);
    settings.mesh.mode = mode;
    settings.softening = {};
    const Settings resolved = resolved_settings(settings);
    EXPECT_EQ(tree_pm_settings(resolved).mesh.split, tree_pm_settings(settings).mesh.split);
    EXPECT_EQ(tree_pm_settings(resolved).mesh.window, tree_pm_settings(settings).mesh.window);
    EXPECT_EQ(tree_pm_settings(resolved).epsilon, tree_pm_settings(settings).epsilon);
    EXPECT_EQ(tree_pm_settings(resolved).step_length, tree_pm_settings(settings).step_length);
    EXPECT_EQ(resolved_settings(resolved), resolved);
    EXPECT_EQ(parse_settings(print_settings(resolved), "s").settings, resolved);
    EXPECT_EQ(print_settings(resolved).find("comoving: auto"), std::string::npos);
    for (const auto& [name, value] : recorded_settings(print_settings(resolved))) {
      EXPECT_TRUE(value != "auto" || name == "cosmology.a_s" || name == "run.threads") << name;
    }
  }
}

TEST_F(SimulationTest, RestartWithOtherForcesIsRejected) {
  Settings settings = small_settings(kSide);
  const auto simulation = started(settings);
  const std::string path = (folder_ / "restart").string();
  simulation->write_restart(path);
  Settings start = settings;
  start.initial.order = 1;
  Simulation other_start(start, {.size = settings.box.size}, kBegin, {});
  EXPECT_THROW(other_start.resume(path), core::UserError);
  settings.softening.comoving = 0.01;
  Simulation other(settings, {.size = settings.box.size}, kBegin, {});
  EXPECT_THROW(other.resume(path), core::UserError);
  EXPECT_THROW(read_restart_metadata((folder_ / "none").string()), core::UserError);
}

TEST_F(SimulationTest, OutputsBeforeTheStartAreErrors) {
  Settings settings = small_settings(kSide);
  settings.output.redshifts = {20, 4};
  EXPECT_THROW(started(settings), core::UserError);
  settings.output.redshifts = {20};
  EXPECT_THROW(started(settings), core::UserError);
  settings.output.redshifts = {};
  EXPECT_THROW(started(settings), core::UserError);
}

TEST_F(SimulationTest, ConservesMomentumAndEnergy) {
  const auto simulation = started(small_settings(kSide));
  RunChecks last;
  simulation->run({.write_output = [&](const Particles&, const PlannedOutput&,
                                       const RunChecks& checks) { last = checks; }});
  EXPECT_LT(last.momentum, 1e-4);
  EXPECT_LT(last.layzer_irvine.value(), 0.02);
  EXPECT_GT(last.layzer_irvine.value(), 0);
  EXPECT_LT(last.force_errors.median, 1e-3);
  EXPECT_LT(last.force_errors.max, 2e-2);
  EXPECT_GT(last.force_errors.median, 1e-6);
}

}  // namespace
}  // namespace motley::nbody
