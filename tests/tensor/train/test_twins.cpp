// A model whose layers are a lax.scan over stacked parameters, and the same model with a Python
// loop (examples/jax/twins.py): all figures are the same, and both compute what JAX computes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <span>

#include "core/cluster/cluster_file.h"
#include "core/comm/local.h"
#include "core/io/checkpoint.h"
#include "tensor/compile/compiled_program.h"
#include "tensor/cost/memory_cost.h"
#include "tensor/ir/op_row.h"
#include "tensor/passes/rewrite.h"
#include "tensor/plan/file/plan_file.h"
#include "tensor/plan/planner/planner.h"
#include "tensor/plan/planner/staged_plan.h"
#include "tensor/train/session.h"
#include "tensor/train/train_job.h"
#include "tensor/train/verify_plan.h"

namespace motley::tensor {
namespace {

const std::string kTwins = MOTLEY_TEST_DATA "/twins/";

// Links that are fast enough for models of a few kilobytes to be sharded at all.
core::Cluster unlike_three() {
  return core::parse_cluster(R"(name: unlike-3
device_types:
  fast: {flops: 2G, memory: 4GiB, memory_bandwidth: 5GB/s}
  slow: {flops: 1G, memory: 4GiB, memory_bandwidth: 3GB/s}
hosts:
  - {devices: {fast: 1, slow: 2}, link: {bandwidth: 50GB/s, latency: 0.1us}}
network: {bandwidth: 1GB/s, latency: 30us}
)",
                             "unlike-3.yaml");
}

ModelStepPtr step_of(const std::string& name, const Microbatches& microbatches = {},
                     const std::string& optimizer = "adam") {
  return build_step(load_model(kTwins + name),
                    {.optimizer = optimizer, .microbatches = microbatches});
}

CompiledProgram compiled(const TrainStep& step) {
  return compile(step.program, {.num_threads = 1, .updates = updates_of(step)});
}

int64_t memory_of_step(const TrainStep& step) {
  return memory_of(compiled(step), {}).total_bytes();
}

double near(double value, double percent) { return value * percent / 100; }

class Twins : public testing::TestWithParam<std::string> {};

TEST_P(Twins, HaveTheSameCostAndMemory) {
  const auto scan = step_of(GetParam() + "-scan"), loop = step_of(GetParam() + "-loop");
  EXPECT_TRUE(scan->step.loops.empty());
  const double flops = flops_of(loop->step.program);
  EXPECT_NEAR(flops_of(scan->step.program), flops, near(flops, 1));
  EXPECT_NEAR(model_flops(*scan), model_flops(*loop), near(model_flops(*loop), 1));
  const auto bytes = static_cast<double>(memory_of_step(loop->step));
  EXPECT_NEAR(static_cast<double>(memory_of_step(scan->step)), bytes, near(bytes, 3));
}

TEST_P(Twins, HaveTheSamePlanAndComputeWhatJaxDoes) {
  std::vector<planner::Plan> plans;
  for (const char* form : {"-scan", "-loop"}) {
    const ModelStepPtr step = step_of(GetParam() + form);
    plans.push_back(
        planner::plan(step, unlike_three(), {.effort = search::SearchEffort::kFast}).plan);
    const VerifyResult verified = verify_plan(plans.back(), "", {.device = "reference"});
    EXPECT_TRUE(verified.ok) << form << ": " << verified.worst << " " << verified.max_relative_error
                             << " " << verified.max_jax_error;
    EXPECT_GT(verified.num_from_jax, 4);
    EXPECT_TRUE(plans.back().without_rule.empty());
  }
  const double seconds = plans[1].time.step_seconds;
  EXPECT_NEAR(plans[0].time.step_seconds, seconds, near(seconds, 2));
  EXPECT_EQ(plans[0].num_ranks(), plans[1].num_ranks());
}

INSTANTIATE_TEST_SUITE_P(All, Twins, testing::Values("gpt", "llama", "bert-moe", "vit", "lstm"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

// A stage of a pipeline begins at a turn of the scan.
TEST(ScannedPipeline, IsCutBetweenTurns) {
  const auto on = planner::on_cluster(step_of("gpt-scan"), local_devices(2));
  planner::PipelineDescription cut{.microbatches = 1, .schedule = "1f1b"};
  for (int stage : {0, 1}) {
    cut.stages.push_back(
        {.first_layer = 2 * stage, .devices = {stage}, .recompute = false, .samples = {}});
  }
  const planner::Plan plan = planner::described_plan(on, cut, "by hand");
  const VerifyResult verified = verify_plan(plan, "", {.device = "reference"});
  EXPECT_TRUE(verified.ok) << verified.worst << " " << verified.max_relative_error;
}

// A scan over more iterations than are written out stays a loop, and so does its gradient. The
// samples of the batch pass through it side by side: three devices run a loop over their own
// samples each.
TEST(LongScan, IsShardedAlongTheBatch) {
  const ModelStepPtr step = step_of("lstm-long");
  ASSERT_EQ(step->step.loops.size(), 1u);
  EXPECT_TRUE(step->step.loops[0].starts_with("while of 70 iterations")) << step->step.loops[0];
  const planner::Plan plan =
      planner::plan_by(planner::on_cluster(step, unlike_three()), "dp-proportional");
  EXPECT_TRUE(plan.without_rule.empty()) << plan.without_rule[0];
  const VerifyResult verified = verify_plan(plan, "", {.device = "reference"});
  EXPECT_TRUE(verified.ok) << verified.worst << " " << verified.max_relative_error;
  const planner::Plan alone = planner::plan_by(planner::on_cluster(step, unlike_three()), "single");
  EXPECT_LT(plan.time.compute_seconds, 0.7 * alone.time.compute_seconds);
}

// jax.checkpoint around every layer, in both forms, recomputes what it names: less memory, more
// flops, the same as recomputation of all layers that is asked for.
TEST(RematTwins, RecomputeWhatTheirAuthorMarked) {
  for (const std::string form : {"scan", "loop"}) {
    const auto plain = step_of("gpt-" + form), marked = step_of("gpt-" + form + "-remat");
    const double flops = flops_of(plain->step.program);
    EXPECT_GT(flops_of(marked->step.program), 1.2 * flops) << form;
    EXPECT_LT(memory_of_step(marked->step), memory_of_step(plain->step)) << form;
    const planner::Plan plan =
        planner::plan(marked, unlike_three(), {.effort = search::SearchEffort::kFast}).plan;
    EXPECT_TRUE(verify_plan(plan, "", {.device = "reference"}).ok) << form;
  }
  EXPECT_EQ(memory_of_step(step_of("gpt-scan-remat")->step),
            memory_of_step(step_of("gpt-loop-remat")->step));
}

// The barriers at which marked layers begin, as the exporter prints them for a policy that saves
// matrix products: the first input twice.
Program with_products_kept(const Program& loss) {
  Rewrite rewrite(loss);
  for (const Op& op : loss.body.ops) {
    if (op.code != OpCode::kOptimizationBarrier || op.operands.size() == 1) {
      rewrite.keep(op);
      continue;
    }
    std::vector<ValueId> operands = rewrite(op.operands);
    operands.insert(operands.begin(), operands[0]);
    const auto results = rewrite.builder().add(op.code, operands);
    for (size_t i = 0; i < op.results.size(); ++i) rewrite.replace(op.results[i], results[i + 1]);
  }
  return std::move(rewrite).finish();
}

TEST(RematTwins, KeepProductsWhereThePolicySavesThem) {
  LoadedModel model = load_model(kTwins + "gpt-loop-remat");
  const auto all = build_step(model, {.optimizer = "adam"});
  model.program = with_products_kept(model.program);
  const auto kept = build_step(model, {.optimizer = "adam"});
  const auto plain = step_of("gpt-loop");
  const auto products = [](const ModelStepPtr& step) {
    return std::ranges::count_if(step->step.program.body.ops,
                                 [](const Op& op) { return is_product(op.code); });
  };
  EXPECT_EQ(products(kept), products(plain));
  EXPECT_GT(products(all), products(plain));
  EXPECT_GT(flops_of(kept->step.program), flops_of(plain->step.program));
  EXPECT_LT(memory_of_step(kept->step), memory_of_step(plain->step));
  const auto on = planner::on_cluster(kept, local_devices(1));
  EXPECT_TRUE(verify_plan(planner::plan_by(on, "single"), "", {.device = "reference"}).ok);
}

TEST(RematTwins, SelectiveRecomputationIsBetweenAllAndNothing) {
  const auto plain = step_of("gpt-scan"),
             selective = step_of("gpt-scan", {.recompute = true, .keep_products = true}),
             layers = step_of("gpt-scan", {.recompute = true});
  EXPECT_LT(memory_of_step(layers->step), memory_of_step(plain->step));
  EXPECT_LE(memory_of_step(layers->step), memory_of_step(selective->step));
  EXPECT_LE(memory_of_step(selective->step), memory_of_step(plain->step));
  EXPECT_LT(flops_of(selective->step.program), flops_of(layers->step.program));
  EXPECT_GT(flops_of(selective->step.program), flops_of(plain->step.program));
}

// All parameters of a checkpoint, by the model's own names, as one list of numbers.
std::vector<std::vector<float>> parameters_in(const std::string& folder, const Signature& signature,
                                              int* num_pieces = nullptr) {
  const core::Checkpoint checkpoint = core::Checkpoint::open(folder);
  std::vector<std::vector<float>> all;
  for (size_t i = 0; i < signature.size(); ++i) {
    if (signature[i].role != Role::kParam) continue;
    const core::CheckpointTensor* found =
        checkpoint.find(fmt::format("{:03}.param.{}", i, signature[i].name));
    EXPECT_TRUE(found) << signature[i].name;
    if (!found) return {};
    EXPECT_EQ(found->shape, signature[i].type.shape);
    if (num_pieces) *num_pieces = std::max<int>(*num_pieces, std::ssize(found->pieces));
    auto& values = all.emplace_back(signature[i].type.num_elements());
    checkpoint.read(*found, std::as_writable_bytes(std::span(values)));
  }
  return all;
}

double largest_difference(const std::vector<float>& a, const std::vector<float>& b) {
  double most = 0;
  for (size_t i = 0; i < a.size(); ++i) most = std::max<double>(most, std::abs(a[i] - b[i]));
  return most;
}

class TrainedTwins : public testing::Test {
 protected:
  TrainedTwins() : folder_(testing::TempDir() + fmt::format("motley-twins-{}", ::getpid())) {
    std::filesystem::remove_all(folder_);
  }
  ~TrainedTwins() override { std::filesystem::remove_all(folder_); }
  TrainOptions options(const std::string& name, int64_t steps, bool resume = false) const {
    return {.steps = steps,
            .rate = 0.01,
            .checkpoint = folder_ + "/" + name,
            .resume = resume,
            .threads = 1};
  }
  // On ranks of the plan, or alone.
  void train(const ModelStepPtr& step, const TrainOptions& options, bool on_ranks) const {
    if (!on_ranks) {
      TrainSession(step, options, {}).run();
      return;
    }
    const planner::Plan plan =
        planner::plan_by(planner::on_cluster(step, unlike_three()), "zero-3");
    core::run_local(3,
                    [&](core::Communicator& comm) { TrainSession(comm, plan, options, {}).run(); });
  }
  const std::string folder_;
};

// A scan on three unlike ranks, where a row of a stack has shards of its own, trains the same
// parameters as the scan and as the loop on one device. Checkpoints have the stacks of the model.
TEST_F(TrainedTwins, HaveEqualParameters) {
  for (const std::string name : {"gpt", "lstm"}) {
    const auto scan = step_of(name + "-scan", {}, "momentum"),
               loop = step_of(name + "-loop", {}, "momentum");
    train(scan, options(name + "-ranks", 3), true);
    train(scan, options(name + "-scan", 3), false);
    train(loop, options(name + "-loop", 3), false);
    int num_pieces = 0;
    const auto ranks = parameters_in(folder_ + "/" + name + "-ranks", scan->model.signature),
               alone = parameters_in(folder_ + "/" + name + "-scan", scan->model.signature,
                                     &num_pieces),
               twin = parameters_in(folder_ + "/" + name + "-loop", loop->model.signature);
    EXPECT_EQ(num_pieces, name == "gpt" ? 3 : 1);
    ASSERT_EQ(ranks.size(), alone.size());
    for (size_t i = 0; i < alone.size(); ++i)
      EXPECT_LT(largest_difference(ranks[i], alone[i]), 1e-5) << name << " " << i;
    // The loop has the rows of the stacks as tensors of their own.
    double sum = 0, twin_sum = 0;
    for (const auto& values : alone) sum = std::accumulate(values.begin(), values.end(), sum);
    for (const auto& values : twin)
      twin_sum = std::accumulate(values.begin(), values.end(), twin_sum);
    EXPECT_NEAR(sum, twin_sum, 1e-4);
  }
}

TEST_F(TrainedTwins, ResumeFromTheStacksOfACheckpoint) {
  const auto scan = step_of("gpt-scan");
  train(scan, options("whole", 4), false);
  train(scan, options("parts", 2), false);
  train(scan, options("parts", 4, true), true);
  const auto whole = parameters_in(folder_ + "/whole", scan->model.signature),
             parts = parameters_in(folder_ + "/parts", scan->model.signature);
  for (size_t i = 0; i < whole.size(); ++i)
    EXPECT_LT(largest_difference(whole[i], parts[i]), 1e-4) << i;
}

}  // namespace
}  // namespace motley::tensor
