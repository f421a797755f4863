#include <gtest/gtest.h>

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
      "f.mlir: a loss is a float scalar, not tensor<4xf32>");
  EXPECT_EQ(fault("func.func @main(%x: tensor<i32>) -> tensor<f32> { %0 = stablehlo.convert %x : "
                  "(tensor<i32>) -> tensor<f32> return %0 : tensor<f32> }",
                  {0}),
            "f.mlir: argument 0 is tensor<i32>: only floats have gradients");
  EXPECT_EQ(fault(R"(func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %y : tensor<f32>
  %1 = chlo.bessel_i1e %0 : tensor<f32> -> tensor<f32>
  %2 = stablehlo.negate %1 : tensor<f32>
  return %2 : tensor<f32>
})",
                  {1}),
            "f.mlir:3:8: chlo.bessel_i1e has no gradient; the loss depends on a parameter through "
            "it: %1 <- %0 <- %arg1");
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

}  // namespace
}  // namespace motley::tensor
