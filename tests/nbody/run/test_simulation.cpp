#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "core/base/error.h"
#include "nbody/run/run_cases.h"
#include "nbody/run/simulation.h"

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
  EXPECT_LT(last.layzer_irvine, 0.02);
  EXPECT_GT(last.layzer_irvine, 0);
  EXPECT_LT(last.force_errors.median, 1e-3);
  EXPECT_LT(last.force_errors.max, 2e-2);
  EXPECT_GT(last.force_errors.median, 1e-6);
}

}  // namespace
}  // namespace motley::nbody
