// The cpu engine against the reference: every op, random Programs, whole models with their
// gradients, training in place, and many threads against one.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "tensor/compile/recognize_attention.h"
#include "tensor/grad/reverse.h"
#include "tensor/grad/train_step.h"
#include "tensor/import/model.h"
#include "tensor/import/stablehlo_text.h"
#include "tensor/ir/compare.h"
#include "tensor/ir/op_cases.h"
#include "tensor/models/models.h"
#include "tensor/reference/interpreter.h"
#include "tensor/run/executable.h"

namespace motley::tensor {
namespace {

void expect_agreement(const std::vector<Literal>& got, const std::vector<Literal>& want,
                      double tolerance, const std::string& what) {
  ASSERT_EQ(got.size(), want.size()) << what;
  for (size_t i = 0; i < got.size(); ++i) {
    EXPECT_LE(relative_error(got[i], want[i]), tolerance)
        << what << ", result " << i << " " << want[i].type().to_string();
  }
}

TEST(CpuEngine, AgreesWithTheReferenceOnEveryOp) {
  for (const CaseMaker& maker : case_makers()) {
    for (uint64_t seed = 0; seed < 40; ++seed) {
      Random random(seed);
      const OpCase c = maker.make(random);
      if (c.op().code == OpCode::kCustomCall) continue;
      expect_agreement(run_on_cpu(c.program, c.arguments, 1 + static_cast<int>(seed % 3)),
                       interpret(c.program, c.arguments).results, 2e-5,
                       maker.name + " seed " + std::to_string(seed));
    }
  }
}

// --- What programs were caught with ------------------------------------------------------

void expect_same_bits(const std::string& text, const std::vector<Literal>& arguments) {
  const Program program = read_stablehlo(text, "test.mlir");
  const std::vector<Literal> got = run_on_cpu(program, arguments, 2);
  const std::vector<Literal> want = interpret(program, arguments).results;
  ASSERT_EQ(got.size(), want.size());
  for (size_t i = 0; i < got.size(); ++i) EXPECT_EQ(got[i], want[i]) << "result " << i;
}

TEST(CpuEngine, RunsASortWhoseBodyUsesAValueFromOutside) {
  Random random(1);
  expect_same_bits(
      R"(func.func public @main(%arg0: tensor<3x7xf32>, %arg1: tensor<f32>) -> tensor<3x7xf32> {
        %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}> ({
        ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
          %1 = stablehlo.multiply %arg2, %arg1 : tensor<f32>
          %2 = stablehlo.multiply %arg3, %arg1 : tensor<f32>
          %3 = stablehlo.compare LT, %1, %2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
          stablehlo.return %3 : tensor<i1>
        }) : (tensor<3x7xf32>) -> tensor<3x7xf32>
        return %0 : tensor<3x7xf32>
      })",
      {draw_literal(random, {ElementType::kF32, {3, 7}}), Literal::scalar(ElementType::kF32, -1)});
}

TEST(CpuEngine, ClampsUnsignedIndicesBeyondInt64) {
  Random random(1);
  expect_same_bits(
      R"(func.func public @main(%arg0: tensor<9xf32>) -> tensor<2xf32> {
        %c = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
        %0 = stablehlo.dynamic_slice %arg0, %c, sizes = [2] : (tensor<9xf32>, tensor<ui64>) -> tensor<2xf32>
        return %0 : tensor<2xf32>
      })",
      {draw_literal(random, {ElementType::kF32, {9}})});
}

TEST(CpuEngine, KeepsTheSignOfZero) {
  Literal x = Literal::zeros({ElementType::kF32, {4}});
  const float values[] = {-0.0f, 0.0f, -3, NAN};
  for (int i = 0; i < 4; ++i) x.set_float(i, values[i]);
  expect_same_bits(R"(func.func public @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
                     %0 = stablehlo.sign %arg0 : tensor<4xf32>
                     return %0 : tensor<4xf32>
                   })",
                   {x});
}

