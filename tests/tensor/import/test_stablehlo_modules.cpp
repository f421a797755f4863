// Modules, functions, names, calls, locations, and ops that become something else.
#include <gtest/gtest.h>

#include <string>

#include "tensor/import/texts.h"

namespace motley::tensor {
namespace {

const Program& plain() {
  static const Program program = read(R"(
    module @jit_f {
      func.func public @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
        %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32>
        %1 = stablehlo.multiply %0, %arg0 : tensor<4xf32>
        return %1 : tensor<4xf32>
      }
    })");
  return program;
}

TEST(StablehloModules, ReadsAModule) {
  const Program& p = plain();
  EXPECT_EQ(p.name, "jit_f");
  EXPECT_EQ(p.source, "t.mlir");
  ASSERT_EQ(p.body.arguments.size(), 2u);
  EXPECT_EQ(p.type(p.body.arguments[1]).to_string(), "tensor<4xf32>");
  ASSERT_EQ(p.body.ops.size(), 2u);
  EXPECT_EQ(p.body.ops[1].code, OpCode::kMultiply);
  EXPECT_EQ(p.body.ops[1].operands[0], p.body.ops[0].results[0]);
  EXPECT_EQ(p.body.results, p.body.ops[1].results);
}

TEST(StablehloModules, GivesOpsTheirPlace) {
  EXPECT_EQ(plain().position(plain().body.ops[0]).to_string(), "t.mlir:4:14");
}

TEST(StablehloModules, SkipsLocationsCommentsAliasesAndMeshes) {
  EXPECT_TRUE(plain() == read(R"(// a comment
    #loc = loc(unknown)
    #loc1 = loc("x")
    #map = affine_map<(d0) -> (d0)>
    !alias = tensor<4xf32>
    module @jit_f attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32} {
      sdy.mesh @mesh = <["x"=2, "y"=2]>
      sdy.mesh @other = <[
        "x"=2]>
      func.func public @main(%arg0: tensor<4xf32> {jax.arg_info = "a", mhlo.sharding = "{replicated}"}
          loc("a"), %arg1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>} loc(#loc1))
          -> (tensor<4xf32> {jax.result_info = "result"}) attributes {no_inline, some = [1 : i32, "a"]} {
        %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32> loc(#loc5)  // here too
        %1 = stablehlo.multiply %0, %arg0 {mhlo.frontend_attributes = {a = "b"}} : tensor<4xf32> loc(callsite("f"("f.py":3:5 to :9) at #loc1))
        return %1 : tensor<4xf32> loc("f.py":1:2)
      } loc(#loc)
    } loc(fused["a", "b"])
    #loc5 = loc("add"(#loc1))
    {-#
      dialect_resources: { builtin: { w: "0x0400" } }
    #-}
  )"));
}

TEST(StablehloModules, ReadsTheGenericForm) {
  EXPECT_TRUE(plain() == read(R"(
    "builtin.module"() <{sym_name = "jit_f"}> ({
      "sdy.mesh"() <{mesh = #sdy.mesh<["x"=2]>, sym_name = "mesh"}> : () -> ()
      "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>, sym_name = "main", sym_visibility = "public"}> ({
      ^bb0(%arg0: tensor<4xf32> loc("a"), %arg1: tensor<4xf32>):
        %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc(#loc2)
        %1 = "stablehlo.multiply"(%0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
        "func.return"(%1) : (tensor<4xf32>) -> ()
      }) : () -> () loc(#loc)
    }) {mhlo.num_partitions = 1 : i32} : () -> () loc(#loc))"));
}

TEST(StablehloModules, ReadsBareFunctions) {
  EXPECT_TRUE(plain() ==
              read(R"(func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
    %sum = stablehlo.add %a, %b : tensor<4xf32>
    %product = stablehlo.multiply %sum, %a : tensor<4xf32>
    func.return %product : tensor<4xf32>
  })"));
}

TEST(StablehloModules, InlinesCalls) {
  EXPECT_TRUE(plain() == read(R"(module {
    func.func public @entry(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
      %0 = call @sum(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %1:2 = func.call @"the product"(%0, %arg0) {some = 1 : i64} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
      return %1#1 : tensor<4xf32>
    }
    func.func private @sum(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    func.func private @"the product"(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      %0 = "func.call"(%arg0, %arg1) <{callee = @product}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %arg0, %0 : tensor<4xf32>, tensor<4xf32>
    }
    func.func private @product(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.multiply %arg0, %arg1 : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
  })"));
}

TEST(StablehloModules, InlinesComposites) {
  EXPECT_TRUE(plain() == read(R"(
    func.func private @impl(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.composite "my.sum" %arg0, %arg1 {composite_attributes = {n = 2 : i64}, decomposition = @impl, version = 1 : i32} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %1 = stablehlo.multiply %0, %arg0 : tensor<4xf32>
      return %1 : tensor<4xf32>
    })"));
}

TEST(StablehloModules, CallsInsideOfRegionsStayThere) {
  const Program p = read(R"(
    func.func private @sum(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.add %arg0, %arg1 : tensor<f32>
      return %0 : tensor<f32>
    }
    func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
       reducer(%a: tensor<f32> loc("a"), %b: tensor<f32>)  {
        %1 = func.call @sum(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        stablehlo.return %1 : tensor<f32>
      }
      return %0 : tensor<f32>
    })");
  ASSERT_EQ(p.body.ops.size(), 1u);
  EXPECT_EQ(p.body.ops[0].regions.at(0).ops.at(0).code, OpCode::kAdd);
}

// Sibling regions may use the same names, and values from before their op.
TEST(StablehloModules, ScopesNamesByRegion) {
  const Program p = read(function("%p: tensor<i1>, %a: tensor<f32>", R"(
    %0 = "stablehlo.if"(%p) ({
      %1 = stablehlo.add %a, %a : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }, {
      %1 = stablehlo.negate %a : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    %1 = stablehlo.abs %0 : tensor<f32>)"));
  EXPECT_EQ(num_ops(p), 4);
}

TEST(StablehloModules, ReadsEveryElementType) {
  for (std::string element : {"i1", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "f16",
                              "bf16", "f32", "f64"}) {
    const std::string type = "tensor<0x3x" + element + ">";
    const Program p = read(function("%a: " + type, ""));
    EXPECT_EQ(p.type(p.body.arguments[0]).to_string(), type);
  }
}

// ---- Ops that become something else --------------------------------------------------------

TEST(StablehloModules, DropsWhatOnlyPlacesValues) {
  for (const char* op : {
           "%0 = sdy.sharding_constraint %a <@mesh, [{\"x\"}, {}]> : tensor<4xf32>",
           "%0 = \"sdy.sharding_constraint\"(%a) <{sharding = #sdy.sharding<@mesh, [{}]>}> : "
           "(tensor<4xf32>) -> tensor<4xf32>",
           "%0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = \"{replicated}\", "
           "operand_layouts = [dense<[1, 0]> : tensor<2xindex>], backend_config = {a = 3 : ui8, b "
           "= "
           "1.0 : f32}} : (tensor<4xf32>) -> tensor<4xf32>",
           "%0 = stablehlo.custom_call @annotate_device_placement(%a) {has_side_effect = true} : "
           "(tensor<4xf32>) -> tensor<4xf32>",
       }) {
    const Program p = read(std::string("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n") +
                           op + "\nreturn %0 : tensor<4xf32>\n}");
    EXPECT_TRUE(p.body.ops.empty()) << op;
    EXPECT_EQ(p.body.results, p.body.arguments) << op;
  }
}

void expect_same(const std::string& a, const std::string& b, const std::string& arguments) {
  EXPECT_TRUE(read(function(arguments, a)) == read(function(arguments, b))) << a;
}

TEST(StablehloModules, MapsCallsThatStandForOps) {
  expect_same(
      "%0 = stablehlo.custom_call @mhlo.erf(%a) {mhlo.version = 1 : i64} : (tensor<4xf32>) -> "
      "tensor<4xf32>",
      "%0 = chlo.erf %a : tensor<4xf32> -> tensor<4xf32>", "%a: tensor<4xf32>");
  expect_same("%0 = stablehlo.custom_call @mhlo.tan(%a) : (tensor<4xf32>) -> tensor<4xf32>",
              "%0 = stablehlo.tan %a : tensor<4xf32>", "%a: tensor<4xf32>");
  expect_same("%0 = chlo.tan %a : tensor<4xf32> -> tensor<4xf32>",
              "%0 = stablehlo.tan %a : tensor<4xf32>", "%a: tensor<4xf32>");
  expect_same(
      "%0:2 = stablehlo.custom_call @mhlo.topk(%a) {mhlo.attributes = {k = 2 : i64, largest = "
      "true}} : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)",
      "%0:2 = chlo.top_k(%a, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)",
      "%a: tensor<4xf32>");
  expect_same("%0 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<4x7xf32>) -> tensor<i32>",
              "%0 = stablehlo.constant dense<7> : tensor<i32>", "%a: tensor<4x7xf32>");
}

// 76 is L, 78 is N, 82 is R, 84 is T, 85 is U.
TEST(StablehloModules, MapsLapackCallsOfJaxOnCpu) {
  expect_same(
      "%0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {mhlo.backend_config = {diag = 85 : "
      "ui8, side = 82 : ui8, trans_x = 84 : ui8, uplo = 85 : ui8}} : (tensor<4x4xf32>, "
      "tensor<3x4xf32>) -> tensor<3x4xf32>",
      "%0 = \"stablehlo.triangular_solve\"(%a, %b) <{left_side = false, lower = false, transpose_a "
      "= #stablehlo<transpose TRANSPOSE>, unit_diagonal = true}> : (tensor<4x4xf32>, "
      "tensor<3x4xf32>) -> tensor<3x4xf32>",
      "%a: tensor<4x4xf32>, %b: tensor<3x4xf32>");
  expect_same(
      "%0:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : "
      "ui8}} : (tensor<2x4x4xf64>) -> (tensor<2x4x4xf64>, tensor<2xi32>)",
      "%0 = stablehlo.cholesky %a, lower = true : tensor<2x4x4xf64>\n"
      "%1 = stablehlo.constant dense<0> : tensor<2xi32>",
      "%a: tensor<2x4x4xf64>");
}

TEST(StablehloModules, ReadsChecks) {
  const Program p = read(function("%a: tensor<2xf32>", R"(
    stablehlo.custom_call @check.expect_almost_eq(%a, %a) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    check.expect_eq_const %a, dense<[1.0, 2.0]> : tensor<2xf32>)"));
  ASSERT_EQ(p.body.ops.size(), 3u);
  EXPECT_EQ(p.body.ops[0].get<CustomCallAttrs>().target, "check.expect_almost_eq");
  EXPECT_EQ(p.body.ops[1].code, OpCode::kConstant);
  EXPECT_EQ(p.body.ops[2].get<CustomCallAttrs>().target, "check.expect_eq");
  expect_same(
      "check.expect_close %a, %a, max_ulp_difference = 3 : tensor<2xf32>, tensor<2xf32>",
      "stablehlo.custom_call @check.expect_close(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> ()",
      "%a: tensor<2xf32>");
  expect_same(
      "check.expect_eq %a, %a : tensor<2xf32>",
      "stablehlo.custom_call @check.expect_eq(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> ()",
      "%a: tensor<2xf32>");
}

// Results that nobody uses need no name.
TEST(StablehloModules, ReadsUnnamedResults) {
  expect_same("stablehlo.add %a, %a : tensor<2xf32>", "%0 = stablehlo.add %a, %a : tensor<2xf32>",
              "%a: tensor<2xf32>");
  expect_same("stablehlo.reshape %a : (tensor<2xf32>) -> tensor<1x2xf32>",
              "%0 = stablehlo.reshape %a : (tensor<2xf32>) -> tensor<1x2xf32>",
              "%a: tensor<2xf32>");
}

}  // namespace
}  // namespace motley::tensor
