// Every op of ops.def: its pretty form and its generic form are the same Program.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tensor/import/stablehlo_text.h"
#include "tensor/import/texts.h"
#include "tensor/ir/op_cases.h"
#include "tensor/ir/op_row.h"
#include "tensor/ir/printer.h"

namespace motley::tensor {
namespace {

struct Forms {
  const char* arguments;
  const char* pretty;
  const char* generic;
};

constexpr const char* kSum = R"(({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }))";

const std::vector<Forms>& forms() {
  static const std::vector<Forms> all = {
      {"%a: tensor<4xf32>", "%0 = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xbf16>",
       "%0 = \"stablehlo.convert\"(%a) : (tensor<4xf32>) -> tensor<4xbf16>"},
      {"%a: tensor<4xf32>", "%0 = stablehlo.convert %a : tensor<4xf32>",
       "%0 = \"stablehlo.convert\"(%a) : (tensor<4xf32>) -> tensor<4xf32>"},
      {"%a: tensor<4xf32>",
       "%0 = stablehlo.bitcast_convert %a : (tensor<4xf32>) -> tensor<4x2xi16>",
       "%0 = \"stablehlo.bitcast_convert\"(%a) : (tensor<4xf32>) -> tensor<4x2xi16>"},
      {"%a: tensor<4xf32>", "%0 = stablehlo.is_finite %a : (tensor<4xf32>) -> tensor<4xi1>",
       "%0 = \"stablehlo.is_finite\"(%a) : (tensor<4xf32>) -> tensor<4xi1>"},
      {"%a: tensor<4xf32>", "%0 = stablehlo.reduce_precision %a, format = e8m7 : tensor<4xf32>",
       "%0 = \"stablehlo.reduce_precision\"(%a) <{exponent_bits = 8 : i32, mantissa_bits = 7 : "
       "i32}>"
       " : (tensor<4xf32>) -> tensor<4xf32>"},
      {"%a: tensor<4xf32>, %b: tensor<4xf32>",
       "%0 = stablehlo.compare  LT, %a, %b,  FLOAT : (tensor<4xf32>, tensor<4xf32>) -> "
       "tensor<4xi1>",
       "%0 = \"stablehlo.compare\"(%a, %b) <{compare_type = #stablehlo<comparison_type FLOAT>,"
       " comparison_direction = #stablehlo<comparison_direction LT>}>"
       " : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>"},
      {"%a: tensor<4xui8>, %b: tensor<4xui8>",
       "%0 = stablehlo.compare NE, %a, %b : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>",
       "%0 = \"stablehlo.compare\"(%a, %b) {compare_type = #stablehlo<comparison_type UNSIGNED>,"
       " comparison_direction = #stablehlo<comparison_direction NE>}"
       " : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>"},
      {"%p: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>",
       "%0 = stablehlo.select %p, %a, %b : tensor<4xi1>, tensor<4xf32>",
       "%0 = \"stablehlo.select\"(%p, %a, %b)"
       " : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>"},
      {"%p: tensor<i1>, %a: tensor<4xf32>, %b: tensor<4xf32>",
       "%0 = stablehlo.select %p, %a, %b"
       " : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>",
       "%0 = \"stablehlo.select\"(%p, %a, %b)"
       " : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>"},
      {"%a: tensor<f32>, %b: tensor<4xf32>",
       "%0 = stablehlo.clamp %a, %b, %a : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> "
       "tensor<4xf32>",
       "%0 = \"stablehlo.clamp\"(%a, %b, %a)"
       " : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>"},
      {"%a: tensor<4xf32>, %b: tensor<4xf32>",
       "%0 = chlo.next_after %a, %b : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>",
       "%0 = \"chlo.next_after\"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>"},
      {"%a: tensor<4xf32>", "%0 = chlo.is_inf %a : tensor<4xf32> -> tensor<4xi1>",
       "%0 = \"chlo.is_inf\"(%a) : (tensor<4xf32>) -> tensor<4xi1>"},
      // Made from nothing, or moved about
      {"", "%0 = stablehlo.constant dense<[1.0, 2.5]> : tensor<2xf32>",
       "%0 = \"stablehlo.constant\"() <{value = dense<[1.0, 2.5]> : tensor<2xf32>}>"
       " : () -> tensor<2xf32>"},
      {"", "%0 = chlo.constant dense<3> : tensor<2xi32>",
       "%0 = stablehlo.constant() <{value = dense<3> : tensor<2xi32>}> : () -> tensor<2xi32>"},
      {"", "%0 = stablehlo.iota dim = 1 : tensor<3x4xi32>",
       "%0 = \"stablehlo.iota\"() <{iota_dimension = 1 : i64}> : () -> tensor<3x4xi32>"},
      {"%a: tensor<4xf32>",
       "%0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>",
       "%0 = \"stablehlo.broadcast_in_dim\"(%a) <{broadcast_dimensions = array<i64: 1>}>"
       " : (tensor<4xf32>) -> tensor<2x4xf32>"},
      {"%a: tensor<f32>",
       "%0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<2xf32>",
       "%0 = \"stablehlo.broadcast_in_dim\"(%a) <{broadcast_dimensions = array<i64>}>"
       " : (tensor<f32>) -> tensor<2xf32>"},
      {"%a: tensor<4xf32>",
       "%0 = stablehlo.broadcast %a, sizes = [2, 3] : (tensor<4xf32>) -> tensor<2x3x4xf32>",
       "%0 = \"stablehlo.broadcast_in_dim\"(%a) {broadcast_dimensions = dense<2> : tensor<1xi64>}"
       " : (tensor<4xf32>) -> tensor<2x3x4xf32>"},
      {"%a: tensor<4xf32>, %b: tensor<2xf32>",
       "%0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<4xf32>, tensor<2xf32>) -> "
       "tensor<6xf32>",
       "%0 = \"stablehlo.concatenate\"(%a, %b) <{dimension = 0 : i64}>"
       " : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>"},
      {"%a: tensor<4xf32>, %b: tensor<f32>",
       "%0 = stablehlo.pad %a, %b, low = [-1], high = [2], interior = [1]"
       " : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>",
       "%0 = \"stablehlo.pad\"(%a, %b) <{edge_padding_high = array<i64: 2>, edge_padding_low ="
       " array<i64: -1>, interior_padding = array<i64: 1>}>"
       " : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>"},
      {"%a: tensor<4x6xf32>", "%0 = stablehlo.reshape %a : (tensor<4x6xf32>) -> tensor<24xf32>",
       "%0 = \"stablehlo.reshape\"(%a) : (tensor<4x6xf32>) -> tensor<24xf32>"},
      {"%a: tensor<4x6xf32>", "%0 = stablehlo.reverse %a, dims = [0, 1] : tensor<4x6xf32>",
       "%0 = \"stablehlo.reverse\"(%a) <{dimensions = array<i64: 0, 1>}>"
       " : (tensor<4x6xf32>) -> tensor<4x6xf32>"},
      {"%a: tensor<4x9xf32>",
       "%0 = stablehlo.slice %a [1:3, 0:9:2] : (tensor<4x9xf32>) -> tensor<2x5xf32>",
       "%0 = \"stablehlo.slice\"(%a) {limit_indices = dense<[3, 9]> : tensor<2xi64>, start_indices "
       "="
       " dense<[1, 0]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>}"
       " : (tensor<4x9xf32>) -> tensor<2x5xf32>"},
      {"%a: tensor<f32>", "%0 = stablehlo.slice %a [] : (tensor<f32>) -> tensor<f32>",
       "%0 = \"stablehlo.slice\"(%a) <{limit_indices = array<i64>, start_indices = array<i64>,"
       " strides = array<i64>}> : (tensor<f32>) -> tensor<f32>"},
      {"%a: tensor<4x6xf32>",
       "%0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>",
       "%0 = \"stablehlo.transpose\"(%a) <{permutation = array<i64: 1, 0>}>"
       " : (tensor<4x6xf32>) -> tensor<6x4xf32>"},
      // Moved to or from places that the data name
      {"%a: tensor<4x6xf32>, %i: tensor<i32>",
       "%0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [2, 3]"
       " : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>",
       "%0 = \"stablehlo.dynamic_slice\"(%a, %i, %i) <{slice_sizes = array<i64: 2, 3>}>"
       " : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>"},
      {"%a: tensor<4xf32>, %b: tensor<2xf32>, %i: tensor<i32>",
       "%0 = stablehlo.dynamic_update_slice %a, %b, %i"
       " : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>",
       "%0 = \"stablehlo.dynamic_update_slice\"(%a, %b, %i)"
       " : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>"},
      // Products
      {"%a: tensor<3x3xf32>", "%0 = stablehlo.cholesky %a, lower = true : tensor<3x3xf32>",
       "%0 = \"stablehlo.cholesky\"(%a) <{lower = true}> : (tensor<3x3xf32>) -> tensor<3x3xf32>"},
      {"%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>",
       "%0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1],"
       " precision = [HIGHEST, DEFAULT]"
       " : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>",
       "%0 = \"stablehlo.dot_general\"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<"
       "lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions ="
       " [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision HIGHEST>,"
       " #stablehlo<precision DEFAULT>]}>"
       " : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>"},
      {"%a: tensor<3x4xf32>, %b: tensor<4x5xf32>",
       "%0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm ="
       " <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,"
       " lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,"
       " allow_imprecise_accumulation = false> : (tensor<3x4xf32>, tensor<4x5xf32>) -> "
       "tensor<3x5xf32>",
       "%0 = stablehlo.dot %a, %b : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>"},
      {"%a: tensor<4xf32>, %b: tensor<4x5xf32>",
       "%0 = stablehlo.dot %a, %b, precision = [HIGH, HIGH]"
       " : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<5xf32>",
       "%0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0], precision = [HIGH, HIGH]"
       " : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<5xf32>"},
      {"%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x2x6xf32>",
       "%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],"
       " window = {stride = [2, 1], pad = [[1, 0], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, "
       "1],"
       " reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64,"
       " precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]}"
       " : (tensor<2x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<2x4x8x6xf32>",
       "%0 = \"stablehlo.convolution\"(%a, %b) <{batch_group_count = 1 : i64, dimension_numbers ="
       " #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64,"
       " padding = dense<[[1, 0], [1, 1]]> : tensor<2x2xi64>, precision_config ="
       " [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, "
       "1>,"
       " window_reversal = array<i1: false, true>, window_strides = array<i64: 2, 1>}>"
       " : (tensor<2x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<2x4x8x6xf32>"},
      {"%a: tensor<2x4x8xf32>, %b: tensor<6x4x3xf32>",
       "%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = "
       "{}"
       " {batch_group_count = 1 : i64, feature_group_count = 1 : i64}"
       " : (tensor<2x4x8xf32>, tensor<6x4x3xf32>) -> tensor<2x6x6xf32>",
       "%0 = \"stablehlo.convolution\"(%a, %b) {dimension_numbers = #stablehlo.conv<raw"
       " input_batch_dimension = 0, input_feature_dimension = 1, input_spatial_dimensions = [2],"
       " kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 0,"
       " kernel_spatial_dimensions = [2], output_batch_dimension = 0, output_feature_dimension = 1,"
       " output_spatial_dimensions = [2]>, window_reversal = dense<false> : tensor<1xi1>}"
       " : (tensor<2x4x8xf32>, tensor<6x4x3xf32>) -> tensor<2x6x6xf32>"},
      // Many into one
      {"%a: tensor<4x6xf32>, %i: tensor<f32>",
       "%0 = stablehlo.reduce(%a init: %i) applies stablehlo.maximum across dimensions = [1]"
       " : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>",
       R"(%0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 1>}> ({
         ^bb0(%x: tensor<f32>, %y: tensor<f32>):
           %z = "stablehlo.maximum"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
           "stablehlo.return"(%z) : (tensor<f32>) -> ()
         }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>)"},
      {"%a: tensor<4x6xf32>, %b: tensor<4x6xi32>, %i: tensor<f32>, %j: tensor<i32>",
       R"(%0:2 = stablehlo.reduce(%a init: %i), (%b init: %j) across dimensions = [0]
         : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)
          reducer(%x: tensor<f32>, %u: tensor<f32>) (%y: tensor<i32>, %v: tensor<i32>)  {
           %s = stablehlo.add %x, %u : tensor<f32>
           %t = stablehlo.add %y, %v : tensor<i32>
           stablehlo.return %s, %t : tensor<f32>, tensor<i32>
         })",
       R"(%0:2 = "stablehlo.reduce"(%a, %b, %i, %j) ({
         ^bb0(%x: tensor<f32>, %y: tensor<i32>, %u: tensor<f32>, %v: tensor<i32>):
           %s = stablehlo.add %x, %u : tensor<f32>
           %t = stablehlo.add %y, %v : tensor<i32>
           stablehlo.return %s, %t : tensor<f32>, tensor<i32>
         }) {dimensions = dense<0> : tensor<1xi64>}
         : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>))"},
      {"%a: tensor<4x6xf32>",
       "%0:2 = chlo.top_k(%a, k = 2) : tensor<4x6xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)",
       "%values, %indices = \"chlo.top_k\"(%a) <{k = 2 : i64}>"
       " : (tensor<4x6xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)"},
      // Control flow and the rest
      {"%a: tensor<4xf32>, %b: tensor<i32>",
       "%0:2 = stablehlo.optimization_barrier %a, %b : tensor<4xf32>, tensor<i32>",
       "%0:2 = \"stablehlo.optimization_barrier\"(%a, %b)"
       " : (tensor<4xf32>, tensor<i32>) -> (tensor<4xf32>, tensor<i32>)"},
      {"%a: tensor<3xui64>",
       "%0, %1 = stablehlo.rng_bit_generator %a, algorithm =  PHILOX"
       " : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui32>)",
       "%0:2 = \"stablehlo.rng_bit_generator\"(%a) <{rng_algorithm = #stablehlo<rng_algorithm "
       "PHILOX>}>"
       " : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui32>)"},
      {"%a: tensor<i32>, %b: tensor<f32>",
       R"(%0:2 = stablehlo.while(%i = %a, %x = %b) : tensor<i32>, tensor<f32> attributes {some.name}
         cond {
           %c = stablehlo.constant dense<5> : tensor<i32>
           %p = stablehlo.compare LT, %i, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
           stablehlo.return %p : tensor<i1>
         } do {
           %c = stablehlo.add %x, %b : tensor<f32>
           stablehlo.return %i, %c : tensor<i32>, tensor<f32>
         })",
       R"(%0:2 = "stablehlo.while"(%a, %b) ({
         ^bb0(%i: tensor<i32>, %x: tensor<f32>):
           %c = stablehlo.constant dense<5> : tensor<i32>
           %p = stablehlo.compare LT, %i, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
           stablehlo.return %p : tensor<i1>
         }, {
         ^bb0(%i: tensor<i32>, %x: tensor<f32>):
           %c = stablehlo.add %x, %b : tensor<f32>
           stablehlo.return %i, %c : tensor<i32>, tensor<f32>
         }) : (tensor<i32>, tensor<f32>) -> (tensor<i32>, tensor<f32>))"},
      {"%a: tensor<4xf32>, %b: tensor<4xf32>",
       "stablehlo.custom_call @check.expect_close(%a, %b) {has_side_effect = true}"
       " : (tensor<4xf32>, tensor<4xf32>) -> ()",
       "\"stablehlo.custom_call\"(%a, %b) <{call_target_name = \"check.expect_close\","
       " has_side_effect = true}> : (tensor<4xf32>, tensor<4xf32>) -> ()"},
  };
  return all;
}

