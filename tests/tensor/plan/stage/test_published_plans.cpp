// Published profiles on the clusters of DAPPLE's evaluation: the plans of its table, and the times
// that its formula gives them.
//
//   A  two hosts of 8, 25 Gb/s between them    B  sixteen hosts, 25 Gb/s    C  sixteen, 10 Gb/s
//
// What reproduces them: 3.125 and 1.25 GB/s between hosts; 100 GB/s inside one; the layer called
// Input takes no time; floor(batch / (profile.batch x most replicas of a stage)) microbatches, so
// that each device gets slices of at least what was profiled.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tensor/plan/stage/dapple_planner.h"
#include "tensor/plan/stage/dapple_released.h"
#include "tensor/plan/stage/layer_cuts.h"
#include "tensor/plan/stage/planners.h"
#include "tensor/plan/stage/toy_problems.h"
#include "tensor/profile/profile_file.h"

namespace motley::tensor::stage {
namespace {

const core::Cluster kA = toy_cluster({8, 8}, 100e9, 3.125e9);
const core::Cluster kB = toy_cluster(std::vector<int32_t>(16, 1), 1, 3.125e9);
const core::Cluster kC = toy_cluster(std::vector<int32_t>(16, 1), 1, 1.25e9);

Profile published_profile(const std::string& name, int64_t batch) {
  Profile profile =
      read_profile(std::string(MOTLEY_TEST_DATA) + "/profiles/" + name + ".txt", batch);
  for (ProfileLayer& layer : profile.layers) {
    if (layer.name.starts_with("Input")) layer.forward_seconds = layer.backward_seconds = 0;
  }
  return profile;
}

struct Model {
  const char* file;
  int64_t profiled, batch;
};
const Model kVgg = {"vgg-19-pbs-32", 32, 2048};
const Model kBert = {"bert-48-pbs-2", 2, 64};
const Model kXlnet = {"xlnet-36-pbs-1", 1, 128};
const Model kAmoeba = {"amoeba-36-pbs-1", 1, 128};

PlanProblem problem_of(const Model& model, const core::Cluster& cluster) {
  return {.profile = published_profile(model.file, model.profiled),
          .cluster = cluster,
          .batch = model.batch,
          .microbatches = {1},
          .boundary = BoundaryRule::kWhole};
}

int32_t allowed_microbatches(const PlanProblem& problem, int32_t replicas) {
  return static_cast<int32_t>(
      std::max<int64_t>(1, problem.batch / (problem.profile.batch * replicas)));
}

DeviceGroup devices(int32_t begin, int32_t end) {
  DeviceGroup group;
  for (int32_t d = begin; d < end; ++d) group.push_back(d);
  return group;
}

struct Found {
  double milliseconds = INFINITY;
  std::string plan;
};

void consider(const PlanProblem& problem, const PipelinePlan& plan, Found& best) {
  const double milliseconds = 1e3 * seconds(dapple_latency(problem, plan));
  if (milliseconds < best.milliseconds) best = {milliseconds, to_string(plan)};
}

// -- the families of plans that win in the paper ----------------------------------------------

double data_parallel(const PlanProblem& problem) {
  const auto n = static_cast<int32_t>(problem.profile.layers.size());
  Found found;
  consider(problem,
           {.microbatches = allowed_microbatches(problem, 16),
            .stages = {stage_of_range(0, n, devices(0, 16))}},
           found);
  return found.milliseconds;
}

// Every cut and every split of 16 devices in two.
Found best_of_two_stages(const PlanProblem& problem) {
  const auto n = static_cast<int32_t>(problem.profile.layers.size());
  Found best;
  for (int32_t cut = 1; cut < n; ++cut) {
    for (int32_t first = 1; first < 16; ++first) {
      consider(problem,
               {.microbatches = allowed_microbatches(problem, std::max(first, 16 - first)),
                .stages = {stage_of_range(0, cut, devices(0, first)),
                           stage_of_range(cut, n, devices(first, 16))}},
               best);
    }
  }
  return best;
}

// A device a stage, 16 stages. Without all-reduces a pipeline is worth at most the largest
//   sum_{a<s} (F_a + B_a) + M (F_s + B_s),
// so plans that begin alike are told apart by their transfers so far and their largest.
Found best_straight(const PlanProblem& problem) {
  const LayerCuts cuts(problem.profile);
  const SlowestLinks links(problem.cluster);
  const int32_t n = cuts.num_layers(), m = allowed_microbatches(problem, 1);
  struct Begun {
    double transfers = 0, largest = 0;
    std::vector<int32_t> begins;
  };
  std::vector<std::vector<Begun>> at(n + 1);
  at[0] = {{}};
  for (int32_t s = 0; s < 16; ++s) {
    std::vector<std::vector<Begun>> next(n + 1);
    for (int32_t begin = 0; begin < n; ++begin) {
      for (const Begun& begun : at[begin]) {
        for (int32_t end = s == 15 ? n : begin + 1; end <= n; ++end) {
          Begun longer = begun;
          longer.begins.push_back(begin);
          if (s > 0) {
            const double both_ways =
                2 * static_cast<double>(cuts.cut_bytes(begin)) / links.between({s - 1}, {s});
            longer.largest = std::max(
                longer.largest, cuts.compute_seconds(0, begin) + longer.transfers + m * both_ways);
            longer.transfers += both_ways;
          }
          longer.largest =
              std::max(longer.largest, cuts.compute_seconds(0, begin) + longer.transfers +
                                           m * cuts.compute_seconds(begin, end));
          const auto beats = [](const Begun& a, const Begun& b) {
            return a.transfers <= b.transfers && a.largest <= b.largest;
          };
          auto& rivals = next[end];
          if (std::ranges::any_of(rivals, [&](const Begun& r) { return beats(r, longer); }))
            continue;
          std::erase_if(rivals, [&](const Begun& r) { return beats(longer, r); });
          rivals.push_back(std::move(longer));
        }
      }
    }
    at = std::move(next);
  }
  Found best;
  for (const Begun& begun : at[n]) {
    PipelinePlan plan{.microbatches = m};
    for (int32_t s = 0; s < 16; ++s) {
      plan.stages.push_back(stage_of_range(begun.begins[s], s < 15 ? begun.begins[s + 1] : n, {s}));
    }
    consider(problem, plan, best);
  }
  return best;
}

// What the search finds where a stage may have at most so many replicas.
Found searched(const PlanProblem& problem) {
  Found best;
  for (int32_t replicas = 1; replicas <= 16; ++replicas) {
    const auto answer = dapple_search(
        problem,
        {.microbatches = allowed_microbatches(problem, replicas), .most_replicas = replicas});
    if (!answer) continue;
    const double milliseconds = 1e3 * seconds(answer->latency);
    if (milliseconds < best.milliseconds) best = {milliseconds, to_string(answer->plan)};
  }
  return best;
}

// The same, cut by time alone.
double balanced_straight(PlanProblem problem) {
  problem.microbatches = {allowed_microbatches(problem, 1)};
  problem.even_stages = 16;
  return 1e3 * seconds(dapple_latency(problem, plan_1f1b(problem).plan));
}

TEST(PublishedPlans, DataParallelTimes) {
  EXPECT_NEAR(data_parallel(problem_of(kVgg, kA)), 906, 0.6);
  EXPECT_NEAR(data_parallel(problem_of(kVgg, kC)), 1399, 0.6);
  EXPECT_NEAR(data_parallel(problem_of(kBert, kA)), 2217, 0.6);
  EXPECT_NEAR(data_parallel(problem_of(kBert, kC)), 4512, 0.6);
  EXPECT_NEAR(data_parallel(problem_of(kXlnet, kA)), 3607, 0.6);
  EXPECT_NEAR(data_parallel(problem_of(kXlnet, kC)), 5410, 0.6);
  EXPECT_NEAR(data_parallel(problem_of(kAmoeba, kA)), 3583, 0.6);
  EXPECT_NEAR(data_parallel(problem_of(kAmoeba, kC)), 6941, 0.6);
}

void expect_two_stages(const Model& model, const core::Cluster& cluster, const std::string& plan,
                       double milliseconds) {
  const Found found = best_of_two_stages(problem_of(model, cluster));
  EXPECT_EQ(found.plan, plan);
  EXPECT_NEAR(found.milliseconds, milliseconds, 0.6) << plan;
}

// The table's replicas, with cuts that differ by up to three layers from those printed there: 13:6
// of VGG's layers with parameters, 23:25, 18:18, 24:12 and 27:9 of the others' blocks. XLNet on B
// is printed as 8:8.
TEST(PublishedPlans, TwoStageTimes) {
  expect_two_stages(kVgg, kA, "(0-17)@14 | (17-26)@2", 621);
  expect_two_stages(kVgg, kC, "(0-22)@15 | (22-26)@1", 721);
  expect_two_stages(kBert, kA, "(0-29)@8 | (29-53)@8", 741);
  expect_two_stages(kXlnet, kA, "(0-25)@8 | (25-43)@8", 2544);
  expect_two_stages(kXlnet, kB, "(0-22)@7 | (22-43)@9", 2958);
  expect_two_stages(kAmoeba, kA, "(0-26)@8 | (26-44)@8", 1391);
  expect_two_stages(kAmoeba, kB, "(0-33)@11 | (33-44)@5", 2348);
  expect_two_stages(kAmoeba, kC, "(0-33)@11 | (33-44)@5", 3950);
}

// The published formula gives each of 14 replicas 512/14 = 36.6 samples. What is simulated has
// whole samples: eight replicas have 37, and the stage takes as long as they do.
TEST(PublishedPlans, CountFractionsOfSamplesAndTheSimulationDoesNot) {
  const PlanProblem problem = problem_of(kVgg, kA);
  const PipelinePlan plan = {
      .microbatches = 4,
      .stages = {stage_of_range(0, 17, devices(0, 14)), stage_of_range(17, 26, devices(14, 16))}};
  EXPECT_NEAR(1e3 * seconds(dapple_latency(problem, plan)), 620.8, 0.1);
  const LayerCuts cuts(problem.profile);
  const PlanTiming timing = PlanEvaluator(problem).evaluate(plan);
  EXPECT_NEAR(seconds(timing.stages[0].forward), cuts.forward_seconds(0, 17) * 37 / 32, 1e-9);
  EXPECT_NEAR(seconds(timing.stages[1].forward), cuts.forward_seconds(17, 26) * 256 / 32, 1e-9);
}

// Recomputed elsewhere as 1014, 1051, 1113 and 2737: cuts by time alone. For XLNet on C 3430 and
// for AmoebaNet on B 1647 lie between such cuts and those that the formula likes best.
TEST(PublishedPlans, StraightTimes) {
  EXPECT_NEAR(balanced_straight(problem_of(kBert, kA)), 1014, 0.6);
  EXPECT_NEAR(balanced_straight(problem_of(kBert, kB)), 1051, 0.6);
  EXPECT_NEAR(balanced_straight(problem_of(kBert, kC)), 1113, 0.6);
  EXPECT_NEAR(balanced_straight(problem_of(kAmoeba, kC)), 2737, 0.6);
  EXPECT_NEAR(balanced_straight(problem_of(kXlnet, kC)), 3489.4, 0.1);
  EXPECT_NEAR(balanced_straight(problem_of(kAmoeba, kB)), 1664.3, 0.1);
  EXPECT_NEAR(best_straight(problem_of(kBert, kB)).milliseconds, 979.4, 0.1);
  EXPECT_NEAR(best_straight(problem_of(kBert, kC)).milliseconds, 1023.2, 0.1);
  EXPECT_NEAR(best_straight(problem_of(kXlnet, kC)).milliseconds, 3271.6, 0.1);
  EXPECT_NEAR(best_straight(problem_of(kAmoeba, kB)).milliseconds, 1646.2, 0.1);
  EXPECT_NEAR(best_straight(problem_of(kAmoeba, kC)).milliseconds, 2684.6, 0.1);
}

// Among data parallelism, two stages and straight pipelines, the families that the paper's table
// knows, its kind of plan wins.
TEST(PublishedPlans, TheFamilyOfTheTableWins) {
  const auto winner = [](const Model& model, const core::Cluster& cluster) {
    const PlanProblem problem = problem_of(model, cluster);
    const double all = data_parallel(problem), two = best_of_two_stages(problem).milliseconds,
                 straight = best_straight(problem).milliseconds;
    return all < std::min(two, straight) ? "data" : two < straight ? "two" : "straight";
  };
  EXPECT_STREQ(winner(kVgg, kC), "two");
  EXPECT_STREQ(winner(kBert, kA), "two");
  EXPECT_STREQ(winner(kBert, kB), "straight");
  EXPECT_STREQ(winner(kBert, kC), "straight");
  EXPECT_STREQ(winner(kXlnet, kA), "two");
  EXPECT_STREQ(winner(kXlnet, kB), "two");
  EXPECT_STREQ(winner(kXlnet, kC), "straight");
  EXPECT_STREQ(winner(kAmoeba, kA), "two");
  // The table has 11:5 for AmoebaNet, the best of two stages, and data parallelism for VGG on A and
  // B, which counts all-reduces as hidden behind backward passes.
  EXPECT_STREQ(winner(kAmoeba, kB), "straight");
  EXPECT_STREQ(winner(kAmoeba, kC), "straight");
  EXPECT_STREQ(winner(kVgg, kA), "two");
  EXPECT_STREQ(winner(kVgg, kB), "two");
}

// The whole search, which may make any number of stages, agrees where the table's plan is the
// formula's best, and passes it elsewhere.
TEST(PublishedPlans, TheSearchFindsThemOrBetter) {
  const auto expect = [](const Model& model, const core::Cluster& cluster, const std::string& plan,
                         double milliseconds) {
    const Found found = searched(problem_of(model, cluster));
    EXPECT_EQ(found.plan, plan);
    EXPECT_NEAR(found.milliseconds, milliseconds, 0.1) << found.plan;
  };
  expect(kVgg, kA, "(0-17)@14 | (17-26)@2", 620.8);
  expect(kVgg, kC, "(0-22)@15 | (22-26)@1", 720.8);
  expect(kBert, kA, "(0-29)@8 | (29-53)@8", 740.6);
  expect(kBert, kC, best_straight(problem_of(kBert, kC)).plan, 1023.2);
  expect(kAmoeba, kA, "(0-26)@8 | (26-44)@8", 1391.1);
  expect(kBert, kB, "(0-1)@1 | (1-8)@1 | (8-15)@2 | (15-25)@3 | (25-41)@5 | (41-53)@4", 918.8);
  expect(kXlnet, kA, "(0-22)@7 | (22-40)@8 | (40-43)@1", 2446.1);
  expect(kXlnet, kC, "(0-11)@2 | (11-18)@3 | (18-27)@4 | (27-38)@5 | (38-43)@2", 2973.3);
}

// -- against PipeDream's plan, by the authors' own evaluator ----------------------------------

// The released files drop the Input layer and count from behind it.
Profile vgg_without_input() {
  Profile profile = published_profile(kVgg.file, kVgg.profiled);
  profile.layers.erase(profile.layers.begin());
  profile.edges = chain_edges(profile.layers.size());
  return profile;
}

TEST(PublishedPlans, PipeDreamsPlanOfVgg) {
  for (const double inside : {80e9, 100e9, 130e9}) {
    const PlanProblem problem = {.profile = vgg_without_input(),
                                 .cluster = toy_cluster({8, 8}, inside, 3.125e9),
                                 .batch = 1024,
                                 .microbatches = {32}};
    EXPECT_EQ(to_string(plan_pipedream(problem).plan),
              "(0-11)@8 | (11-17)@6 | (17-19)@1 | (19-25)@1");
  }
}

struct RangeOnDevices {
  int32_t begin, end, devices;
};

// The step by the released evaluator. `inclusive` is how it was released: a stage's time and
// parameters include the layer behind its end.
double released_step(const std::vector<RangeOnDevices>& stages, int32_t microbatches,
                     bool inclusive) {
  const Profile profile = vgg_without_input();
  const LayerCuts cuts(profile);
  const DappleReleased released(8);
  const double scale = 32.0 / microbatches;  // batch 1024, profiled with 32
  std::vector<double> times, all_reduces;
  DeviceGroup before;
  int32_t device = 0;
  for (const RangeOnDevices& stage : stages) {
    const DeviceGroup group = devices(device, device + stage.devices);
    device += stage.devices;
    if (!before.empty()) {
      const double bytes = scale * static_cast<double>(cuts.cut_bytes(stage.begin));
      times.push_back(released.split_concat_seconds(bytes, before, group));
      all_reduces.push_back(0);
    }
    const int32_t end = std::min(stage.end + (inclusive ? 1 : 0), cuts.num_layers());
    times.push_back(scale * cuts.compute_seconds(stage.begin, end) / stage.devices / 2);
    all_reduces.push_back(released.all_reduce_seconds(
        static_cast<double>(cuts.parameter_bytes(stage.begin, end)), group));
    before = group;
  }
  return released_step_seconds(times, times, all_reduces, microbatches);
}

// The headline of the paper is 3.23 times. 3.26 comes out with microbatches of one sample, which is
// what the released planner takes unless told otherwise; with those that were profiled it is 3.03,
// and 3.06 with stages that do not overlap.
TEST(PublishedPlans, DapplesPlanOfVggIsThreeTimesAsFastAsPipeDreams) {
  const std::vector<RangeOnDevices> dapple = {{0, 16, 14}, {16, 25, 2}};
  const std::vector<RangeOnDevices> pipedream = {{0, 11, 8}, {11, 17, 6}, {17, 19, 1}, {19, 25, 1}};
  const auto ratio = [&](int32_t microbatches, bool inclusive) {
    return released_step(pipedream, microbatches, inclusive) /
           released_step(dapple, microbatches, inclusive);
  };
  EXPECT_NEAR(ratio(1024, true), 3.26, 0.01);
  EXPECT_NEAR(ratio(1024, false), 3.30, 0.01);
  EXPECT_NEAR(ratio(32, true), 3.03, 0.01);
  EXPECT_NEAR(ratio(32, false), 3.06, 0.01);
}

TEST(DappleReleased, CommunicationTakesWhatItsConstantsSay) {
  const DappleReleased released(8);
  EXPECT_NEAR(released.all_reduce_seconds(1e9, devices(0, 8)), 0.0175, 1e-12);
  EXPECT_NEAR(released.all_reduce_seconds(1e9, devices(4, 12)), 0.58333, 1e-5);
  EXPECT_EQ(released.all_reduce_seconds(1e9, devices(3, 4)), 0);
  const auto split = [&](const DeviceGroup& from, const DeviceGroup& to) {
    return released.split_concat_seconds(1e9, from, to);
  };
  EXPECT_NEAR(split(devices(0, 4), devices(4, 8)), 0.04, 1e-12);
  EXPECT_NEAR(split({0, 1, 8, 9}, devices(10, 14)), 0.5, 1e-12);
  EXPECT_NEAR(split(devices(0, 4), devices(6, 10)), 1 / 3.0, 1e-12);
}

// Where forwards and backwards are equally long, it is 1f1b over all entries.
TEST(DappleReleased, StepsOfEqualStagesAreThoseOf1f1b) {
  const std::vector<double> ones(4, 1.0), none(4, 0.0);
  EXPECT_DOUBLE_EQ(released_step_seconds(ones, ones, none, 8), (8 + 3) * 2);
  EXPECT_DOUBLE_EQ(released_step_seconds(ones, ones, std::vector<double>{5, 0, 0, 0}, 8), 27);
}

}  // namespace
}  // namespace motley::tensor::stage
