// Complete runs on several ranks are bitwise equal to those on one.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "core/comm/arrays.h"
#include "nbody/run/rank_cases.h"
#include "nbody/step/work_shares.h"

namespace motley::nbody {
namespace {

constexpr int kRankSide = 26;  // gives large subsets as well as small ones

Settings run_settings() {
  Settings settings = small_settings(kRankSide);
  settings.output.redshifts = {6, 5};
  return settings;
}

const Ended& on_one() {
  static const Ended ended = [] {
    const Settings settings = run_settings();
    Simulation simulation(settings, {.size = settings.box.size}, kBegin, {});
    simulation.begin(wavy_particles(kRankSide, kBegin, settings));
    RunChecks last;
    const RunEnd end =
        simulation.run({.write_output = [&](const Particles&, const PlannedOutput&,
                                            const RunChecks& checks) { last = checks; }});
    EXPECT_GE(end.report.counts->deepest_time_bin, 2);
    State state = simulation.state();
    state.global_sums = {};  // a sum, whose last bits depend on the ranks
    return Ended{state, last};
  }();
  return ended;
}

class RunOnRanks : public testing::TestWithParam<int> {};

TEST_P(RunOnRanks, IsBitwiseEqualToOneRank) {
  const Ended many = run_on(GetParam(), run_settings(), {.num_threads = 2});
  EXPECT_EQ(many.state, on_one().state);
  EXPECT_NEAR(many.checks.layzer_irvine.value(), on_one().checks.layzer_irvine.value(), 1e-8);
  EXPECT_NEAR(many.checks.momentum, on_one().checks.momentum, 1e-12);
  EXPECT_NEAR(many.checks.force_errors.max / on_one().checks.force_errors.max, 1, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Ranks, RunOnRanks, testing::Values(3));
INSTANTIATE_TEST_SUITE_P(OtherRanks, RunOnRanks, testing::Values(1, 2, 4));

// More ranks than slabs: the mesh is in pencils.
TEST(RunOnManyRanks, IsBitwiseEqualToOneRank) {
  constexpr int kSmall = 8, kRanks = 15;
  Settings settings = small_settings(kSmall);
  settings.output.redshifts = {8, 7};
  core::run_local(kRanks, [&](core::Communicator& comm) {
    const TreePm gravity(tree_pm_settings(settings), {.size = settings.box.size}, &comm);
    EXPECT_GT(std::ranges::min(gravity.mesh_shares()),
              0);  // in slabs some ranks would have no part
  });
  const State one = run_on(1, settings).state, many = run_on(kRanks, settings).state;
  EXPECT_EQ(many, one);
  EXPECT_GT(one.num_steps, 4);
}

TEST(RunOnHeterogeneousRanks, IsBitwiseEqualToOneRank) {
  EXPECT_EQ(run_on(3, run_settings(), {.speeds = {4, 2, 1}}).state, on_one().state);
  EXPECT_EQ(run_on(2, run_settings(), {.speeds = {1, 3}, .measured = true}).state, on_one().state);
}

// As measured shares may demand: the mesh moves from equal planes to the fast rank, and back.
TEST(RunOnHeterogeneousRanks, MeshFollowsShares) {
  const Settings settings = run_settings();
  core::run_local(2, [&](core::Communicator& comm) {
    TreePm gravity(tree_pm_settings(settings), {.size = settings.box.size}, &comm);
    Stepper stepper(gravity, settings.cosmology.background, {.a_begin = kBegin, .a_end = 1},
                    settings.steps, {.comm = &comm, .measured = true});
    EXPECT_EQ(gravity.mesh_shares(), (std::vector<double>{0.5, 0.5}));
    stepper.set_balance({0.2, 0.8}, stepper.balance());
    EXPECT_EQ(gravity.mesh_shares(), (std::vector<double>{0, 1}));
    stepper.set_balance({0.53, 0.47}, stepper.balance());  // still heterogeneous
    EXPECT_EQ(gravity.mesh_shares(), (std::vector<double>{1, 0}));
    stepper.set_balance({0.5, 0.5}, stepper.balance());
    EXPECT_EQ(gravity.mesh_shares(), (std::vector<double>{0.5, 0.5}));
    stepper.set_balance({0.53, 0.47}, stepper.balance());  // below the threshold
    EXPECT_EQ(gravity.mesh_shares(), (std::vector<double>{0.5, 0.5}));
  });
}

TEST(RunOnHeterogeneousRanks, WorkFollowsSpeeds) {
  const Settings settings = run_settings();
  core::run_local(3, [&](core::Communicator& comm) {
    Simulation simulation(settings, {.size = settings.box.size}, kBegin,
                          {.comm = &comm, .speeds = {4, 2, 2}});
    simulation.begin(part_of_particles(settings, comm.rank(), 3));
    const LongRangeSettings mesh = tree_pm_settings(settings).mesh;
    const double num = std::pow(kRankSide, 3),
                 near = initial_short_range_work(mesh, kRankSide * kRankSide * kRankSide);
    const double all = near + mesh_work(mesh);
    const double part = static_cast<double>(simulation.state().particles.size()) / num * near +
                        simulation.gravity().mesh_shares()[comm.rank()] * mesh_work(mesh);
    // As equal as tasks of 512 particles allow.
    EXPECT_NEAR(part / all, comm.rank() == 0 ? 0.5 : 0.25, 512 / num);
  });
}

// A run that stops on three ranks continues on each of these numbers of ranks, and without any.
void expect_continues_on(const std::vector<int>& numbers_of_ranks) {
  const Settings settings = run_settings();
  const auto folder =
      std::filesystem::temp_directory_path() / ("motley_run_ranks_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "restart").string();
  DomainBoundaries boundaries;  // at the stop
  core::run_local(3, [&](core::Communicator& comm) {
    Simulation simulation(settings, {.size = settings.box.size}, kBegin, {.comm = &comm});
    simulation.begin(part_of_particles(settings, comm.rank(), 3));
    const RunEnd end =
        simulation.run({.stop_requested = [&](double) { return simulation.state().num_steps == 7; },
                        .write_restart_file = [&] { simulation.write_restart(path); }});
    EXPECT_FALSE(end.finished);
    if (comm.rank() == 0) boundaries = simulation.state().boundaries;
  });
  for (const int ranks : numbers_of_ranks) {
    GatheredState gathered;
    core::run_local(ranks, [&](core::Communicator& comm) {
      const RestartMetadata metadata = read_restart_metadata(path);
      EXPECT_EQ(metadata.num_particles, kRankSide * kRankSide * kRankSide);
      Simulation simulation(settings, metadata.box, metadata.a_begin, {.comm = &comm});
      simulation.resume(path);
      EXPECT_EQ(simulation.state().boundaries == boundaries, ranks == 3);
      simulation.run({});
      gathered.add(simulation.state(), comm.rank());
    });
    EXPECT_EQ(gathered.whole(), on_one().state) << ranks << " ranks";
  }
  const RestartMetadata metadata = read_restart_metadata(path);
  Simulation alone(settings, metadata.box, metadata.a_begin, {.num_threads = 2});
  alone.resume(path);
  alone.run({});
  GatheredState gathered;
  gathered.add(alone.state(), 0);
  EXPECT_EQ(gathered.whole(), on_one().state);
  remove_restart(path);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  std::filesystem::remove_all(folder);
}

TEST(RestartOnRanks, ContinuesBitwiseEqualOnAsManyAndOnMore) { expect_continues_on({3, 4}); }

TEST(RestartOnRanks, ContinuesBitwiseEqualOnFewer) { expect_continues_on({2}); }

// Measured shares, and the times they are based on, are restored.
TEST(RestartOnRanks, RestoresTheBalancer) {
  const Settings settings = run_settings();
  const auto folder =
      std::filesystem::temp_directory_path() / ("motley_balance_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "restart").string();
  core::run_local(2, [&](core::Communicator& comm) {
    const Workers workers{.comm = &comm, .measured = true};
    Simulation before(settings, {.size = settings.box.size}, kBegin, workers);
    before.begin(part_of_particles(settings, comm.rank(), 2));
    before.run({.stop_requested = [&](double) { return before.state().num_steps == 5; },
                .write_restart_file = [&] { before.write_restart(path); }});
    const RestartMetadata metadata = read_restart_metadata(path);
    Simulation after(settings, metadata.box, metadata.a_begin, workers);
    after.resume(path);
    EXPECT_EQ(after.shares(), before.shares());
    EXPECT_EQ(after.balance().history, before.balance().history);
    EXPECT_EQ(after.balance().history[0].size(), 5u);
    EXPECT_EQ(after.balance().speeds, before.balance().speeds);
    EXPECT_EQ(after.balance().wins, before.balance().wins);
  });
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace motley::nbody