TEST(StablehloOps, PrettyAndGenericFormsAreTheSameProgram) {
  for (const Forms& form : forms()) {
    SCOPED_TRACE(form.pretty);
    const Program pretty = read(function(form.arguments, form.pretty));
    const Program generic = read(function(form.arguments, form.generic));
    EXPECT_TRUE(pretty == generic);
    EXPECT_EQ(pretty.body.ops.size(), 1u);
  }
}

// Ops with a generic form only.
const std::vector<std::pair<std::string, std::string>>& generic_only() {
  static const std::vector<std::pair<std::string, std::string>> all = {
      {"%a: tensor<64x32xf32>, %i: tensor<4x8x1xi32>",
       "%0 = \"stablehlo.gather\"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = "
       "[2],"
       " collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, "
       "indices_are_sorted"
       " = true, slice_sizes = array<i64: 1, 32>}>"
       " : (tensor<64x32xf32>, tensor<4x8x1xi32>) -> tensor<4x8x32xf32>"},
      {"%a: tensor<64x32xf32>, %i: tensor<4x1xi32>, %u: tensor<4x32xf32>",
       std::string("%0 = \"stablehlo.scatter\"(%a, %i, %u) <{indices_are_sorted = false,"
                   " scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],"
                   " inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],"
                   " index_vector_dim = 1>, unique_indices = true}> ") +
           kSum + " : (tensor<64x32xf32>, tensor<4x1xi32>, tensor<4x32xf32>) -> tensor<64x32xf32>"},
      {"%a: tensor<4x9xf32>, %i: tensor<f32>",
       std::string("%0 = \"stablehlo.reduce_window\"(%a, %i) <{padding = dense<[[0, 0], [1, 2]]> :"
                   " tensor<2x2xi64>, window_dimensions = array<i64: 1, 3>}> ") +
           kSum + " : (tensor<4x9xf32>, tensor<f32>) -> tensor<4x10xf32>"},
      {"%a: tensor<4x8xf32>, %s: tensor<4x4xf32>, %i: tensor<f32>",
       std::string("%0 = \"stablehlo.select_and_scatter\"(%a, %s, %i) <{window_dimensions ="
                   " array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({\n"
                   "^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"
                   "%z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
                   "stablehlo.return %z : tensor<i1>\n}, ") +
           std::string(kSum).substr(1) +
           " : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x8xf32>"},
      {"%a: tensor<4x8xf32>",
       "%0 = \"stablehlo.sort\"(%a) <{is_stable = true}> ({\n"
       "^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"
       "%z = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
       "stablehlo.return %z : tensor<i1>\n}) : (tensor<4x8xf32>) -> tensor<4x8xf32>"},
      {"%a: tensor<4x4xf32>, %b: tensor<4x2xf32>",
       "%0 = \"stablehlo.triangular_solve\"(%a, %b) <{left_side = true, lower = false, transpose_a "
       "="
       " #stablehlo<transpose ADJOINT>, unit_diagonal = true}>"
       " : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>"},
      {"%a: tensor<4x3xf32>",
       "%0:3 = stablehlo.custom_call @motley.attention(%a, %a, %a) {api_version = 4 : i32, "
       "backend_config = {causal = true, fill = -1.000000e+09 : f64, key = \"td\", output = "
       "\"se\", "
       "query = \"sd\", query_offset = -1 : i64, scale = 0.5 : f64, value = \"te\"}} : "
       "(tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) -> "
       "(tensor<4x3xf32>, tensor<4xf32>, tensor<4xf32>)"},
      {"%a: tensor<4x3xf32>, %r: tensor<4xf32>, %b: tensor<4x4xf32>",
       "%0:4 = stablehlo.custom_call @motley.attention_gradient(%a, %a, %a, %b, %a, %r, %r, %a) "
       "{api_version = 4 : i32, backend_config = {bias = \"st\", bias_gradient = true, key = "
       "\"td\", "
       "output = \"se\", query = \"sd\", scale = 0.5 : f64, value = \"te\"}} : (tensor<4x3xf32>, "
       "tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x4xf32>, tensor<4x3xf32>, tensor<4xf32>, "
       "tensor<4xf32>, tensor<4x3xf32>) -> "
       "(tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x4xf32>)"},
      {"%a: tensor<4x3xf32>",
       "%0 = stablehlo.custom_call @motley.stop_gradient(%a) {api_version = 4 : i32} : "
       "(tensor<4x3xf32>) -> tensor<4x3xf32>"},
      {"%a: tensor<4x3xf32>",
       "%0 = stablehlo.custom_call @motley.custom_rule(%a) {api_version = 4 : i32, backend_config "
       "= "
       "{function = \"clip\"}} : (tensor<4x3xf32>) -> tensor<4x3xf32>"},
      {"%l: tensor<f32>, %a: tensor<4x3xf32>, %b: tensor<4x3xf32>",
       "%0 = stablehlo.custom_call @motley.with_gradient(%l, %a, %b) {api_version = 4 : i32} : "
       "(tensor<f32>, tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<f32>"},
      {"%p: tensor<i1>, %a: tensor<4xf32>, %b: tensor<4xf32>",
       "%0 = \"stablehlo.if\"(%p) ({\nstablehlo.return %a : tensor<4xf32>\n}, {\n"
       "stablehlo.return %b : tensor<4xf32>\n}) : (tensor<i1>) -> tensor<4xf32>"},
      {"%p: tensor<i32>, %a: tensor<4xf32>, %b: tensor<4xf32>",
       "%0 = \"stablehlo.case\"(%p) ({\nstablehlo.return %a : tensor<4xf32>\n}, {\n"
       "stablehlo.return %b : tensor<4xf32>\n}, {\nstablehlo.return %a : tensor<4xf32>\n})"
       " : (tensor<i32>) -> tensor<4xf32>"},
  };
  return all;
}

