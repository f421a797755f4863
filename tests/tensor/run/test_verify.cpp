// Distributed equals sequential: models x strategies x heterogeneous clusters, on in-process ranks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tensor/compile/recognize_attention.h"
#include "tensor/import/tensor_file.h"
#include "tensor/model_test_name.h"
#include "tensor/passes/bf16_products.h"
#include "tensor/plan/propagate/complete.h"
#include "tensor/plan/strategy/strategy_table.h"
#include "tensor/run/gradient_choice.h"
#include "tensor/run/step_cases.h"
#include "tensor/run/verify.h"
#include "tensor/sampling.h"

namespace motley::tensor {
namespace {

using namespace propagate;
using namespace shard_cost;
using namespace strategy;

// In one of its ways, another one for another model or cluster.
VerifyResult verify_with(const Case& c, const core::Cluster& cluster, const Strategy& strategy,
                         std::string& skipped, const VerifySettings& settings = {},
                         int64_t num_microbatches = 1) {
  const auto choices = strategy.pinned({c.step, cluster, num_microbatches});
  const size_t which = c.step.program.body.ops.size() + core::num_devices(cluster);
  const StrategyChoice& choice = choices[which % choices.size()];
  if (!choice.inapplicable_reason.empty()) {
    skipped = choice.inapplicable_reason;
    return {.ok = true};
  }
  const GroupCosts costs = group_costs(cluster, choice.group, choice.devices);
  const ShardingProblem problem(c.step.program, c.step.num_params + c.step.num_state, choice.group,
                                costs);
  const ShardPlan plan = complete(problem, choice.pins);
  return verify_step(c.step, plan, costs, c.arguments, settings);
}

// Samples cases with a fixed seed.
class Lottery {
 public:
  explicit Lottery(const std::string& name) : random_(kStepSeed + std::hash<std::string>()(name)) {}
  bool draws() { return random_() % every_ == 0; }

