#include <gtest/gtest.h>

#include "tensor/import/source_lines.h"

namespace motley::tensor {
namespace {

TEST(SourceLines, NameWhatReadsAnArgumentThroughCalls) {
  const auto sources = argument_sources(R"(#loc = loc(unknown)
module @jit_loss {
  func.func public @main(%arg0: tensor<4x4xf32> loc("p['a']"), %arg1: tensor<4xf32> loc("x")) -> (tensor<f32>) {
    %0 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4x4xf32>) -> tensor<4xf32> loc(#loc7)
    %1 = call @relu(%arg1, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc(#loc)
    return %1 : tensor<f32> loc(#loc)
  } loc(#loc)
  func.func private @relu(%arg0: tensor<4xf32> loc(unknown), %arg1: tensor<4xf32> loc(unknown)) -> tensor<4xf32> {
    %1 = stablehlo.maximum %arg0, %arg1 : tensor<4xf32> loc(#loc3)
    return %1 : tensor<4xf32> loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc1 = loc("a model.py":3:11 to :29)
#loc2 = loc("main.py":12:4)
#loc11 = loc("/usr/lib/python3/motley/_api.py":30:9)
#loc12 = loc("_source"(#loc11))
#loc13 = loc("activate"(#loc1))
#loc3 = loc(callsite(#loc13 at #loc12))
#loc4 = loc("layer"(#loc1))
#loc5 = loc("loss"(#loc2))
#loc8 = loc("/usr/lib/python3/motley/_jax.py":62:20)
#loc9 = loc("source"(#loc8))
#loc10 = loc(callsite(#loc5 at #loc9))
#loc6 = loc(callsite(#loc4 at #loc10))
#loc7 = loc("jit(loss)/dot_general"(#loc6))
)");
  ASSERT_EQ(sources.size(), 2u);
  const std::string read = "a model.py:3 in layer, called at main.py:12 in loss";
  EXPECT_EQ(sources[0], std::vector{read});
  EXPECT_EQ(sources[1], (std::vector<std::string>{read, "a model.py:3 in activate"}));
}

// By the line on which the op begins; one with a body has its location where that ends.
TEST(SourceLines, NameWhereAnOpComesFrom) {
  const std::string text = R"(#loc1 = loc("model.py":7:4)
func.func public @main(%arg0: tensor<4xf32>) -> tensor<f32> {
  %0 = stablehlo.exponential %arg0 : tensor<4xf32> loc(#loc3)
  %1 = "stablehlo.reduce"(%0, %cst) ({
  ^bb0(%arg1: tensor<f32> loc(#loc1), %arg2: tensor<f32> loc(#loc1)):
    %2 = stablehlo.add %arg1, %arg2 : tensor<f32> loc(#loc1)
    stablehlo.return %2 : tensor<f32> loc(#loc1)
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32> loc(#loc2)
}
#loc2 = loc("model.py":9:2)
#loc3 = loc("layer"(#loc1))
)";
  EXPECT_EQ(op_source(text, 3), "model.py:7 in layer");
  EXPECT_EQ(op_source(text, 4), "model.py:9");
  EXPECT_EQ(op_source(text, 100), "");
  EXPECT_EQ(op_source("%0 = stablehlo.exponential %arg0 : tensor<4xf32>\n", 1), "");
  EXPECT_EQ(op_source_in_file("no such file", 1), "");
}

TEST(SourceLines, ProgramsWithoutLocationsHaveNone) {
  EXPECT_TRUE(argument_sources("func.func @main(%arg0: tensor<f32>) {\n").empty());
  EXPECT_TRUE(argument_sources("#loc1 = loc(\"a\n#loc = loc(callsite(\n").empty());
  EXPECT_TRUE(argument_sources_of_model("gpt:layers=2").empty());
}

}  // namespace
}  // namespace motley::tensor
