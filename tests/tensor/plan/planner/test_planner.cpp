#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "core/base/error.h"
#include "core/cluster/cluster_file.h"
#include "tensor/cost/step_cost.h"
#include "tensor/ir/precision.h"
#include "tensor/plan/file/plan_file.h"
#include "tensor/plan/planner/closed_form_search.h"
#include "tensor/plan/planner/cluster_parts.h"
#include "tensor/plan/planner/comparison.h"
#include "tensor/plan/planner/lowered_plan.h"
#include "tensor/plan/planner/planned_arguments.h"
#include "tensor/plan/planner/planner.h"
#include "tensor/plan/planner/staged_plan.h"
#include "tensor/sampling.h"

namespace motley::tensor::planner {
namespace {

constexpr const char* kUnlike = R"(name: unlike
device_types:
  fast: {flops: 2T, memory: 4GiB, memory_bandwidth: 50GB/s}
  slow: {flops: 1T, memory: 4GiB, memory_bandwidth: 25GB/s}
hosts:
  - {devices: {fast: 1, slow: 1}, link: {bandwidth: 5GB/s, latency: 5us}}
  - {devices: {slow: 1}, link: {bandwidth: 5GB/s, latency: 5us}}
network: {bandwidth: 1GB/s, latency: 30us}
)";

core::Cluster unlike() { return core::parse_cluster(kUnlike, "unlike.yaml"); }

ModelStepPtr small_step(const std::string& model = "mlp:inputs=16,hidden=32x32,batch=12") {
  return build_step(load_model(model), {});
}

TEST(Planner, IsNeverWorseThanAnythingItSimulated) {
  for (const char* model :
       {"mlp:inputs=16,hidden=32x32,batch=12", "mlp:inputs=512,hidden=512,batch=4",
        "gpt:layers=1,hidden=16,heads=2,seq=8,vocab=64,batch=6"}) {
    const PlanResult result =
        plan(small_step(model), unlike(), {.effort = search::SearchEffort::kFast});
    EXPECT_GE(result.named.size(), 5u) << model;
    for (const Plan& named : result.named) {
      if (named.fits()) {
        EXPECT_LE(result.plan.time.step_seconds, named.time.step_seconds)
            << model << ", " << named.strategy;
      }
    }
    EXPECT_LE(result.plan.found->lower_bound_seconds, result.plan.time.step_seconds);
  }
}

// Sums of the same times in another order differ by a rounding, which says nothing of two plans.
TEST(Planner, PrefersLessMemoryAmongEquallyFastPlans) {
  const core::Cluster cluster = core::parse_cluster(
      "device_types:\n"
      "  fast: {flops: 200G, memory: 4GiB, memory_bandwidth: 20GB/s}\n"
      "  slow: {flops: 100G, memory: 4GiB, memory_bandwidth: 20GB/s}\n"
      "hosts:\n"
      "  - {devices: {fast: 1, slow: 1}, link: {bandwidth: 2GB/s, latency: 20us}}\n"
      "  - {devices: {slow: 2}, link: {bandwidth: 2GB/s, latency: 20us}}\n"
      "network: {bandwidth: 1GB/s, latency: 50us}\n",
      "unlike.yaml");
  const ModelStepPtr step = small_step("gpt:layers=2,hidden=64,heads=4,seq=64,vocab=256,batch=9");
  const PlanResult brief =
      plan(step, cluster, {.effort = search::SearchEffort::kFast, .compare = false});
  // A page asks for more states, of which one by sequence is as fast and needs twice the memory.
  const PlanResult thorough =
      plan(step, cluster,
           {.effort = search::SearchEffort::kFast, .explain_classes = true, .compare = false});
  EXPECT_NEAR(thorough.plan.time.step_seconds, brief.plan.time.step_seconds, 1e-12);
  EXPECT_LE(thorough.plan.time.peak_bytes, brief.plan.time.peak_bytes);
  // As many again, whatever the time that they take; those of the last class are all simulated.
  const size_t once = brief.plan.found->tried.size(), more = thorough.plan.found->tried.size();
  EXPECT_GT(more, once);
  EXPECT_LE(more, 2 * once + 16);
}

// Two hosts of four behind a network; of memory, so much that fits what the tests say.
core::Cluster two_hosts(const char* memory, const char* network) {
  return core::parse_cluster(
      fmt::format("device_types: {{gpu: {{flops: 10T, memory: {}, memory_bandwidth: 500GB/s}}}}\n"
                  "hosts: [{{count: 2, devices: {{gpu: 4}}, link: {{bandwidth: 50GB/s, latency: "
                  "5us}}}}]\n"
                  "network: {{bandwidth: {}, latency: 20us}}\n",
                  memory, network),
      "two_hosts.yaml");
}

TEST(Planner, AStrategyOfSeveralDegreesIsItsFastest) {
  const StepOnCluster on =
      on_cluster(small_step("gpt:layers=2,hidden=64,heads=4,seq=32,vocab=256,batch=8"),
                 two_hosts("1GiB", "10Gb/s"));
  const Plan best = plan_by(on, "megatron-3d");
  const std::vector<std::string> degrees = degrees_of(on, "megatron-3d");
  EXPECT_EQ(degrees.size(), 4u);
  for (const std::string& one : degrees) {
    const Plan plan = plan_by_degrees(on, "megatron-3d", one);
    EXPECT_EQ(plan.degrees, one);
    EXPECT_GE(plan.time.step_seconds, best.time.step_seconds) << one;
  }
  EXPECT_FALSE(plan_by_degrees(on, "megatron-3d", "tensor parallel 3").applies());
}

// In one micro-batch nothing fits: activations of 64 samples take most of the memory.
TEST(Planner, ClosedFormsAreCutInTimeUntilTheyFit) {
  const StepOnCluster on =
      on_cluster(small_step("gpt:layers=4,hidden=64,heads=4,seq=128,vocab=256,batch=64"),
                 two_hosts("20MB", "10Gb/s"));
  const ClosedForms found = closed_forms(on, {});
  EXPECT_GE(found.as_asked.size(), 4u);
  for (const Plan& plan : found.as_asked) EXPECT_FALSE(plan.fits()) << plan.strategy;
  ASSERT_TRUE(found.best);
  EXPECT_TRUE(found.best->fits());
  EXPECT_TRUE(found.best->on.microbatches().count > 1 || found.best->on.microbatches().recompute);
  EXPECT_EQ(found.best->on.model_step->samples_per_step(), 64);
}

// What is asked as often finds nothing that fits when it begins with the step as it was asked for.
TEST(Planner, ClosedFormsThatHurryFindWhatFitsFirst) {
  const StepOnCluster on =
      on_cluster(small_step("gpt:layers=4,hidden=64,heads=4,seq=128,vocab=256,batch=64"),
                 two_hosts("20MB", "10Gb/s"));
  const auto within = [&](int most, ClosedFormOrder order) {
    int asked = 0;
    return closed_forms(
        on, [&] { return ++asked > most; }, order);
  };
  constexpr int kFew = 12;
  const ClosedForms hurried = within(kFew, ClosedFormOrder::kLeastMemoryFirst);
  ASSERT_TRUE(hurried.best);
  EXPECT_TRUE(hurried.best->fits());
  EXPECT_FALSE(within(kFew, ClosedFormOrder::kAsAskedFirst).best);
}

TEST(Planner, ComparesWhatADeadlineLeavesTimeFor) {
  const StepOnCluster on =
      on_cluster(small_step("gpt:layers=2,hidden=16,heads=2,seq=8,vocab=64,batch=8"),
                 two_hosts("1GiB", "10Gb/s"));
  const PlanOptions free{.effort = search::SearchEffort::kFast};
  PlanOptions late = free;
  late.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
  const Comparison all = compare_strategies(on, free), some = compare_strategies(on, late);
  EXPECT_LT(some.rows.size(), all.rows.size());
  EXPECT_GE(some.rows.size(), 2u);  // the first strategy, and the plan
  int out_of_time = 0;
  for (const std::string& why : some.inapplicable) out_of_time += why.ends_with("time limit");
  EXPECT_GT(out_of_time, 3);
  // None is missing without a word; the planner's own pipeline is in its row then.
  EXPECT_GE(some.rows.size() + some.inapplicable.size() + 1,
            all.rows.size() + all.inapplicable.size());
}

// A workstation, a server and a laptop behind a slow network, as labs have them.
core::Cluster lab(const char* memory) {
  return core::parse_cluster(
      fmt::format("device_types:\n"
                  "  gpu: {{flops: 10T, memory: {}, memory_bandwidth: 500GB/s}}\n"
                  "  cpu: {{flops: 400G, memory: {}, memory_bandwidth: 50GB/s}}\n"
                  "hosts:\n"
                  "  - {{devices: {{gpu: 1}}}}\n"
                  "  - {{devices: {{cpu: 1}}}}\n"
                  "  - {{devices: {{gpu: 2}}, link: {{bandwidth: 16GB/s, latency: 8us}}}}\n"
                  "network: {{bandwidth: 1Gb/s, latency: 100us}}\n",
                  memory, memory),
      "lab.yaml");
}

TEST(Planner, LeavesOutHostsThatDelayTheOthers) {
  const ModelStepPtr step = small_step("gpt:layers=2,hidden=64,heads=4,seq=128,vocab=256,batch=4");
  core::Cluster server = lab("6MB");
  server.hosts = {server.hosts[2]};
  const PlanOptions options{.effort = search::SearchEffort::kFast, .pipelines = true};
  const PlanResult alone = plan(step, server, options);
  const PlanResult found = plan(step, lab("6MB"), options);
  ASSERT_TRUE(alone.plan.fits());
  ASSERT_TRUE(found.plan.fits());
  EXPECT_LE(found.plan.time.step_seconds, alone.plan.time.step_seconds * (1 + 1e-12));
  EXPECT_EQ(found.plan.devices(), (std::vector{2, 3}));
  EXPECT_EQ(unused_devices(found.plan), "1 x gpu, 1 x cpu");
  // It is a plan for the whole cluster: priced there, it takes as long.
  Plan again = found.plan;
  predict_plan(again);
  EXPECT_EQ(again.time.step_seconds, found.plan.time.step_seconds);
  EXPECT_EQ(again.on.cluster.hosts.size(), 3u);
  EXPECT_LE(*found.plan.lower_bound_seconds(), found.plan.time.step_seconds);
}

TEST(Planner, PartsOfAClusterAreItsFastestHosts) {
  const auto hosts = [](const std::vector<ClusterPart>& parts) {
    std::vector<std::vector<int>> all;
    for (const ClusterPart& part : parts) {
      EXPECT_EQ(part.hosts.size(), part.cluster.hosts.size());
      all.push_back(part.hosts);
    }
    return all;
  };
  EXPECT_EQ(hosts(cluster_parts(lab("1GiB"))), (std::vector<std::vector<int>>{{0, 2}, {2}}));
  EXPECT_EQ(cluster_parts(lab("1GiB"))[0].text, "the 2 fastest hosts of 3");
  core::Cluster alike = two_hosts("1GiB", "10Gb/s");
  for (int i = 0; i < 4; ++i) alike.hosts.push_back(alike.hosts[0]);
  EXPECT_EQ(hosts(cluster_parts(alike)),
            (std::vector<std::vector<int>>{{0, 1, 2, 3}, {0, 1}, {0}}));
  EXPECT_TRUE(cluster_parts(core::one_host({.name = "gpu"}, 4, {})).empty());
}

TEST(Planner, EvenPlansHaveEqualSharesAndCostMore) {
  const core::Cluster cluster = unlike();
  const ModelStepPtr step = small_step("mlp:inputs=512,hidden=512x512,batch=600");
  for (const auto effort : {search::SearchEffort::kFast, search::SearchEffort::kFull}) {
    if (effort == search::SearchEffort::kFull && !runs_every_case()) continue;
    const Plan free = plan(step, cluster, {.effort = effort}).plan;
    const PlanResult even = plan(step, cluster, {.effort = effort, .even = true});
    EXPECT_FALSE(is_even(free));
    EXPECT_TRUE(is_even(even.plan));
    EXPECT_LE(free.time.step_seconds, even.plan.time.step_seconds);
    for (const Plan& named : even.named) EXPECT_TRUE(is_even(named)) << named.strategy;
  }
  EXPECT_THROW(plan(step, cluster, {.strategy = "dp-proportional", .even = true}), core::UserError);
}

TEST(Planner, TellsWhoHoldsWhatOfAnArgument) {
  const Plan by_speed = plan_by(on_cluster(small_step(), unlike()), "dp-proportional");
  int64_t held = 0;
  for (const PlannedArgument& a : planned_arguments(by_speed)) {
    if (a.role != StepRole::kBatch || a.name != "x") continue;
    ASSERT_EQ(a.cuts.size(), 1u);
    EXPECT_EQ(a.cuts[0].dim, 0);
    EXPECT_EQ(a.cuts[0].sizes, (std::vector<int64_t>{6, 3, 3}));
    EXPECT_EQ(a.cuts[0].kind, ArgumentCut::Kind::kUneven);
    for (const int64_t size : a.cuts[0].sizes) held += size;
  }
  EXPECT_EQ(held, 12);
  // Nine samples on two devices of one type are uneven for want of a half.
  const core::Cluster alike = core::parse_cluster(
      "hosts: [{devices: {v100: 2}, link: {bandwidth: 5GB/s, latency: 5us}}]", "c.yaml");
  const Plan equal =
      plan_by(on_cluster(small_step("mlp:inputs=16,hidden=32,batch=9"), alike), "dp-even");
  EXPECT_TRUE(is_even(equal));
  for (const PlannedArgument& a : planned_arguments(equal)) {
    if (a.role == StepRole::kBatch) {
      EXPECT_EQ(a.cuts.at(0).kind, ArgumentCut::Kind::kRemainder);
    }
    if (a.role == StepRole::kParam) {
      EXPECT_TRUE(a.cuts.empty()) << a.name;
    }
  }
}

// `motley cost` and `motley plan --strategy single` are the same prediction.
TEST(Planner, OneDeviceTakesAsLongAsTheCompiledStepIsPriced) {
  for (const char* model : {"mlp", "gpt:layers=2,hidden=64,heads=2,seq=32,vocab=128,batch=2"}) {
    const ModelStepPtr step = small_step(model);
    for (const char* type : {"h200", "v100", "rtx-4090", "tpu-v5e", "epyc-9654"}) {
      const core::Cluster cluster =
          core::parse_cluster(fmt::format("hosts: [{{devices: {{{}: 1}}}}]", type), "c.yaml");
      const double planned =
          plan(step, cluster, {.strategy = "single", .compare = false}).plan.time.step_seconds;
      const double priced = StepPricing(step->step.program, updates_of(step->step))
                                .on(cluster.device_types[0])
                                .time.seconds;
      EXPECT_NEAR(planned, priced, 0.01 * priced) << model << " on " << type;
      EXPECT_GT(planned, 10e-6);  // kernels have to be launched
    }
  }
}

TEST(Planner, SaysWhichRatesAreNotStated) {
  ModelStep step = *small_step();
  step.step.program = with_floats_as(step.step.program, ElementType::kBF16);
  const auto warnings = on_cluster(std::make_shared<ModelStep>(step), unlike()).rate_warnings;
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_EQ(warnings[0],
            "device type `fast` states no rate for bf16, which is priced as float32; write `flops: "
            "{f32: ..., bf16: ...}`");
  EXPECT_TRUE(on_cluster(small_step(), unlike()).rate_warnings.empty());
}

TEST(Planner, PrefersThePlanThatFitsThenTheFaster) {
  Plan fits, slower, too_large, inapplicable;
  fits.time.step_seconds = 2;
  slower.time.step_seconds = 3;
  too_large.time = {.step_seconds = 1, .out_of_memory = "1 GB too much"};
  inapplicable.inapplicable_reason = "no experts";
  EXPECT_TRUE(is_better(fits, slower));
  EXPECT_FALSE(is_better(slower, fits));
  EXPECT_TRUE(is_better(slower, too_large));
  EXPECT_FALSE(is_better(too_large, slower));
  EXPECT_FALSE(is_better(inapplicable, too_large));
}

TEST(Planner, ReportsProgressAndCanBeCancelled) {
  std::vector<std::string> phases;
  int num_asked = 0;
  PlanOptions options{.compare = false};
  options.on_progress = [&](const PlanProgress& p) {
    EXPECT_GT(p.best_seconds, 0);
    phases.push_back(p.phase);
  };
  plan(small_step(), unlike(), options);
  EXPECT_GE(phases.size(), 3u);
  EXPECT_EQ(phases.front(), "searching");
  const size_t num_all = phases.size();
  phases.clear();
  options.is_cancelled = [&] { return ++num_asked > 1; };
  const PlanResult result = plan(small_step(), unlike(), options);
  EXPECT_FALSE(result.plan.found->complete);
  EXPECT_GT(result.plan.time.step_seconds, 0);
  EXPECT_LT(phases.size(), num_all);
}

TEST(Planner, CutsOrRecomputesWhatDoesNotFit) {
  const core::Cluster pair = core::one_host({.name = "small",
                                             .flops_per_second = 1e12,
                                             .memory_bytes = 200'000,
                                             .memory_bytes_per_second = 5e10},
                                            2, {5e9, 5e-6});
  const PlanResult result =
      plan(small_step("mlp:inputs=16,hidden=16,batch=2048"), pair, {.compare = false});
  EXPECT_TRUE(result.plan.fits());
  EXPECT_EQ(result.microbatches.kind, MicrobatchChoice::Kind::kChosen);
  EXPECT_NE(result.microbatches.asked_time.out_of_memory, "");
  EXPECT_EQ(result.plan.on.model_step->samples_per_step(), 2048);
}

// In proportion to their speeds, the samples of the fast devices need slightly more memory than
// there is: recomputing some of it is better than even shares.
TEST(Planner, AtLowEffortAStrategyThatNearlyFitsIsRecomputed) {
  const auto cluster = [](int64_t bytes) {
    return core::parse_cluster(
        fmt::format(
            "device_types:\n"
            "  fast: {{flops: 2T, memory: {}, memory_bandwidth: 200GB/s}}\n"
            "  slow: {{flops: 1T, memory: 4GiB, memory_bandwidth: 100GB/s}}\n"
            "hosts:\n"
            "  - {{devices: {{fast: 2, slow: 2}}, link: {{bandwidth: 20GB/s, latency: 5us}}}}\n",
            bytes),
        "tight.yaml");
  };
  const ModelStepPtr step = small_step("gpt:layers=4,hidden=64,heads=4,seq=64,vocab=64,batch=36");
  const Plan free = plan_by(on_cluster(step, cluster(int64_t{4} << 30)), "dp-proportional");
  const int64_t tight = free.time.peak_bytes * 19 / 20;
  const PlanResult result =
      plan(step, cluster(tight), {.effort = search::SearchEffort::kFast, .pipelines = false});
  EXPECT_TRUE(result.plan.fits());
  EXPECT_TRUE(result.plan.on.microbatches().recompute);
  for (const Plan& named : result.named) {
    if (!named.fits()) continue;
    EXPECT_LT(result.plan.time.step_seconds, 0.97 * named.time.step_seconds) << named.strategy;
  }
  EXPECT_LE(result.plan.found->lower_bound_seconds, result.plan.time.step_seconds);
}

TEST(Planner, ExplainsAValue) {
  const ModelStepPtr step = small_step();
  const std::string name = step->step.arguments[0].name;
  const PlanResult result = plan(
      step, unlike(), {.effort = search::SearchEffort::kFast, .explain = name, .compare = false});
  const auto states = explained_states(result);
  ASSERT_GE(states.size(), 2u);
  EXPECT_EQ(std::ranges::count_if(states, &ExplainedState::is_chosen), 1);
  EXPECT_THROW(plan(step, unlike(), {.explain = "no such value"}), core::UserError);
}

TEST(Planner, ExplainingFindsNothingFasterThanTheQuickSearch) {
  const ModelStepPtr step = small_step("gpt:layers=2,hidden=64,heads=4,seq=32,vocab=256,batch=12");
  PlanOptions options{.effort = search::SearchEffort::kFast, .compare = false};
  const double alone = plan(step, unlike(), options).plan.time.step_seconds;
  for (const char* name : {"wte", "blocks.0.attn.wq", "tok"}) {
    const auto& arguments = step->step.arguments;
    if (std::ranges::find(arguments, name, &StepArgument::name) == arguments.end()) continue;
    options.explain = name;
    EXPECT_GE(plan(step, unlike(), options).plan.time.step_seconds, alone * (1 - 1e-9)) << name;
  }
}

constexpr const char* kSmallGpt = "gpt:layers=4,hidden=64,heads=4,seq=32,vocab=128,batch=16";

TEST(Planner, TensorParallelStagesHaveTheDegreesAskedFor) {
  const StepOnCluster on = on_cluster(small_step(kSmallGpt), two_hosts("4GiB", "10GB/s"));
  const Plan plan = plan_by(on, "megatron-3d-stages:tensor=2,stages=2,microbatches=4,chunks=1");
  ASSERT_TRUE(plan.applies()) << plan.inapplicable_reason;
  EXPECT_EQ(cannot_run_reason(plan), "");
  ASSERT_EQ(plan.stages.size(), 2u);
  EXPECT_EQ(plan.pipeline->cuts.microbatches, 4);
  int sharded_moments = 0;
  for (const PlanStage& stage : plan.stages) {
    EXPECT_EQ(stage.sharding.group.sizes, (std::vector<int>{2, 2}));
    EXPECT_EQ(stage.samples, (std::vector<int64_t>{2, 2}));
    for (const auto& [argument, state] : stage.states) {
      const bool moment = on.step().arguments[argument].role == StepRole::kState;
      EXPECT_FALSE(!moment && state[0].is_sharded());  // ZeRO-1: not the parameters
      sharded_moments += moment && state[0].is_sharded() && state[1].is_sharded();
    }
  }
  EXPECT_GT(sharded_moments, 10);
  EXPECT_NE(plan.degrees.find("tensor parallel 2 within hosts, data parallel 2, ZeRO-1, 2 stages"),
            std::string::npos);
  const Plan twice = plan_by(on, "megatron-3d-stages:tensor=2,stages=2,microbatches=4,chunks=2");
  ASSERT_TRUE(twice.applies()) << twice.inapplicable_reason;
  EXPECT_EQ(twice.stages.size(), 4u);
  EXPECT_EQ(twice.stages[2].devices, twice.stages[0].devices);
  EXPECT_EQ(cannot_run_reason(twice), "");
  if (runs_every_case()) {
    const Plan best = plan_by(on, "megatron-3d-stages");
    EXPECT_LE(best.time.step_seconds, plan.time.step_seconds);
  }
  EXPECT_FALSE(plan_by(on, "megatron-3d-stages:tensor=3").applies());
  EXPECT_THROW(plan_by(on, "megatron-3d-stages:depth=3"), core::UserError);
}

// The stage planner counts what the devices of a group save as if each had its part of all of it.
TEST(Planner, StagesRecomputeWhatTheirListsHaveNoRoomFor) {
  const char* strategy = "megatron-3d-stages:tensor=2,stages=2,microbatches=4,chunks=1";
  const Plan plain =
      plan_by(on_cluster(small_step(kSmallGpt), two_hosts("4GiB", "10GB/s")), strategy);
  ASSERT_TRUE(plain.fits());
  EXPECT_FALSE(plain.degrees.ends_with("recomputed"));
  const std::string memory = fmt::format("{}kB", plain.time.peak_bytes / 1000 - 1);
  const Plan tight =
      plan_by(on_cluster(small_step(kSmallGpt), two_hosts(memory.c_str(), "10GB/s")), strategy);
  EXPECT_TRUE(tight.fits()) << tight.time.out_of_memory;
  EXPECT_TRUE(tight.degrees.ends_with("recomputed")) << tight.degrees;
}

// Replicas on hosts of their own are simulated once. A host that differs by a picosecond of latency
// has them all simulated.
TEST(Planner, AlikeReplicasTakeAsLongAsOne) {
  const auto cluster = [](const char* latency) {
    return core::parse_cluster(
        fmt::format(
            "device_types: {{gpu: {{flops: 10T, memory: 4GiB, memory_bandwidth: 500GB/s}}}}\n"
            "hosts:\n"
            "  - {{count: 3, devices: {{gpu: 2}}, link: {{bandwidth: 50GB/s, latency: 5us}}}}\n"
            "  - {{devices: {{gpu: 2}}, link: {{bandwidth: 50GB/s, latency: {}}}}}\n"
            "network: {{bandwidth: 1GB/s, latency: 20us}}\n",
            latency),
        "alike.yaml");
  };
  // What a tied embedding sends to all replicas goes in fewer messages.
  for (const auto& [model, apart] :
       {std::pair{"llama:layers=4,hidden=64,heads=4,seq=32,vocab=128,batch=16", 0.05},
        std::pair{kSmallGpt, 0.05}}) {
    const char* strategy = "megatron-3d-stages:tensor=2,stages=2,microbatches=4,chunks=1";
    const Plan once = plan_by(on_cluster(small_step(model), cluster("5us")), strategy);
    const Plan all = plan_by(on_cluster(small_step(model), cluster("5.000001us")), strategy);
    ASSERT_TRUE(once.applies() && all.applies());
    EXPECT_NEAR(once.time.step_seconds, all.time.step_seconds, apart * all.time.step_seconds);
    EXPECT_EQ(once.time.peak_bytes, all.time.peak_bytes);
    EXPECT_EQ(once.time.spans.size(), all.time.spans.size());
  }
}

TEST(Planner, TurnsAtTheFiguresItSays) {
  const PlanOptions fast{.effort = search::SearchEffort::kFast, .choose_microbatches = false};
  const ModelStepPtr step = small_step("mlp:inputs=512,hidden=2048x2048,batch=4096");
  int points = 0;
  for (const double rate : {20e9, 80e9}) {
    if (points > 0 && !runs_every_case()) break;
    const auto cluster = [&](double factor) {
      return two_hosts("4GiB", fmt::format("{}B/s", rate * factor).c_str());
    };
    for (const TurningPoint& p : plan(step, cluster(1), fast).turning_points) {
      if (p.kind == TurningPoint::Kind::kMemory) continue;
      ++points;
      const Plan there =
          plan_by_degrees(on_cluster(step, cluster(p.figure)), p.strategy, p.degrees);
      EXPECT_NEAR(there.time.step_seconds, p.step_seconds, 1e-6 * p.step_seconds) << p.strategy;
    }
  }
  EXPECT_GT(points, 0);
  // Too little memory for what is fastest.
  const Plan roomy = plan(step, two_hosts("4GiB", "10GB/s"), fast).plan;
  const std::string less = fmt::format("{}B", roomy.time.peak_bytes - 1'000'000);
  const PlanResult tight = plan(step, two_hosts(less.c_str(), "10GB/s"), fast);
  for (const TurningPoint& p : tight.turning_points) {
    if (p.kind != TurningPoint::Kind::kMemory) continue;
    EXPECT_GT(p.figure, static_cast<double>(roomy.time.peak_bytes - 1'000'000));
    EXPECT_LT(p.step_seconds, tight.plan.time.step_seconds);
  }
}

TEST(PlanFile, ReadsWhatItWrites) {
  for (const char* strategy : {"zero-3", "megatron", "motley"}) {
    const Plan made =
        plan(small_step(), unlike(),
             {.strategy = strategy, .effort = search::SearchEffort::kFast, .compare = false})
            .plan;
    const Plan read = parse_plan(plan_json(made), "plan.json");
    EXPECT_EQ(stages_json(read), stages_json(made)) << strategy;
    EXPECT_EQ(read.time.step_seconds, made.time.step_seconds) << strategy;
    EXPECT_EQ(read.time.peak_bytes, made.time.peak_bytes) << strategy;
    for (int rank = 0; rank < made.num_ranks(); ++rank) {
      EXPECT_EQ(rank_program_of(read, rank).to_string(), rank_program_of(made, rank).to_string());
    }
  }
}

TEST(PlanFile, IsOfOneStep) {
  std::string text = plan_json(plan_by(on_cluster(small_step(), unlike()), "dp-even"));
  const std::string hash = "\"step_hash\": \"";
  text[text.find(hash) + hash.size()] ^= 1;
  EXPECT_THROW(parse_plan(text, "plan.json"), core::UserError);
}

}  // namespace
}  // namespace motley::tensor::planner