 private:
  std::mt19937_64 random_;
  const int every_ = one_in(10);
};

// Every sampled combination of strategy and cluster.
void expect_equal(const Case& c, const std::string& model) {
  Lottery lottery(model);
  for (const core::Cluster& cluster : clusters()) {
    for (const Strategy& strategy : strategies()) {
      if ((!strategy.choose && !strategy.choices) || !lottery.draws()) continue;
      std::string skipped;
      const VerifyResult result = verify_with(c, cluster, strategy, skipped);
      EXPECT_TRUE(result.ok) << model << " " << strategy.name << " on "
                             << core::num_devices(cluster) << " devices: " << result.worst << " "
                             << result.max_relative_error;
    }
  }
}

class TinyModels : public testing::TestWithParam<std::string> {};

TEST_P(TinyModels, EveryStrategyComputesWhatOneDeviceComputes) {
  const Model model = read_model(std::string(MOTLEY_TEST_DATA) + "/models/" + GetParam());
  const Case c = make_case(model.loss, model.signature, "adam");
  expect_equal(c, GetParam());
}

INSTANTIATE_TEST_SUITE_P(All, TinyModels,
                         testing::Values("mlp", "gpt-tiny", "bert-tiny", "bert-moe-tiny",
                                         "vit-tiny", "vgg-tiny", "resnet-tiny"),
                         test_name);

class BuiltInModels : public testing::TestWithParam<std::string> {};

TEST_P(BuiltInModels, EveryStrategyComputesWhatOneDeviceComputes) {
  const BuiltModel model = build_model(GetParam());
  const Case c = make_case(model.loss, model.signature, "momentum");
  expect_equal(c, GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    All, BuiltInModels,
    testing::Values("mlp:inputs=12,hidden=16x8,batch=6",
                    "gpt:layers=2,hidden=32,heads=4,seq=8,vocab=96,batch=5",
                    "bert:layers=1,hidden=32,heads=4,seq=8,vocab=96,batch=4",
                    "bert-moe:layers=2,hidden=16,heads=2,seq=8,vocab=96,experts=4,batch=4",
                    "vit:layers=1,hidden=32,heads=2,image=32,batch=4",
                    "llama:layers=2,hidden=32,heads=4,kv_heads=2,seq=8,vocab=96,batch=4",
                    "t5:layers=1,hidden=32,heads=4,seq=8,targets=4,vocab=96,batch=4",
                    "unet:levels=2,width=4,image=8,batch=3",
                    "dlrm:bottom=16x8,dim=8,rows=70x5x9,top=16x8,batch=6"),
    test_name);

class ZooModels : public testing::TestWithParam<std::string> {};

// Sharded, in float64: loss, gradients, updated parameters and new state.
TEST_P(ZooModels, ComputeTheSameOnUnequalDevices) {
  const Model model = read_model(MOTLEY_TEST_DATA "/zoo/" + GetParam());
  Program loss = recognize_attention(choose_gradient(model).loss);
  const auto roles = loss_arguments(model.signature);
  const TrainStep step = train_step(loss, roles, {.optimizer = Optimizer::parse("adam")});
  std::vector<TensorType> types;
  for (const ArgumentSpec& spec : model.signature) types.push_back(spec.type);
  const std::vector<Literal> inputs = read_arguments(*model.inputs_file, types);
  Case c{step, {}};
  for (const StepArgument& a : step.arguments) {
    c.arguments.push_back(a.loss_argument >= 0 ? inputs[a.loss_argument] : Literal::zeros(a.type));
    if (a.loss_argument >= 0) continue;
    for (int64_t i = 0; i < a.type.num_elements(); ++i)
      c.arguments.back().set_from_double(i, a.role == StepRole::kSetting ? 0.01 : 1);
  }
  auto from_jax = read_results(MOTLEY_TEST_DATA "/zoo/" + GetParam() + "/expected.safetensors");
  for (const char* name : {"dp-proportional", "zero-3"}) {
    std::string skipped;
    VerifyResult result =
        verify_with(c, clusters()[1], strategy::strategy(name), skipped, {.from_jax = from_jax});
    EXPECT_EQ(skipped, "");
    EXPECT_TRUE(result.ok) << name << ": " << result.worst << " " << result.max_relative_error
                           << " " << result.max_jax_error;
    EXPECT_EQ(result.num_from_jax, std::ssize(from_jax));
    // Another gradient than JAX's is found, however equal the ranks are.
    from_jax[1].value.set_from_double(0, from_jax[1].value.as_double(0) + 1);
    result =
        verify_with(c, clusters()[1], strategy::strategy(name), skipped, {.from_jax = from_jax});
    EXPECT_FALSE(result.ok);
    EXPECT_EQ(result.worst, "JAX's " + from_jax[1].name);
    from_jax[1].value.set_from_double(0, from_jax[1].value.as_double(0) - 1);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ZooModels,
                         testing::Values("lora-frozen", "vq", "custom-rule", "dropout", "diffusion",
                                         "batch-norm", "dropout-state", "moe", "attention",
                                         "scanned-stop", "gnn", "flax-nnx", "meta-learning",
                                         "recurrent", "ranking", "physics-informed"),
                         test_name);

TEST(MicroBatches, AccumulateToTheSameStep) {
  const BuiltModel model = build_model("gpt:layers=1,hidden=16,heads=2,seq=4,vocab=64,batch=3");
  // The global gradient norm equals that of one device, however gradients are sharded.
  for (const char* optimizer : {"adam", "adam:clip=0.1"}) {
    const Case c = make_case(model.loss, model.signature, optimizer, 2);
    for (const char* name : {"dp-even", "dp-proportional", "zero-2", "zero-3", "dp-tp"}) {
      std::string skipped;
      const VerifyResult result =
          verify_with(c, clusters()[2], strategy::strategy(name), skipped, {}, 2);
      EXPECT_TRUE(result.ok) << name << " " << optimizer << ": " << result.worst << " "
                             << result.max_relative_error;
      EXPECT_EQ(skipped, "");
    }
  }
}

// All ways to shard parameters along the rows of a grid, with casts on the shards, in
// micro-batches.
TEST(GatheredParameters, AreThoseOfOneDevice) {
  const BuiltModel model =
      build_model("llama:layers=1,hidden=32,heads=4,kv_heads=2,seq=8,vocab=96,batch=2");
  core::Cluster cluster = clusters()[2];
  for (const int64_t num_microbatches : {1, 2}) {
    Case c = make_case(model.loss, model.signature, "adam", num_microbatches);
    c.step.program = with_bf16_products(std::move(c.step.program));
    for (const char* name : {"fsdp", "megatron-3d"}) {
      const auto choices = strategy::strategy(name).pinned({c.step, cluster, num_microbatches});
      EXPECT_GE(choices.size(), 2u);
      for (const StrategyChoice& choice : choices) {
        const GroupCosts costs = group_costs(cluster, choice.group, choice.devices);
        const ShardingProblem problem(c.step.program, c.step.num_params + c.step.num_state,
                                      choice.group, costs);
        const ShardPlan plan = complete(problem, choice.pins);
        const VerifyResult exact = verify_step(c.step, plan, costs, c.arguments, {});
        EXPECT_TRUE(exact.ok) << choice.degrees << ": " << exact.worst << " "
                              << exact.max_relative_error;
        // Sums in bfloat16 depend on how they are divided.
        const VerifyResult run =
            verify_step(c.step, plan, costs, c.arguments, {.reference = false, .tolerance = 0.05});
        EXPECT_TRUE(run.ok) << choice.degrees << ": " << run.worst << " " << run.max_relative_error;
      }
    }
  }
}

// Experts sharded over all devices, and within hosts with samples over both axes of the grid.
TEST(Experts, AreThoseOfOneDevice) {
  const BuiltModel model =
      build_model("bert-moe:layers=2,hidden=16,heads=2,seq=8,vocab=96,experts=4,batch=4");
  const core::Cluster cluster = clusters()[2];
  const Case c = make_case(model.loss, model.signature, "adam");
  const auto choices = strategy::strategy("expert").pinned({c.step, cluster});
  EXPECT_EQ(choices.size(), 3u);
  for (const StrategyChoice& choice : choices) {
    const GroupCosts costs = group_costs(cluster, choice.group, choice.devices);
    const ShardingProblem problem(c.step.program, c.step.num_params + c.step.num_state,
                                  choice.group, costs);
    const ShardPlan plan = complete(problem, choice.pins);
    const VerifyResult exact = verify_step(c.step, plan, costs, c.arguments, {});
    EXPECT_TRUE(exact.ok) << choice.degrees << ": " << exact.worst << " "
                          << exact.max_relative_error;
  }
}

TEST(CpuEngine, AgreesWithOneDeviceOnConvolutions) {
  const BuiltModel model =
      build_model("vgg:channels=8x8x16x16x16,convs=1x1x1x2x1,ff=32,image=32,classes=10,batch=3");
  const Case c = make_case(model.loss, model.signature, "momentum");
  std::string skipped;
  const VerifyResult result = verify_with(c, clusters()[1], strategy::strategy("dp-proportional"),
                                          skipped, {.reference = false, .tolerance = 1e-4});
  EXPECT_TRUE(result.ok) << result.worst << " " << result.max_relative_error;
}

TEST(CpuEngine, AgreesWithOneDevice) {
  const BuiltModel model = build_model("gpt:layers=2,hidden=32,heads=4,seq=8,vocab=96,batch=5");
  const Case c = make_case(model.loss, model.signature, "adam");
  for (const char* name : {"dp-proportional", "zero-3", "megatron"}) {
    std::string skipped;
    const VerifyResult result = verify_with(c, clusters()[1], strategy::strategy(name), skipped,
                                            {.reference = false, .tolerance = 1e-4});
    EXPECT_TRUE(result.ok) << name << ": " << result.worst << " " << result.max_relative_error;
  }
}

}  // namespace
}  // namespace motley::tensor
