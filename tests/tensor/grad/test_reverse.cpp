#include <gtest/gtest.h>

#include <cmath>

#include "tensor/grad/reverse.h"
#include "tensor/import/model.h"
#include "tensor/import/stablehlo_text.h"
#include "tensor/import/tensor_file.h"
#include "tensor/ir/compare.h"
#include "tensor/ir/expr.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor {
namespace {

class TinyModels : public testing::TestWithParam<std::string> {};

TEST_P(TinyModels, OurGradientAgreesWithJax) {
  const std::string folder = std::string(MOTLEY_TEST_DATA "/models/") + GetParam() + "/";
  const Model model = read_model(folder);
  std::vector<int> params;
  std::vector<TensorType> types;
  for (size_t i = 0; i < model.signature.size(); ++i) {
    if (model.signature[i].role == Role::kParam) params.push_back(static_cast<int>(i));
    types.push_back(model.signature[i].type);
  }
  const Gradient gradient = differentiate(model.loss, params);
  EXPECT_EQ(first_fault(gradient.program), "");
  EXPECT_TRUE(gradient.unreached.empty());
  EXPECT_EQ(gradient.forward_of.size(), gradient.program.body.ops.size());
  const auto results =
      interpret(gradient.program, read_arguments(folder + "inputs.safetensors", types)).results;
  const auto expected = read_results(folder + "expected.safetensors");
  ASSERT_EQ(results.size(), expected.size());
  for (size_t i = 0; i < results.size(); ++i) {
    EXPECT_LT(relative_error(results[i], expected[i].value), 1e-4) << expected[i].name;
  }
}

// Ops of the body that are neither constants nor broadcasts of constants.
int64_t num_working_ops(const Program& program) {
  std::vector<bool> constant(program.values.size());
  int64_t count = 0;
  for (const Op& op : program.body.ops) {
    const bool fixed = op.code == OpCode::kConstant ||
                       (op.code == OpCode::kBroadcastInDim && constant[op.operands[0].index]);
    if (fixed) constant[op.results[0].index] = true;
    count += !fixed;
  }
  return count;
}

TEST_P(TinyModels, OurGradientTakesNoMoreOpsThanJax) {
  const std::string folder = std::string(MOTLEY_TEST_DATA "/models/") + GetParam() + "/";
  const Model model = read_model(folder);
  std::vector<int> params;
  for (size_t i = 0; i < model.signature.size(); ++i) {
    if (model.signature[i].role == Role::kParam) params.push_back(static_cast<int>(i));
  }
  const int64_t ours = num_working_ops(loss_and_gradients(model.loss, params).program);
  const int64_t jax = num_working_ops(read_stablehlo_file(folder + "grad.mlir"));
  EXPECT_LT(static_cast<double>(ours), 1.3 * static_cast<double>(jax));
}

INSTANTIATE_TEST_SUITE_P(All, TinyModels,
                         testing::Values("mlp", "gpt-tiny", "bert-tiny", "bert-moe-tiny",
                                         "resnet-tiny", "vgg-tiny", "vit-tiny"),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

std::string fault(const std::string& text, const std::vector<int>& arguments) {
  try {
    differentiate(read_stablehlo(text, "f.mlir"), arguments);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

TEST(Reverse, RefusesWhatHasNoGradient) {
  EXPECT_EQ(
      fault("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }",
            {0}),
      "f.mlir: the loss must be a float scalar, not tensor<4xf32>");
  EXPECT_EQ(fault("func.func @main(%x: tensor<i32>) -> tensor<f32> { %0 = stablehlo.convert %x : "
                  "(tensor<i32>) -> tensor<f32> return %0 : tensor<f32> }",
                  {0}),
            "f.mlir: argument 0 is tensor<i32>: only floats have gradients");
  EXPECT_EQ(fault(R"(func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<bf16> {
  %0 = stablehlo.add %x, %y : tensor<f32>
  %1 = stablehlo.bitcast_convert %0 : (tensor<f32>) -> tensor<2xbf16>
  %2 = stablehlo.slice %1 [0:1] : (tensor<2xbf16>) -> tensor<1xbf16>
  %3 = stablehlo.reshape %2 : (tensor<1xbf16>) -> tensor<bf16>
  return %3 : tensor<bf16>
})",
                  {1}),
            "f.mlir:3:8: stablehlo.bitcast_convert has no gradient; the loss depends on a "
            "parameter through "
            "it: %1 <- %0 <- %arg1");
}

// d loss / d x of a Program of one float64 argument vector, against central differences.
void expect_central_differences(const std::string& text, std::vector<double> x) {
  const Program program = read_stablehlo(text, "f.mlir");
  const Program gradient = loss_and_gradients(program, {0}).program;
  auto literal = [](const std::vector<double>& v) {
    return Literal::from_bytes({ElementType::kF64, {static_cast<int64_t>(v.size())}},
                               std::as_bytes(std::span(v)));
  };
  const auto results = interpret(gradient, {literal(x)}).results;
  for (size_t i = 0; i < x.size(); ++i) {
    auto at = [&](double h) {
      std::vector<double> moved = x;
      moved[i] += h;
      return interpret(program, {literal(moved)}).results[0].get_float(0);
    };
    const double numeric = (at(1e-5) - at(-1e-5)) / 2e-5;
    EXPECT_NEAR(results[1].get_float(static_cast<int64_t>(i)), numeric,
                1e-7 * std::max(1.0, std::fabs(numeric)))
        << i;
  }
}

// Turns 2, 5, 8 of an inner loop over all of x inside an outer one; x is carried and captured.
TEST(Reverse, GoesBackThroughNestedLoops) {
  expect_central_differences(R"(func.func @main(%x: tensor<3xf64>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %start = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = stablehlo.while(%i = %start, %y = %x) : tensor<i32>, tensor<3xf64>
  cond {
    %bound = stablehlo.constant dense<10> : tensor<i32>
    %c = stablehlo.compare LT, %i, %bound, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %first = stablehlo.constant dense<2> : tensor<i32>
    %1:2 = stablehlo.while(%k = %first, %z = %y) : tensor<i32>, tensor<3xf64>
    cond {
      %last = stablehlo.constant dense<0> : tensor<i32>
      %c = stablehlo.compare GE, %k, %last, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %2 = stablehlo.multiply %z, %x : tensor<3xf64>
      %3 = stablehlo.sine %2 : tensor<3xf64>
      %4 = stablehlo.add %3, %y : tensor<3xf64>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %5 = stablehlo.subtract %k, %one : tensor<i32>
      stablehlo.return %5, %4 : tensor<i32>, tensor<3xf64>
    }
    %step = stablehlo.constant dense<3> : tensor<i32>
    %6 = stablehlo.add %step, %i : tensor<i32>
    stablehlo.return %6, %1#1 : tensor<i32>, tensor<3xf64>
  }
  %7 = stablehlo.reduce(%0#1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
  return %7 : tensor<f64>
})",
                             {0.3, -0.7, 1.1});
}

// Each iteration writes into the cache %y, then reads all of it: its gradient is that of the cache
// as it was in that iteration.
TEST(Reverse, GoesBackThroughACacheThatIsReadOnceItIsWritten) {
  expect_central_differences(R"(func.func @main(%x: tensor<3xf64>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %empty = stablehlo.constant dense<0.0> : tensor<3xf64>
  %start = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %start, %y = %empty, %sum = %zero) : tensor<i32>, tensor<3xf64>, tensor<f64>
  cond {
    %bound = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %bound, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %1 = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<3xf64>, tensor<i32>) -> tensor<1xf64>
    %2 = stablehlo.sine %1 : tensor<1xf64>
    %3 = stablehlo.dynamic_update_slice %y, %2, %i : (tensor<3xf64>, tensor<1xf64>, tensor<i32>) -> tensor<3xf64>
    %4 = stablehlo.reshape %1 : (tensor<1xf64>) -> tensor<f64>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %6 = stablehlo.multiply %3, %5 : tensor<3xf64>
    %7 = stablehlo.exponential %6 : tensor<3xf64>
    %8 = stablehlo.reduce(%7 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %9 = stablehlo.add %sum, %8 : tensor<f64>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %10 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %10, %3, %9 : tensor<i32>, tensor<3xf64>, tensor<f64>
  }
  return %0#2 : tensor<f64>
})",
                             {0.3, -0.7, 1.1});
}

