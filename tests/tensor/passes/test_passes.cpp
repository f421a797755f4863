#include <gtest/gtest.h>

#include "tensor/import/model.h"
#include "tensor/import/stablehlo_text.h"
#include "tensor/import/tensor_file.h"
#include "tensor/ir/compare.h"
#include "tensor/ir/printer.h"
#include "tensor/passes/pass.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor {
namespace {

// The ops between the lines of @main, one per line.
std::string body_after(Program (*pass)(const Program&), const std::string& ops,
                       const std::string& result) {
  const std::string text = "func.func @main(%x: tensor<4xf32>, %y: tensor<2x3xf32>) -> " +
                           result.substr(result.find(':') + 1) + " {\n" + ops + "\nreturn " +
                           result + "\n}";
  const std::string printed = print(pass(read_stablehlo(text, "test")));
  const size_t begin = printed.find("{\n", printed.find("@main")) + 2, end = printed.find("  }\n}");
  std::string body = printed.substr(begin, end - begin), trimmed;
  for (size_t at = 0; at < body.size();) {
    const size_t line_end = body.find('\n', at);
    trimmed +=
        body.substr(body.find_first_not_of(' ', at), line_end - body.find_first_not_of(' ', at)) +
        "\n";
    at = line_end + 1;
  }
  return trimmed;
}

TEST(RemoveDead, DropsWhatNobodyUses) {
  EXPECT_EQ(
      body_after(
          remove_dead,
          "%0 = stablehlo.exponential %x : tensor<4xf32>\n%1 = stablehlo.negate %x : tensor<4xf32>",
          "%1 : tensor<4xf32>"),
      "%0 = stablehlo.negate %arg0 : tensor<4xf32>\nreturn %0 : tensor<4xf32>\n");
}

TEST(ShareCommon, KeepsTheFirstOfEqualOps) {
  EXPECT_EQ(
      body_after(
          cse,
          "%0 = stablehlo.exponential %x : tensor<4xf32>\n%1 = stablehlo.exponential %x : "
          "tensor<4xf32>\n"
          "%2 = stablehlo.negate %0 : tensor<4xf32>\n%3 = stablehlo.negate %1 : tensor<4xf32>\n"
          "%4 = stablehlo.add %2, %3 : tensor<4xf32>",
          "%4 : tensor<4xf32>"),
      "%0 = stablehlo.exponential %arg0 : tensor<4xf32>\n%1 = stablehlo.negate %0 : tensor<4xf32>\n"
      "%2 = stablehlo.add %1, %1 : tensor<4xf32>\nreturn %2 : tensor<4xf32>\n");
}

TEST(ShareCommon, LooksIntoBodies) {
  const std::string zero = "%c = stablehlo.constant dense<0.0> : tensor<f32>\n";
  auto reduce = [](const std::string& name, const std::string& op) {
    return name + " = stablehlo.reduce(%x init: %c) applies stablehlo." + op +
           " across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>\n";
  };
  const std::string sum = "%2 = stablehlo.add %0, %1 : tensor<f32>";
  const auto lines = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
  };
  EXPECT_EQ(lines(body_after(cse, zero + reduce("%0", "add") + reduce("%1", "add") + sum,
                             "%2 : tensor<f32>")),
            4);
  EXPECT_EQ(lines(body_after(cse, zero + reduce("%0", "add") + reduce("%1", "maximum") + sum,
                             "%2 : tensor<f32>")),
            5);
}

