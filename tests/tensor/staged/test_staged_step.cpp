#include <gtest/gtest.h>

#include <cmath>

#include "tensor/reference/interpreter.h"
#include "tensor/staged/run_in_sequence.h"
#include "tensor/staged/staged_cases.h"

namespace motley::tensor {
namespace {

std::vector<Literal> interpreted(const Program& program, std::vector<Literal> inputs) {
  return interpret(program, std::move(inputs)).results;
}

// Norm of the difference over the norm of the second.
double distance(const Literal& a, const Literal& b) {
  double difference = 0, size = 0;
  for (int64_t i = 0; i < a.num_elements(); ++i) {
    difference += std::pow(a.as_double(i) - b.as_double(i), 2);
    size += std::pow(b.as_double(i), 2);
  }
  return std::sqrt(difference / std::max(size, 1e-30));
}

void expect_same_step(const StagedCase& c, const StagedStep& staged) {
  const TrainStep step = train_step(c.loss, c.arguments, c.settings);
  const std::vector<Literal> wanted = interpreted(step.program, c.values);
  const std::vector<Literal> got = run_in_sequence(staged, c.values, interpreted);
  ASSERT_EQ(got.size(), wanted.size());
  for (size_t i = 0; i < got.size(); ++i) {
    EXPECT_LT(distance(got[i], wanted[i]), 1e-9) << (i == 0 ? "loss" : step.arguments[i - 1].name);
  }
}

// --- By hand: small losses with known cuts ---------------------------------------------------

// x w0 -> tanh -> w1 -> tanh -> sum, with a batch of two samples.
Program two_layers() {
  ProgramBuilder b("two_layers");
  const Expr x = argument(b, {ElementType::kF32, {2, 3}});
  const Expr w0 = argument(b, {ElementType::kF32, {3, 4}});
  const Expr w1 = argument(b, {ElementType::kF32, {4, 5}});
  const Expr h0 = tanh(einsum("bi,ih->bh", x, w0));
  return std::move(b).finish({sum_all(tanh(einsum("bh,ho->bo", h0, w1))).id()});
}
const std::vector<LossArgument> kTwoLayers = {{false, "x"}, {true, "w0"}, {true, "w1"}};

std::vector<std::string> shapes(const Stage& stage, const std::vector<int>& buffers) {
  std::vector<std::string> texts;
  for (int b : buffers) texts.push_back(stage.buffers[b].type.to_string());
  std::ranges::sort(texts);
  return texts;
}

TEST(StagedStep, SplitsTheBackwardPassOfTwoLayers) {
  const StagedStep step =
      staged_step(two_layers(), kTwoLayers, {{.optimizer = Optimizer::parse("sgd")}, {1}});
  ASSERT_EQ(step.num_stages(), 2);
  using Texts = std::vector<std::string>;
  const Stage& last = step.stages[1];
  // I reads the stash h1 and w1 and makes dy1 and dh0; W reads h0 and dy1.
  EXPECT_EQ(shapes(last, last.phase(StagePhaseKind::kInputGradient).inputs),
            (Texts{"tensor<2x5xf32>", "tensor<4x5xf32>"}));
  EXPECT_EQ(shapes(last, last.phase(StagePhaseKind::kInputGradient).outputs),
            (Texts{"tensor<2x4xf32>", "tensor<2x5xf32>"}));
  EXPECT_EQ(shapes(last, last.phase(StagePhaseKind::kFirstWeightGradient).inputs),
            (Texts{"tensor<2x4xf32>", "tensor<2x5xf32>"}));
  EXPECT_EQ(shapes(last, last.phase(StagePhaseKind::kFirstWeightGradient).outputs),
            (Texts{"tensor<4x5xf32>"}));
  const Stage& first = step.stages[0];
  EXPECT_TRUE(first.phase(StagePhaseKind::kInputGradient).is_empty());
  // x, the stash h0, and dh0.
  EXPECT_EQ(shapes(first, first.phase(StagePhaseKind::kFirstWeightGradient).inputs),
            (Texts{"tensor<2x3xf32>", "tensor<2x4xf32>", "tensor<2x4xf32>"}));
  ASSERT_EQ(step.crossings.size(), 2u);
  EXPECT_EQ(step.crossings[0].when, Crossing::When::kForward);
  EXPECT_EQ(step.crossings[0].from.stage, 0);
  EXPECT_EQ(step.crossings[1].when, Crossing::When::kBackward);
  EXPECT_EQ(step.crossings[1].from.stage, 1);
}

Literal floats(const TensorType& type, std::vector<double> values) {
  Literal literal = Literal::zeros(type);
  for (size_t i = 0; i < values.size(); ++i) literal.set_float(static_cast<int64_t>(i), values[i]);
  return literal;
}

struct ScalarLayers {
  Program loss;
  std::vector<LossArgument> arguments;
};

// The sum of all x_l w_l, each product behind the one before it, so that there is a cut between
// them. The gradient of w_l is x_l. `tied`: all layers read w_0.
ScalarLayers scalar_layers(int layers, bool tied) {
  ProgramBuilder b("scalar_layers");
  ScalarLayers made;
  std::vector<Expr> w, x;
  for (int l = 0; l < (tied ? 1 : layers); ++l) {
    w.push_back(argument(b, {ElementType::kF32, {1, 1}}));
    made.arguments.push_back({true, "w" + std::to_string(l)});
  }
  for (int l = 0; l < layers; ++l) {
    x.push_back(argument(b, {ElementType::kF32, {1, 1}}));
    made.arguments.push_back({false, "x" + std::to_string(l)});
  }
  Expr sum = einsum("bi,io->bo", x[0], w[0]);
  for (int l = 1; l < layers; ++l) {
    sum = sum + einsum("bi,io->bo", x[l] + sum * 0, w[tied ? 0 : l]);
  }
  made.loss = std::move(b).finish({sum_all(sum).id()});
  return made;
}

std::vector<Literal> run_sgd(const ScalarLayers& made, const std::string& optimizer, int64_t count,
                             std::vector<int> cuts, const std::vector<std::vector<double>>& batch,
                             double rate) {
  const StagedStep step = staged_step(
      made.loss, made.arguments,
      {{.optimizer = Optimizer::parse(optimizer), .num_microbatches = count}, std::move(cuts)});
  std::vector<Literal> arguments;
  size_t next = 0;
  for (const StepArgument& a : step.arguments) {
    if (a.role == StepRole::kBatch) {
      arguments.push_back(floats(a.type, batch[next++]));
    } else {
      arguments.push_back(floats(a.type, {a.role == StepRole::kSetting ? rate : 0}));
    }
  }
  return run_in_sequence(step, arguments, interpreted);
}

// a = (1, -1) on stage 0, b = (2^-25, 2^-25) on stage 1: each stage adds its own part over the
// micro-batches, and the parts are added at the end.
TEST(StagedStep, AddsThePartsOfATiedParameterApart) {
  const double tiny = std::ldexp(1, -25);
  const std::vector<Literal> results =
      run_sgd(scalar_layers(2, true), "sgd", 2, {1}, {{1, -1}, {tiny, tiny}}, 1);
  EXPECT_EQ(results[1].get_float(0), -std::ldexp(1, -24) / 2);
}

// Squares 1 on stage 0 and 2^-24 twice on stage 1: added in the order of the parameters the sum is
// 1, added by stages it would be 1 + 2^-23.
TEST(StagedStep, AddsTheSquaresOfAllStagesInTheOrderOfTheParameters) {
  const double small = std::ldexp(1, -12);
  const ScalarLayers made = scalar_layers(3, false);
  const auto clipped = [&](const std::vector<int>& cuts) {
    return run_sgd(made, "sgd:clip=0.5", 1, cuts, {{1}, {small}, {small}}, 1);
  };
  const std::vector<Literal> one_stage = clipped({}), two_stages = clipped({1});
  for (int i = 1; i <= 3; ++i) EXPECT_EQ(one_stage[i], two_stages[i]);
  EXPECT_EQ(two_stages[1].get_float(0), -0.5);  // exactly: the norm is 1
}

// With one micro-batch nothing is added to the gradient: a minus zero stays one.
TEST(StagedStep, KeepsTheSignOfAZeroGradient) {
  const StagedStep step =
      staged_step(two_layers(), kTwoLayers, {{.optimizer = Optimizer::parse("sgd")}, {1}});
  for (const Stage& stage : step.stages) {
    EXPECT_TRUE(stage.phase(StagePhaseKind::kWeightGradient).is_empty());
  }
  ProgramBuilder b("product");
  const TensorType type{ElementType::kF32, {1, 2}};
  const Expr w = argument(b, type), x = argument(b, type);
  const Program loss = std::move(b).finish({sum_all(x * w).id()});
  const StagedStep one =
      staged_step(loss, {{true, "w"}, {false, "x"}}, {{.optimizer = Optimizer::parse("sgd")}, {}});
  const StagePhase& phase = one.stages[0].phase(StagePhaseKind::kFirstWeightGradient);
  ASSERT_EQ(phase.inputs.size(), 1u);
  EXPECT_TRUE(std::signbit(interpreted(phase.program, {floats(type, {-0.0, 1})})[0].get_float(0)));
}

// sum(w l) / sum(w) over both micro-batches, not the mean of two means: weights {1, 1}, {3, 1},
// losses {2, 4}, {1, 5}.
TEST(StagedStep, SharesTheDenominatorOfAllMicrobatches) {
  ProgramBuilder b("weighted");
  const Expr p = argument(b, {ElementType::kF32, {1, 1}});
  const Expr weight = argument(b, {ElementType::kF32, {2}}),
             l = argument(b, {ElementType::kF32, {2}});
  const Expr losses = reshape(einsum("bi,io->bo", reshape(l, {2, 1}), p), {2});
  const Expr total = sum_all(weight);
  Program loss = std::move(b).finish({(sum_all(weight * losses) / total).id()});
  const std::vector<LossArgument> arguments = {{true, "p"}, {false, "weight"}, {false, "l"}};
  const StagedStep step = staged_step(
      loss, arguments,
      {{.optimizer = Optimizer::parse("sgd"),
        .num_microbatches = 2,
        .shared = {{.parts = total.id(), .value = total.id(), .reducer = Reducer::kSum}}},
       {}});
  const std::vector<Literal> results = run_in_sequence(
      step,
      {floats({ElementType::kF32, {1, 1}}, {1}), floats({ElementType::kF32, {}}, {0}),
       floats({ElementType::kF32, {4}}, {1, 1, 3, 1}),
       floats({ElementType::kF32, {4}}, {2, 4, 1, 5})},
      interpreted);
  EXPECT_FLOAT_EQ(results[0].get_float(0), 7.0F / 3);
}

// A value of stage 0 that stages 1 and 3 read, too: it travels to each of them, and its gradient
// from 3 to 1, where the two are added, and on to 0.
TEST(StagedStep, SendsASkipConnectionToItsReaders) {
  ProgramBuilder b("skip");
  const Expr x = argument(b, {ElementType::kF32, {2, 3}});
  std::vector<Expr> w;
  for (int i = 0; i < 4; ++i) w.push_back(argument(b, {ElementType::kF32, {3, 3}}));
  const Expr v = tanh(einsum("bi,io->bo", x, w[0]));
  const Expr h1 = tanh(einsum("bi,io->bo", v, w[1]) + v);
  const Expr h2 = tanh(einsum("bi,io->bo", h1, w[2]));
  const Expr h3 = tanh(einsum("bi,io->bo", h2, w[3]) + v);
  const Program loss = std::move(b).finish({sum_all(h3).id()});
  std::vector<LossArgument> arguments = {{false, "x"}};
  for (int i = 0; i < 4; ++i) arguments.push_back({true, "w" + std::to_string(i)});
  ASSERT_GE(stage_cuts(loss, arguments).size(), 3u);
  const StagedStep step =
      staged_step(loss, arguments, {{.optimizer = Optimizer::parse("sgd")}, {1, 2, 3}});
  std::vector<std::pair<int, int>> forward, backward;
  for (const Crossing& c : step.crossings) {
    (c.when == Crossing::When::kForward ? forward : backward)
        .emplace_back(c.from.stage, c.to.stage);
  }
  std::ranges::sort(forward);
  std::ranges::sort(backward);
  using Pairs = std::vector<std::pair<int, int>>;
  EXPECT_EQ(forward, (Pairs{{0, 1}, {0, 3}, {1, 2}, {2, 3}}));
  // From 3 go the gradients of h2, to 2, and of v, to 1.
  EXPECT_EQ(backward, (Pairs{{1, 0}, {2, 1}, {3, 1}, {3, 2}}));
}

TEST(StagedStep, RefusesCutsThatAreNone) {
  const auto refused = [](std::vector<int> cuts) {
    try {
      staged_step(two_layers(), kTwoLayers, {{}, std::move(cuts)});
    } catch (const core::UserError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refused({2}).find("stages cannot be cut at layers 2: cuts are ascending, from 1 to 1"),
            std::string::npos);
  EXPECT_NE(refused({0}), "");
  EXPECT_NE(refused({1, 1}), "");
}

struct ModelCase {
  const char* model;
  int64_t microbatches;
  const char* optimizer;
  int stages;
  bool recompute = false;
};

class StagedModels : public testing::TestWithParam<ModelCase> {};

TEST_P(StagedModels, IsTheStepOfOneDevice) {
  const ModelCase& p = GetParam();
  const StagedCase c = staged_case(p.model, p.microbatches, p.optimizer);
  ASSERT_GE(c.num_layers, p.stages);
  const StagedStep staged =
      c.staged(c.even_cuts(p.stages), std::vector<bool>(p.stages, p.recompute));
  ASSERT_EQ(staged.num_stages(), p.stages);
  expect_same_step(c, staged);
}

INSTANTIATE_TEST_SUITE_P(
    All, StagedModels,
    testing::Values(
        ModelCase{"mlp:hidden=8x8x8,inputs=6,classes=3,batch=6", 3, "adam:clip=0.1", 3},
        ModelCase{"mlp:hidden=8x8x8,inputs=6,classes=3,batch=4", 1, "lion", 2, true},
        ModelCase{"gpt:layers=3,hidden=8,heads=2,seq=4,vocab=11,batch=4", 2, "adam:clip=0.5", 3},
        ModelCase{"gpt:layers=2,hidden=8,heads=2,seq=4,vocab=11,batch=4", 4, "sgd", 2, true},
        ModelCase{"bert:layers=2,hidden=8,heads=2,seq=4,vocab=11,batch=4", 2, "adafactor:min_dim=4",
                  2},
        ModelCase{"llama:layers=2,hidden=8,heads=2,kv_heads=1,seq=4,vocab=11,batch=4", 2,
                  "adamw;dims<2:weight_decay=0", 3},
        ModelCase{"t5:layers=2,hidden=8,heads=2,seq=4,targets=3,vocab=11,batch=4", 2, "adam", 4},
        ModelCase{"unet:levels=3,width=2,batch=2,image=8,channels=2", 2, "sgd", 4},
        ModelCase{"vgg:channels=2x2x4x4x4,convs=1x1x1x1x1,ff=8,batch=2,image=32,classes=3", 2,
                  "sgd", 3},
        ModelCase{"vit:layers=2,hidden=8,heads=2,batch=2,image=8,patch=4,classes=3", 1, "sgd", 2},
        ModelCase{"dlrm:batch=4,inputs=3,bottom=8x4,dim=4,rows=5x7x3,top=8x4", 2, "adam", 2},
        ModelCase{"resnet:blocks=1x1,batch=2,image=16,width=2,classes=3", 1, "sgd", 2}));

}  // namespace
}  // namespace motley::tensor