// A scan over inputs: the loop back carries no gradient of them if nobody asks, and adds that of a
// iteration's part to that part alone if somebody does.
TEST(Reverse, ALoopOverInputsTakesLinearTime) {
  const Program program =
      read_stablehlo(R"(func.func @main(%w: tensor<4xf32>, %x: tensor<50x4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0.0> : tensor<4xf32>
  %start = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %start, %h = %none, %s = %x) : tensor<i32>, tensor<4xf32>, tensor<50x4xf32>
  cond {
    %bound = stablehlo.constant dense<50> : tensor<i32>
    %c = stablehlo.compare LT, %i, %bound, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_slice %s, %i, %first, sizes = [1, 4] : (tensor<50x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x4xf32>) -> tensor<4xf32>
    %3 = stablehlo.multiply %w, %h : tensor<4xf32>
    %4 = stablehlo.add %2, %3 : tensor<4xf32>
    %5 = stablehlo.tanh %4 : tensor<4xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %6 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %6, %5, %s : tensor<i32>, tensor<4xf32>, tensor<50x4xf32>
  }
  %7 = stablehlo.reduce(%0#1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %7 : tensor<f32>
})",
                     "f.mlir");
  // Bytes of whole stacks that an iteration of the loop back makes, other than by writing a part in
  // place.
  const auto stacks_made = [](const Program& gradient) {
    int count = 0;
    for (const Op& op : gradient.body.ops) {
      if (op.code != OpCode::kWhile) continue;
      for (const Op& inner : op.regions[1].ops) {
        const bool is_stack = gradient.type(inner.results[0]).num_elements() >= 200;
        count +=
            is_stack && inner.code != OpCode::kDynamicUpdateSlice && inner.code != OpCode::kReshape;
      }
    }
    return count;
  };
  EXPECT_EQ(stacks_made(loss_and_gradients(program, {0}).program), 0);
  EXPECT_EQ(stacks_made(loss_and_gradients(program, {0, 1}).program), 0);
}