const Op& only_op(const Program& program) { return program.body.ops.at(0); }

TEST(StablehloOps, ReadsDimensionNumbersOfGatherAndScatter) {
  const Program gather = read(function(generic_only()[0].first, generic_only()[0].second));
  GatherAttrs g;
  g.offset_dims = {2};
  g.collapsed_slice_dims = {0};
  g.start_index_map = {0};
  g.index_vector_dim = 2;
  g.slice_sizes = {1, 32};
  g.indices_are_sorted = true;
  EXPECT_EQ(only_op(gather).get<GatherAttrs>(), g);

  const Program scatter = read(function(generic_only()[1].first, generic_only()[1].second));
  ScatterAttrs s;
  s.update_window_dims = {1};
  s.inserted_window_dims = {0};
  s.scatter_dims_to_operand_dims = {0};
  s.index_vector_dim = 1;
  s.unique_indices = true;
  EXPECT_EQ(only_op(scatter).get<ScatterAttrs>(), s);
  EXPECT_EQ(only_op(scatter).regions.at(0).ops.at(0).code, OpCode::kAdd);
}

TEST(StablehloOps, FillsInDefaultsOfWindowsAndSort) {
  const Program window = read(function(generic_only()[2].first, generic_only()[2].second));
  EXPECT_EQ(only_op(window).get<ReduceWindowAttrs>(),
            (ReduceWindowAttrs{{1, 3}, {1, 1}, {1, 1}, {1, 1}, {0, 1}, {0, 2}}));
  const Program select = read(function(generic_only()[3].first, generic_only()[3].second));
  EXPECT_EQ(only_op(select).get<SelectAndScatterAttrs>(),
            (SelectAndScatterAttrs{{1, 2}, {1, 2}, {0, 0}, {0, 0}}));
  EXPECT_EQ(only_op(select).regions.size(), 2u);
  const Program sort = read(function(generic_only()[4].first, generic_only()[4].second));
  EXPECT_EQ(only_op(sort).get<SortAttrs>(), (SortAttrs{1, true}));
  const Program solve = read(function(generic_only()[5].first, generic_only()[5].second));
  EXPECT_EQ(only_op(solve).get<TriangularSolveAttrs>(),
            (TriangularSolveAttrs{true, false, true, true}));
}

