// Whole models as JAX exported them: read, printed, read again, run, and compared with JAX.
#include <gtest/gtest.h>

#include <filesystem>

#include "tensor/import/model.h"
#include "tensor/import/stablehlo_text.h"
#include "tensor/import/tensor_file.h"
#include "tensor/ir/compare.h"
#include "tensor/ir/op_row.h"
#include "tensor/ir/printer.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor {
namespace {

const std::string kModels = MOTLEY_TEST_DATA "/models/";

class Models : public testing::TestWithParam<std::string> {
 protected:
  std::string folder() const { return kModels + GetParam() + "/"; }

  // Runs a Program of the folder on the folder's inputs and compares with what JAX computed.
  void expect_agreement(const std::string& file, size_t num_results) {
    const Program program = read_stablehlo_file(folder() + file);
    ASSERT_EQ(first_fault(program), "");
    ASSERT_EQ(program.body.results.size(), num_results);
    std::vector<TensorType> types;
    for (ValueId v : program.body.arguments) types.push_back(program.type(v));
    const auto results =
        interpret(program, read_arguments(folder() + "inputs.safetensors", types)).results;
    const auto expected = read_results(folder() + "expected.safetensors");
    ASSERT_LE(results.size(), expected.size());
    for (size_t i = 0; i < results.size(); ++i) {
      EXPECT_LT(relative_error(results[i], expected[i].value), 1e-4) << expected[i].name;
    }
  }
};

TEST_P(Models, LossAgreesWithJax) { expect_agreement("loss.mlir", 1); }

TEST_P(Models, GradientsAgreeWithJax) {
  size_t params = 0;
  for (const ArgumentSpec& spec : read_model(folder()).signature)
    params += spec.role == Role::kParam;
  expect_agreement("grad.mlir", 1 + params);
}

TEST_P(Models, PrintedProgramsReadBackTheSame) {
  for (const char* file : {"loss.mlir", "grad.mlir"}) {
    const Program program = read_stablehlo_file(folder() + file);
    const std::string text = print(program);
    const Program again = read_stablehlo(text, "printed");
    EXPECT_TRUE(program == again);
    EXPECT_EQ(structural_hash(program), structural_hash(again));
    EXPECT_EQ(print(again), text);
  }
}

TEST_P(Models, EveryOpHasAnIndexStructure) {
  const Program program = read_stablehlo_file(folder() + "grad.mlir");
  for (const Op& op : program.body.ops) {
    const OpView view{program.values, op};
    const IndexStructure index = index_structure(view);
    EXPECT_EQ(index.operands.size(), op.operands.size());
    EXPECT_EQ(index.results.size(), op.results.size());
    EXPECT_GE(work(view).flops, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Tiny, Models,
                         testing::Values("mlp", "gpt-tiny", "bert-tiny", "bert-moe-tiny",
                                         "resnet-tiny", "vgg-tiny", "vit-tiny"),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

TEST(Model, DrawsWhatNoFileGives) {
  const Model model = read_model(kModels + "mlp");
  ASSERT_TRUE(model.inputs_file);
  const ArgumentSpec spec{
      Role::kParam, "w", {ElementType::kF32, {64, 64}}, *Initial::parse("normal:0.5")};
  const Literal a = draw_argument(spec, 2, 11), b = draw_argument(spec, 2, 11),
                c = draw_argument(spec, 3, 11);
  EXPECT_TRUE(a == b);
  EXPECT_FALSE(a == c);
  double square = 0;
  for (int64_t i = 0; i < a.num_elements(); ++i) square += a.get_float(i) * a.get_float(i);
  EXPECT_NEAR(square / 4096, 0.25, 0.03);
  EXPECT_FALSE(Initial::parse("normal:x"));
  EXPECT_FALSE(Initial::parse("uniform:1"));
}

}  // namespace
}  // namespace motley::tensor