TEST(Reverse, GoesBackThroughTheBranchThatWasTaken) {
  for (const char* index : {"0", "1", "2"}) {
    expect_central_differences(std::string(R"(func.func @main(%x: tensor<2xf64>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %i = stablehlo.constant dense<)") +
                                   index + R"(> : tensor<i32>
  %s = stablehlo.sine %x : tensor<2xf64>
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %s : tensor<2xf64>
  }, {
    %1 = stablehlo.multiply %s, %x : tensor<2xf64>
    stablehlo.return %1 : tensor<2xf64>
  }, {
    %1 = stablehlo.exponential %x : tensor<2xf64>
    stablehlo.return %1 : tensor<2xf64>
  }) : (tensor<i32>) -> tensor<2xf64>
  %7 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
  return %7 : tensor<f64>
})",
                               {0.3, -0.7});
  }
}

TEST(Reverse, RefusesLoopsThatDoNotCount) {
  EXPECT_EQ(fault(R"(func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.while(%y = %x) : tensor<f32>
  cond {
    %c = stablehlo.constant dense<9.0> : tensor<f32>
    %1 = stablehlo.compare LT, %y, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %y, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
})",
                  {0}),
            "f.mlir:2:8: stablehlo.while has a gradient only if its trip count is "
            "known; the loss depends on "
            "a parameter through it: %0 <- %arg0");
}

TEST(Reverse, GivesZeroToWhatIsNotReached) {
  const Program p =
      read_stablehlo(R"(func.func @main(%x: tensor<f32>, %y: tensor<3xf32>) -> tensor<f32> {
  %0 = stablehlo.multiply %x, %x : tensor<f32>
  return %0 : tensor<f32>
})",
                     "f.mlir");
  const Gradient g = differentiate(p, {0, 1});
  EXPECT_EQ(g.unreached, std::vector<int>{1});
  const auto results = interpret(g.program, {Literal::scalar(ElementType::kF32, 3),
                                             Literal::zeros({ElementType::kF32, {3}})})
                           .results;
  EXPECT_EQ(results[1].get_float(0), 6);
  EXPECT_EQ(results[2].get_float(2), 0);
}

// d/dx sum(stop(x) * x) is x, not 2 x.
TEST(Reverse, StopsAtAStop) {
  ProgramBuilder b("stop");
  const Expr x = argument(b, {ElementType::kF64, {3}});
  const Expr stopped(b, b.add_one(OpCode::kStopGradient, {x.id()}));
  const Program loss = std::move(b).finish({sum_all(stopped * x).id()});
  const Program gradient = loss_and_gradients(loss, {0}).program;
  Literal at = Literal::zeros({ElementType::kF64, {3}});
  for (int64_t i = 0; i < 3; ++i) at.set_float(i, 1.5 * static_cast<double>(i) - 1);
  EXPECT_EQ(interpret(gradient, {at}).results[1], at);
  for (const Op& op : gradient.body.ops) EXPECT_NE(op.code, OpCode::kStopGradient);
}

// Also where what the function computes has no gradient of its own, as rounding.
TEST(Reverse, RefusesACustomRuleByName) {
  ProgramBuilder b("rule");
  const Expr x = argument(b, {ElementType::kF64, {3}});
  const ValueId rounded = b.add_one(OpCode::kFloor, {x.id()});
  const Expr marked(b, b.add_one(OpCode::kCustomRule, {rounded}, CustomRuleAttrs{"quantize"}));
  const Program loss = std::move(b).finish({sum_all(marked).id()});
  try {
    differentiate(loss, {0});
    FAIL();
  } catch (const core::UserError& error) {
    EXPECT_NE(std::string(error.what()).find("`quantize` has a gradient rule of its own"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace motley::tensor
