#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "tensor/ir/compare.h"
#include "tensor/ir/printer.h"
#include "tensor/model_run/run_model.h"
#include "tensor/passes/bf16_products.h"
#include "tensor/passes/expand_attention.h"
#include "tensor/reference/interpreter.h"
#include "tensor/staged/run_in_sequence.h"
#include "tensor/step/model_step.h"
#include "tensor/step/staged_model.h"

namespace motley::tensor {
namespace {

ModelRunReport gradients(const std::string& model, const std::string& precision) {
  return run_model({.model = model,
                    .device = {.device = "cpu", .precision = precision},
                    .seed = 3,
                    .grad = true});
}

// Over all gradients together: |a - b| / |b|.
double relative_difference(const ModelRunReport& a, const ModelRunReport& b) {
  double difference = 0, norm = 0;
  for (size_t i = 1; i < b.run.results.size(); ++i) {
    const Literal &x = a.run.results[i], &y = b.run.results[i];
    EXPECT_EQ(x.element(), ElementType::kF32);
    for (int64_t j = 0; j < y.num_elements(); ++j) {
      difference += std::pow(x.get_float(j) - y.get_float(j), 2);
      norm += std::pow(y.get_float(j), 2);
    }
  }
  return std::sqrt(difference / norm);
}

TEST(Precision, Bf16GradientsAreNearThoseOfFloat32) {
  for (const char* model :
       {"mlp:inputs=32,hidden=64x48,batch=16",
        "gpt:layers=4,hidden=64,heads=2,seq=32,vocab=96,batch=4",
        "llama:layers=4,hidden=64,heads=2,kv_heads=2,ff=96,seq=16,vocab=64,batch=2",
        "bert:layers=4,hidden=64,heads=2,seq=16,vocab=64,batch=2"}) {
    const ModelRunReport half = gradients(model, "bf16"), whole = gradients(model, "");
    EXPECT_TRUE(half.interpreted.empty()) << model;
    const double difference = relative_difference(half, whole);
    EXPECT_LE(difference, 2e-2) << model;
    EXPECT_GE(difference, 1e-5) << model << ": nothing was rounded";
    EXPECT_NEAR(half.run.results[0].as_double(0), whole.run.results[0].as_double(0), 1e-2) << model;
  }
}

TEST(Precision, OnlyProductsAreBf16AndParametersStayFloat32) {
  const ModelStepPtr step =
      build_step(load_model("gpt:layers=2,hidden=32,heads=2,seq=16,vocab=64,batch=2"),
                 {.fuse_attention = false, .bf16_products = true});
  const Program& program = step->step.program;
  EXPECT_TRUE(has_bf16_products(program));
  for (const Op& op : program.body.ops) {
    for (ValueId v : op.results) {
      if (program.type(v).element != ElementType::kBF16) continue;
      const LayerKind layer = row(op.code).layer;
      EXPECT_TRUE(is_product(op.code) || is_view_or_cast(layer)) << name(op.code);
    }
  }
  for (const StepArgument& argument : step->step.arguments)
    EXPECT_NE(argument.type.element, ElementType::kBF16) << argument.name;
  for (ValueId v : program.body.results) EXPECT_NE(program.type(v).element, ElementType::kBF16);
  // A second time there is nothing left to do.
  EXPECT_EQ(print(with_bf16_products(program)), print(program));
}

std::vector<Literal> drawn_arguments(const TrainStep& step) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal(0, 0.3);
  std::vector<Literal> values;
  for (const StepArgument& a : step.arguments) {
    Literal value = Literal::zeros(a.type);
    for (int64_t i = 0; i < a.type.num_elements(); ++i) {
      value.set_from_double(
          i, is_float(a.type.element) ? normal(random) : static_cast<double>(random() % 3));
    }
    values.push_back(std::move(value));
  }
  return values;
}

// The stages of a pipeline compute in the precision of the step, and cast parameters once a step.
TEST(Precision, StagesOfAPipelineHaveIt) {
  const ModelStepPtr step =
      build_step(load_model("gpt:layers=2,hidden=32,heads=2,seq=16,vocab=64,batch=4"),
                 {.optimizer = "sgd",
                  .microbatches = {.count = 2},
                  .fuse_attention = false,
                  .bf16_products = true});
  const StagedStep staged = staged_step_of(*step, {.microbatches = 2, .cuts = {2}});
  for (const Stage& stage : staged.stages) {
    EXPECT_TRUE(has_bf16_products(stage.phase(StagePhaseKind::kForward).program));
    EXPECT_TRUE(has_bf16_products(stage.phase(StagePhaseKind::kWeightGradient).program));
    const StagePhase& once = stage.phase(StagePhaseKind::kOnce);
    EXPECT_GE(once.outputs.size(), 4u);
    for (const int b : once.outputs) {
      EXPECT_EQ(stage.buffers[b].type.element, ElementType::kBF16) << stage.buffers[b].name;
    }
  }
  const auto run = [](const Program& program, std::vector<Literal> inputs) {
    return interpret(program, std::move(inputs)).results;
  };
  const std::vector<Literal> values = drawn_arguments(step->step);
  const std::vector<Literal> wanted = run(step->step.program, values);
  const std::vector<Literal> got = run_in_sequence(staged, values, run);
  ASSERT_EQ(got.size(), wanted.size());
  for (size_t i = 0; i < got.size(); ++i) EXPECT_LT(relative_error(got[i], wanted[i]), 1e-3) << i;
}

TEST(Precision, ParametersAreCastOnceThoughActivationsAreRecomputed) {
  for (const bool keep_products : {false, true}) {
    const ModelStepPtr step =
        build_step(load_model("gpt:layers=2,hidden=32,heads=2,seq=16,vocab=64,batch=4"),
                   {.microbatches = {.recompute = true, .keep_products = keep_products},
                    .bf16_products = true});
    std::map<uint32_t, int> casts;
    int products = 0;
    for (const Op& op : step->step.program.body.ops) {
      products += is_product(op.code);
      if (op.code == OpCode::kConvert) ++casts[op.operands[0].index];
    }
    int cast_parameters = 0;
    for (int i = 0; i < step->step.num_params; ++i) {
      const auto at = casts.find(step->step.program.body.arguments[i].index);
      if (at == casts.end()) continue;
      ++cast_parameters;
      EXPECT_EQ(at->second, 1) << step->step.arguments[i].name;
    }
    EXPECT_GE(cast_parameters, 9);
    EXPECT_GT(products, 2 * 9);
  }
}

TEST(Precision, GradientsOfParametersAreFloat32UnlessAskedFor) {
  for (const bool bf16_gradients : {false, true}) {
    const ModelStepPtr step =
        build_step(load_model("gpt:layers=2,hidden=32,heads=2,seq=16,vocab=64,batch=2"),
                   {.bf16_products = true, .bf16_gradients = bf16_gradients});
    const Program& program = step->step.program;
    int half = 0, whole = 0;
    for (const Op& op : program.body.ops) {
      if (op.code != OpCode::kDotGeneral) continue;
      EXPECT_EQ(program.type(op.operands[0]).element, ElementType::kBF16);
      ++(program.type(op.results[0]).element == ElementType::kBF16 ? half : whole);
    }
    // In each layer w1, w2, wo and wqkv; wte, by the output layer and as what the first layer
    // reads.
    EXPECT_EQ(whole, bf16_gradients ? 0 : 2 * 4 + 2);
    EXPECT_EQ(half + whole, 3 * (2 * 4 + 1));
  }
}

TEST(Precision, ExpandedAttentionIsBf16WhereTheOtherProductsAre) {
  const ModelStepPtr step =
      build_step(load_model("gpt:layers=1,hidden=32,heads=2,seq=16,vocab=64,batch=2"),
                 {.bf16_products = true});
  EXPECT_TRUE(has_bf16_products(expand_attention(step->step.program)));
}

}  // namespace
}  // namespace motley::tensor