TEST(StablehloOps, ReadsConvolutions) {
  for (const Forms& form : forms()) {
    if (std::string(form.pretty).find("feature_group_count = 2") == std::string::npos) continue;
    const Program p = read(function(form.arguments, form.pretty));
    const auto& attrs = only_op(p).get<ConvolutionAttrs>();
    EXPECT_EQ(attrs.input_batch, 0);
    EXPECT_EQ(attrs.input_feature, 3);
    EXPECT_EQ(attrs.input_spatial, (Dims{1, 2}));
    EXPECT_EQ(attrs.kernel_spatial, (Dims{0, 1}));
    EXPECT_EQ(attrs.strides, (Dims{2, 1}));
    EXPECT_EQ(attrs.pad_low, (Dims{1, 1}));
    EXPECT_EQ(attrs.pad_high, (Dims{0, 1}));
    EXPECT_EQ(attrs.lhs_dilation, (Dims{1, 1}));
    EXPECT_EQ(attrs.reversal, (std::vector<bool>{false, true}));
    EXPECT_EQ(attrs.feature_group_count, 2);
    EXPECT_EQ(attrs.precision[0], Precision::kHigh);
  }
}

// The default of compare is taken from the element type.
TEST(StablehloOps, FillsInTheKindOfComparison) {
  const auto kind = [](const std::string& element) {
    const std::string type = "tensor<2x" + element + ">";
    const Program p = read(function("%a: " + type, "%0 = stablehlo.compare EQ, %a, %a : (" + type +
                                                       ", " + type + ") -> tensor<2xi1>"));
    return only_op(p).get<CompareAttrs>().kind;
  };
  EXPECT_EQ(kind("bf16"), CompareKind::kFloat);
  EXPECT_EQ(kind("i8"), CompareKind::kSigned);
  EXPECT_EQ(kind("ui64"), CompareKind::kUnsigned);
  EXPECT_EQ(kind("i1"), CompareKind::kUnsigned);
}