// In f32 alone, 70000 equal numbers would come out wrong in the fourth digit.
TEST(CpuEngine, SumsOfManyRowsStayClose) {
  ProgramBuilder b("rows");
  const Expr x = argument(b, {ElementType::kF32, {70000, 24}});
  const Program program = std::move(b).finish({sum(x * 1.7, {0}).id(), sum(x * 1.7, {0, 1}).id()});
  Literal ones = Literal::zeros({ElementType::kF32, {70000, 24}});
  for (int64_t i = 0; i < ones.num_elements(); ++i) ones.set_float(i, 0.3f);
  const std::vector<Literal> sums = run_on_cpu(program, {ones}, 2);
  EXPECT_NEAR(sums[0].get_float(5) / (0.51 * 70000), 1, 2e-6);
  EXPECT_NEAR(sums[1].get_float(0) / (0.51 * 70000 * 24), 1, 2e-6);
}

// --- Models ------------------------------------------------------------------------------

// Tokens and labels are 0 and 1, which every model has.
std::vector<Literal> draw_arguments(const Signature& signature) {
  std::vector<Literal> arguments;
  for (size_t i = 0; i < signature.size(); ++i) {
    Literal value = draw_argument(signature[i], static_cast<int64_t>(i), 1);
    if (!is_float(value.element()) || signature[i].name == "lab") {
      for (int64_t e = 0; e < value.num_elements(); ++e)
        value.set_from_double(e, static_cast<double>((7 * e + e / 3) % 5 % 2));
    }
    arguments.push_back(std::move(value));
  }
  return arguments;
}

std::vector<int> parameters_of(const Signature& signature) {
  std::vector<int> positions;
  for (size_t i = 0; i < signature.size(); ++i) {
    if (signature[i].role == Role::kParam && is_float(signature[i].type.element))
      positions.push_back(static_cast<int>(i));
  }
  return positions;
}

class EngineModels : public testing::TestWithParam<std::string> {};

TEST_P(EngineModels, HaveTheLossAndGradientsOfTheReference) {
  const BuiltModel model = build_model(GetParam());
  const std::vector<Literal> arguments = draw_arguments(model.signature);
  const std::vector<int> parameters = parameters_of(model.signature);
  const auto want =
      interpret(loss_and_gradients(model.loss, parameters).program, arguments).results;
  const Program fused = loss_and_gradients(recognize_attention(model.loss), parameters).program;
  for (int threads : {1, 2, 3})
    expect_agreement(run_on_cpu(fused, arguments, threads), want, 1e-4, GetParam());
  EXPECT_EQ(run_on_cpu(fused, arguments, 2), run_on_cpu(fused, arguments, 2))
      << "two runs differ in bits";
}

INSTANTIATE_TEST_SUITE_P(
    Small, EngineModels,
    testing::Values("mlp:batch=5,hidden=33",
                    "gpt:layers=2,hidden=24,heads=3,seq=19,vocab=37,batch=3",
                    "bert:layers=1,hidden=24,heads=3,seq=17,vocab=31,batch=2",
                    "bert-moe:layers=2,hidden=16,heads=2,seq=12,vocab=29,batch=2,experts=4",
                    "vgg:channels=4x6,convs=1x2,ff=10,image=16,classes=5,batch=3",
                    "resnet:blocks=1x1,width=4,wide=2,image=32,classes=5,batch=3",
                    "vit:layers=1,hidden=24,heads=3,image=32,patch=8,classes=7,batch=2",
                    "llama:layers=2,hidden=32,heads=4,kv_heads=2,ff=24,seq=13,vocab=41,batch=2",
                    "unet:levels=3,width=3,image=8,channels=2,classes=3,batch=2",
                    "t5:layers=2,hidden=16,heads=2,seq=9,targets=5,vocab=23,batch=2",
                    "dlrm:inputs=5,bottom=8x4,dim=4,rows=3x2x7,top=12x6,batch=6"),
    [](const auto& info) {
      std::string name = info.param.substr(0, info.param.find(':'));
      for (char& c : name) c = c == '-' ? '_' : c;
      return name;
    });

// --- Training in place ------------------------------------------------------------------