TEST(Fold, LeavesOutWhatChangesNothing) {
  const std::string one = "%c = stablehlo.constant dense<1.0> : tensor<4xf32>\n",
                    zero = "%c = stablehlo.constant dense<0.0> : tensor<4xf32>\n";
  for (const std::string& ops : {
           one + "%0 = stablehlo.multiply %x, %c : tensor<4xf32>",
           one + "%0 = stablehlo.multiply %c, %x : tensor<4xf32>",
           one + "%0 = stablehlo.divide %x, %c : tensor<4xf32>",
           zero + "%0 = stablehlo.add %c, %x : tensor<4xf32>",
           zero + "%0 = stablehlo.subtract %x, %c : tensor<4xf32>",
           std::string("%1 = stablehlo.negate %x : tensor<4xf32>\n%0 = stablehlo.negate %1 : "
                       "tensor<4xf32>"),
           std::string("%0 = stablehlo.slice %x [0:4] : (tensor<4xf32>) -> tensor<4xf32>"),
           std::string("%1 = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<2x2xf32>\n%0 = "
                       "stablehlo.reshape %1 : (tensor<2x2xf32>) -> tensor<4xf32>"),
       }) {
    EXPECT_EQ(body_after([](const Program& p) { return simplify(p); }, ops, "%0 : tensor<4xf32>"),
              "return %arg0 : tensor<4xf32>\n")
        << ops;
  }
  // These do change something.
  for (const std::string& ops : {zero + "%0 = stablehlo.multiply %x, %c : tensor<4xf32>",
                                 one + "%0 = stablehlo.divide %c, %x : tensor<4xf32>",
                                 zero + "%0 = stablehlo.subtract %c, %x : tensor<4xf32>"}) {
    EXPECT_NE(body_after([](const Program& p) { return simplify(p); }, ops, "%0 : tensor<4xf32>"),
              "return %arg0 : tensor<4xf32>\n")
        << ops;
  }
}

TEST(Fold, JoinsMovesAndComputesConstants) {
  EXPECT_EQ(
      body_after(
          [](const Program& p) { return simplify(p); },
          "%0 = stablehlo.transpose %y, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>\n"
          "%1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>",
          "%1 : tensor<2x3xf32>"),
      "return %arg1 : tensor<2x3xf32>\n");
  EXPECT_EQ(
      body_after([](const Program& p) { return simplify(p); },
                 "%a = stablehlo.constant dense<3.0> : tensor<f32>\n%b = stablehlo.constant "
                 "dense<4.0> : tensor<f32>\n"
                 "%0 = stablehlo.multiply %a, %b : tensor<f32>\n%1 = stablehlo.sqrt %b : "
                 "tensor<f32>\n%2 = stablehlo.divide %0, %1 : tensor<f32>",
                 "%2 : tensor<f32>"),
      "%cst = stablehlo.constant dense<6.000000e+00> : tensor<f32>\nreturn %cst : tensor<f32>\n");
}

// Every pass, alone and together, leaves the numbers of every model as they are.
TEST(Passes, KeepWhatModelsCompute) {
  for (const char* name :
       {"mlp", "gpt-tiny", "bert-tiny", "bert-moe-tiny", "resnet-tiny", "vgg-tiny", "vit-tiny"}) {
    const std::string folder = std::string(MOTLEY_TEST_DATA "/models/") + name + "/";
    const Program program = read_stablehlo_file(folder + "grad.mlir");
    std::vector<TensorType> types;
    for (ValueId v : program.body.arguments) types.push_back(program.type(v));
    const auto arguments = read_arguments(folder + "inputs.safetensors", types);
    const auto before = interpret(program, arguments).results;
    for (const Pass& pass :
         std::vector<Pass>{{"simplify_algebra", simplify_algebra},
                           {"cse", cse},
                           {"remove_dead", remove_dead},
                           {"simplify", [](const Program& p) { return simplify(p); }}}) {
      const Program after = run_passes(program, {pass});
      EXPECT_LE(num_ops(after), num_ops(program) + 1) << name << " " << pass.name;
      const auto results = interpret(after, arguments).results;
      for (size_t i = 0; i < before.size(); ++i) {
        EXPECT_LT(relative_error(results[i], before[i]), 1e-6)
            << name << " " << pass.name << " result " << i;
      }
    }
  }
}

}  // namespace
}  // namespace motley::tensor