void collect(const Region& region, std::set<OpCode>& codes) {
  for (const Op& op : region.ops) {
    codes.insert(op.code);
    for (const Region& nested : op.regions) collect(nested, codes);
  }
}

// Ops without attributes need no row of their own: they are read as they come.
TEST(StablehloOps, ReadsEveryOp) {
  std::set<OpCode> read_codes;
  for (const Forms& form : forms()) {
    collect(read(function(form.arguments, form.pretty)).body, read_codes);
  }
  for (const auto& [arguments, op] : generic_only()) {
    collect(read(function(arguments, op)).body, read_codes);
  }
  for (int i = 0; i < kNumOpCodes; ++i) {
    const auto code = static_cast<OpCode>(i);
    if (read_codes.contains(code) || name(code).starts_with("motley.")) continue;
    SCOPED_TRACE(name(code));
    std::string operands = "%a";
    for (int k = 1; k < row(code).num_operands; ++k) operands += ", %a";
    bool found = false;
    for (std::string type : {"tensor<4xf32>", "tensor<4xi32>"}) {
      std::string types = type;
      if (name(code).starts_with("chlo.")) {
        for (int k = 1; k < row(code).num_operands; ++k) types += ", " + type;
        types += " -> " + (name(code).starts_with("chlo.is_") ? "tensor<4xi1>" : type);
      }
      const std::string text = function(
          "%a: " + type, "%0 = " + std::string(name(code)) + " " + operands + " : " + types);
      if (error_of(text) != "no error") continue;
      collect(read(text).body, read_codes);
      found = true;
    }
    EXPECT_TRUE(found);
  }
}

// Ops of our own are printed and read back; so is every op, with random attributes.
TEST(StablehloOps, ReadsWhatIsPrinted) {
  for (const CaseMaker& maker : case_makers()) {
    for (uint64_t seed = 0; seed < 5; ++seed) {
      Random random(seed);
      const Program program = maker.make(random).program;
      EXPECT_EQ(read_stablehlo(print(program), "printed"), program) << maker.name << "\n"
                                                                    << print(program);
    }
  }
}

}  // namespace
}  // namespace motley::tensor