TEST(CpuEngine, TrainsInPlaceAsTheReferenceDoesStepByStep) {
  const BuiltModel model = build_model("mlp:batch=8,hidden=16x8,inputs=12,classes=4");
  std::vector<LossArgument> arguments;
  for (const ArgumentSpec& spec : model.signature)
    arguments.push_back({spec.role == Role::kParam, spec.name});
  const TrainStep step = train_step(model.loss, arguments, {.optimizer = Optimizer::parse("adam")});
  const int num_updated = step.num_params + step.num_state;
  CompileOptions options{.num_threads = 2};
  for (int i = 0; i < num_updated; ++i) options.updates.push_back({i + 1, i});
  Executable executable(compile(step.program, options));

  const std::vector<Literal> drawn = draw_arguments(model.signature);
  std::vector<Literal> state;
  for (const StepArgument& argument : step.arguments) {
    state.push_back(argument.loss_argument >= 0 ? drawn[argument.loss_argument]
                                                : Literal::zeros(argument.type));
    if (argument.role == StepRole::kSetting) state.back().set_from_double(0, 0.01);
  }
  for (size_t i = 0; i < state.size(); ++i)
    std::memcpy(executable.argument(static_cast<int>(i)).data(), state[i].data(),
                state[i].bytes().size());
  double first_loss = 0, last_loss = 0;
  for (int k = 0; k < 4; ++k) {
    executable.run();
    const std::vector<Literal> want = interpret(step.program, state).results;
    for (int i = 0; i < num_updated; ++i) {
      const Literal got = Literal::from_bytes(state[i].type(), executable.argument(i));
      EXPECT_LE(relative_error(got, want[i + 1]), 1e-5) << "step " << k << " argument " << i;
      state[i] = want[i + 1];
    }
    last_loss = want[0].as_double(0);
    if (k == 0) first_loss = last_loss;
  }
  EXPECT_LT(last_loss, first_loss);
  // The optimizer's state and the parameters are where they were: nothing is held twice.
  for (int i = 0; i < num_updated; ++i)
    EXPECT_EQ(executable.compiled().results[i + 1].place.kind, Place::Kind::kArgument);
}

TEST(CpuEngine, SwapsArgumentsThatUpdateEachOther) {
  ProgramBuilder b("swap");
  const ValueId x = b.argument({ElementType::kF32, {3}}), y = b.argument({ElementType::kF32, {3}});
  Executable swap(compile(std::move(b).finish({y, x}), {.updates = {{0, 0}, {1, 1}}}));
  const float ones[] = {1, 1, 1}, twos[] = {2, 2, 2};
  std::memcpy(swap.argument(0).data(), ones, sizeof ones);
  std::memcpy(swap.argument(1).data(), twos, sizeof twos);
  swap.run();
  EXPECT_EQ(std::memcmp(swap.argument(0).data(), twos, sizeof twos), 0);
  EXPECT_EQ(std::memcmp(swap.argument(1).data(), ones, sizeof ones), 0);
}

// One value twice, an argument as it came, an update, and all of it elsewhere the second time.
TEST(CpuEngine, ComputesWhereMemoryIsGiven) {
  const TensorType type{ElementType::kF32, {3}};
  ProgramBuilder b("given");
  const ValueId x = b.argument(type), y = b.argument(type);
  const ValueId sum = b.add_one(OpCode::kAdd, {x, y});
  const ValueId next = b.add_one(OpCode::kMultiply, {sum, y});
  Executable run(compile(std::move(b).finish({sum, sum, x, next}),
                         {.updates = {{3, 1}}, .is_memory_given = true}));
  for (int k = 0; k < 2; ++k) {
    float in[] = {1, 2, 3}, state[] = {4, 5, 6}, out[3][3] = {};
    const auto at = [](float* p) { return reinterpret_cast<std::byte*>(p); };
    const std::vector<std::byte*> arguments = {at(in), at(state)};
    const std::vector<std::byte*> results = {at(out[0]), at(out[1]), at(out[2]), nullptr};
    run.run(arguments, results);
    EXPECT_THAT(out[0], testing::ElementsAre(5, 7, 9));
    EXPECT_THAT(out[1], testing::ElementsAre(5, 7, 9));
    EXPECT_THAT(out[2], testing::ElementsAre(1, 2, 3));
    EXPECT_THAT(state, testing::ElementsAre(20, 35, 54));
    EXPECT_THAT(in, testing::ElementsAre(1, 2, 3));
  }
}

// --- Loops in place ------------------------------------------------------------------------

// What lax.scan prints: a weight and the rows that are read pass through every turn, each of which
// writes its row of what is kept; two carried values are exchanged.
std::string scan_of(int turns) {
  return fmt::format(
      R"(func.func public @main(%w: tensor<8x8xf32>, %x: tensor<{0}x4x8xf32>, %a: tensor<4x8xf32>,
                                %b: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<{0}x4x8xf32>) {{
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %none = stablehlo.constant dense<0.0> : tensor<{0}x4x8xf32>
        %r:6 = stablehlo.while(%ww = %w, %xx = %x, %i = %zero, %h = %a, %g = %b, %kept = %none)
            : tensor<8x8xf32>, tensor<{0}x4x8xf32>, tensor<i32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<{0}x4x8xf32>
        cond {{
          %n = stablehlo.constant dense<{0}> : tensor<i32>
          %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
        }} do {{
          %z = stablehlo.constant dense<0> : tensor<i32>
          %one = stablehlo.constant dense<1> : tensor<i32>
          %row = stablehlo.dynamic_slice %xx, %i, %z, %z, sizes = [1, 4, 8] : (tensor<{0}x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x8xf32>
          %xi = stablehlo.reshape %row : (tensor<1x4x8xf32>) -> tensor<4x8xf32>
          %p = stablehlo.dot_general %h, %ww, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
          %s = stablehlo.add %p, %xi : tensor<4x8xf32>
          %t = stablehlo.tanh %s : tensor<4x8xf32>
          %old = stablehlo.reshape %h : (tensor<4x8xf32>) -> tensor<1x4x8xf32>
          %k = stablehlo.dynamic_update_slice %kept, %old, %i, %z, %z : (tensor<{0}x4x8xf32>, tensor<1x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<{0}x4x8xf32>
          %j = stablehlo.add %i, %one : tensor<i32>
          stablehlo.return %ww, %xx, %j, {1}, %k : tensor<8x8xf32>, tensor<{0}x4x8xf32>, tensor<i32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<{0}x4x8xf32>
        }}
        func.return %r#3, %r#4, %r#5 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<{0}x4x8xf32>
      }})",
      turns, turns % 2 == 0 ? "%t, %g" : "%g, %t");
}

std::vector<Literal> scan_inputs(int turns) {
  Random random(3);
  const auto draw = [&](Shape shape) {
    return draw_literal(random, {ElementType::kF32, std::move(shape)});
  };
  return {draw({8, 8}), draw({turns, 4, 8}), draw({4, 8}), draw({4, 8})};
}

TEST(CpuEngine, RunsLoopsInPlaceAsTheInterpreterDoes) {
  for (const int turns : {1, 5, 8}) {
    const Program program = read_stablehlo(scan_of(turns), "scan.mlir");
    expect_agreement(run_on_cpu(program, scan_inputs(turns), 2),
                     interpret(program, scan_inputs(turns)).results, 1e-5,
                     fmt::format("{} turns", turns));
  }
}

// Neither the turns nor the loop copy anything, whatever the number of turns, and the loop has no
// memory of its own but what one turn computes with.
TEST(CpuEngine, CopiesNothingInLoops) {
  const CompiledProgram compiled = compile(read_stablehlo(scan_of(100), "scan.mlir"), {});
  const auto loop = std::ranges::find_if(
      compiled.steps, [](const KernelStep& step) { return !step.bodies.empty(); });
  ASSERT_NE(loop, compiled.steps.end());
  const CompiledProgram& body = loop->bodies[1];
  for (const KernelStep& step : body.steps) EXPECT_NE(step.kernel.name, "copy");
  EXPECT_LT(body.arena_bytes, 100 * 4 * 8 * 4);
  Executable executable(compiled);
  // The arguments, the kept rows, both carried values, and a little.
  EXPECT_LT(executable.memory_bytes(), 2 * 100 * 4 * 8 * 4 + 4096);
}

TEST(CpuEngine, SaysHowMuchMemoryItWouldNeed) {
  ProgramBuilder b("large");
  const ValueId x = b.argument({ElementType::kF32, {1 << 20, 1 << 20}});
  const Program p = std::move(b).finish({b.add_one(OpCode::kNegate, {x})});
  try {
    Executable executable(compile(p, {}));
    FAIL() << "eight terabytes were taken";
  } catch (const core::UserError& e) {
    EXPECT_NE(std::string(e.what()).find("of memory; this machine has"), std::string::npos)
        << e.what();
  }
}

}  // namespace
}  // namespace motley::tensor
