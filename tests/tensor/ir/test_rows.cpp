// What the shape rules refuse, and the work they count.
#include <gtest/gtest.h>

#include "tensor/element_types.h"
#include "tensor/ir/builder.h"
#include "tensor/ir/op_cases.h"
#include "tensor/ir/op_row.h"

namespace motley::tensor {
namespace {

const TensorType kI32Scalar{ElementType::kI32, {}};

std::string fault(OpCode code, const std::vector<TensorType>& operands, Attrs attrs = {}) {
  ProgramBuilder b("test");
  std::vector<ValueId> arguments;
  for (const TensorType& type : operands) arguments.push_back(b.argument(type));
  try {
    b.add(code, arguments, std::move(attrs));
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

TEST(ShapeRules, SayWhatDoesNotFit) {
  EXPECT_EQ(
      fault(OpCode::kReshape, {{kF, {4, 3}}}, ReshapeAttrs{{5}}),
      "stablehlo.reshape: tensor<4x3xf32> and tensor<5xf32> differ in the number of elements");
  EXPECT_EQ(fault(OpCode::kTranspose, {{kF, {4, 3}}}, TransposeAttrs{{0, 0}}),
            "stablehlo.transpose: [0, 0] is no order of the dimensions of tensor<4x3xf32>");
  EXPECT_EQ(fault(OpCode::kBroadcastInDim, {{kF, {3}}}, BroadcastAttrs{{4, 5}, {1}}),
            "stablehlo.broadcast_in_dim: cannot stretch dimension 0 of tensor<3xf32> to 5");
  EXPECT_EQ(fault(OpCode::kSlice, {{kF, {4}}}, SliceAttrs{{1}, {6}, {1}}),
            "stablehlo.slice: [1:6:1] is no range of dimension 0 of tensor<4xf32>");
  EXPECT_EQ(
      fault(OpCode::kConcatenate, {{kF, {2, 3}}, {kF, {3, 3}}}, ConcatenateAttrs{1}),
      "stablehlo.concatenate: tensor<3x3xf32> does not continue tensor<2x3xf32> along dimension 1");
  EXPECT_EQ(fault(OpCode::kDotGeneral, {{kF, {2, 3}}, {kF, {4, 5}}},
                  DotAttrs{.lhs_contracting = {1}, .rhs_contracting = {0}}),
            "stablehlo.dot_general: dimension 1 of tensor<2x3xf32> and dimension 0 of "
            "tensor<4x5xf32> differ in extent");
  EXPECT_EQ(fault(OpCode::kIota, {}, IotaAttrs{{kF, {3}}, 1}),
            "stablehlo.iota: tensor<3xf32> has no dimension 1");
  EXPECT_EQ(fault(OpCode::kDynamicSlice, {{kF, {3}}, kI32Scalar}, DynamicSliceAttrs{{4}}),
            "stablehlo.dynamic_slice: sizes = [4] is no part of tensor<3xf32>");
  EXPECT_EQ(
      fault(OpCode::kBroadcastInDim, {{kF, {}}},
            BroadcastAttrs{{int64_t{1} << 40, int64_t{1} << 40}, {}}),
      "stablehlo.broadcast_in_dim: the result has more bytes than a 64-bit integer can count");
  EXPECT_EQ(fault(OpCode::kTopK, {{kF, {3}}}, TopKAttrs{4}),
            "chlo.top_k: cannot take 4 of tensor<3xf32>");
  EXPECT_EQ(
      fault(OpCode::kSelect, {{kF, {3}}, {kF, {3}}, {kF, {3}}}),
      "stablehlo.select: the predicate must be tensor<3xi1> or tensor<i1>, not tensor<3xf32>");
}

TEST(ShapeRules, SayWhatDoesNotFitAnAttention) {
  const TensorType q{kF, {2, 3, 4}}, k{kF, {2, 5, 4}}, v{kF, {2, 5, 6}};
  const AttentionAttrs good{.query = "bsd", .key = "btd", .value = "bte", .output = "bse"};
  EXPECT_EQ(fault(OpCode::kAttention, {q, k, v}, good), "");
  auto with = [&](auto change) {
    AttentionAttrs attrs = good;
    change(attrs);
    return fault(OpCode::kAttention, {q, k, v}, attrs);
  };
  EXPECT_EQ(with([](auto& a) { a.query = "bsb"; }),
            "motley.attention: the letters \"bsb\" of the query must be s, d and batch ones");
  EXPECT_EQ(with([](auto& a) { a.query = "tsd"; }),
            "motley.attention: a batch dimension cannot be named \"t\"");
  EXPECT_EQ(
      with([](auto& a) { a.key = "xtd"; }),
      "motley.attention: the letters \"xtd\" of the key must be t, d and some of the query's");
  EXPECT_EQ(with([](auto& a) { a.output = "se"; }),
            "motley.attention: the letters \"se\" of the output must be s, e and all batch ones of "
            "the query");
  EXPECT_EQ(with([](auto& a) { a.mask = "bd"; }),
            "motley.attention: the letters \"bd\" of the mask must be of s, t and the batch");
  EXPECT_EQ(with([](auto& a) { a.mask = "bt"; }), "motley.attention: takes 4 operands, not 3");
  EXPECT_EQ(with([](auto& a) { a.key = "dtb"; }),
            "motley.attention: dimension 0 of tensor<2x5x4xf32> is \"d\", which has the extent 4 "
            "elsewhere");
  EXPECT_EQ(with([](auto& a) { a.scale = 1.0 / 0.0; }),
            "motley.attention: the scale must be finite");
  EXPECT_EQ(with([](auto& a) { a.query_offset = INT64_MAX; }),
            "motley.attention: no such query_offset");
  EXPECT_EQ(with([](auto& a) { a.bias_gradient = true; }),
            "motley.attention: there is no bias to give a gradient of");
  EXPECT_EQ(fault(OpCode::kAttention, {q, {kF, {2, 0, 4}}, {kF, {2, 0, 6}}}, good),
            "motley.attention: needs at least one key");
  AttentionAttrs masked = good;
  masked.mask = "bt";
  EXPECT_EQ(
      fault(OpCode::kAttention, {q, k, v, {kF, {2, 5}}}, masked),
      "motley.attention: operand 3 must be i1 with the dimensions \"bt\", not tensor<2x5xf32>");
}

TEST(ShapeRules, SurviveAbsurdNumbers) {
  // What a hostile file may say: every rule refuses, none overflows.
  const int64_t big = INT64_MAX, low = INT64_MIN;
  for (int64_t a : {big, low, int64_t{-1}, int64_t{1} << 62}) {
    fault(OpCode::kPad, {{kF, {4}}, {kF, {}}}, PadAttrs{{a}, {a}, {a}});
    fault(OpCode::kSlice, {{kF, {4}}}, SliceAttrs{{a}, {a}, {a}});
    fault(OpCode::kSlice, {{kF, {4}}}, SliceAttrs{{0}, {4}, {a}});
    fault(OpCode::kTranspose, {{kF, {4}}}, TransposeAttrs{{a}});
    fault(OpCode::kIota, {}, IotaAttrs{{kF, {4}}, a});
    fault(OpCode::kConcatenate, {{kF, {4}}}, ConcatenateAttrs{a});
    fault(OpCode::kDynamicSlice, {{kF, {4}}, kI32Scalar}, DynamicSliceAttrs{{a}});
    fault(OpCode::kGather, {{kF, {4}}, {ElementType::kI32, {2}}},
          GatherAttrs{.offset_dims = {a},
                      .collapsed_slice_dims = {a},
                      .start_index_map = {a},
                      .index_vector_dim = a,
                      .slice_sizes = {a}});
    ConvolutionAttrs c{.input_spatial = {2},
                       .kernel_spatial = {2},
                       .output_spatial = {2},
                       .strides = {a},
                       .pad_low = {a},
                       .pad_high = {a},
                       .lhs_dilation = {a},
                       .rhs_dilation = {a},
                       .reversal = {false},
                       .feature_group_count = a,
                       .batch_group_count = a};
    fault(OpCode::kConvolution, {{kF, {1, 1, 4}}, {kF, {1, 1, 3}}}, c);
    c.feature_group_count = c.batch_group_count = 1;
    fault(OpCode::kConvolution, {{kF, {1, 1, 4}}, {kF, {1, 1, 3}}}, c);
  }
}

TEST(Work, CountsFlopsAndBytes) {
  auto work_of = [](OpCode code, const std::vector<TensorType>& operands, Attrs attrs = {}) {
    ProgramBuilder b("test");
    std::vector<ValueId> arguments;
    for (const TensorType& type : operands) arguments.push_back(b.argument(type));
    auto results = b.add(code, arguments, std::move(attrs));
    const Program p = std::move(b).finish(results);
    return work({p.values, p.body.ops[0]});
  };
  const Work sum = work_of(OpCode::kAdd, {{kF, {10, 10}}, {kF, {10, 10}}});
  EXPECT_EQ(sum.flops, 100);
  EXPECT_EQ(sum.bytes_read, 800);
  EXPECT_EQ(sum.bytes_written, 400);
  // An embedding lookup touches the rows it takes, not the table.
  const Work lookup = work_of(OpCode::kGather, {{kF, {50000, 8}}, {ElementType::kI32, {4, 1}}},
                              GatherAttrs{.offset_dims = {1},
                                          .collapsed_slice_dims = {0},
                                          .start_index_map = {0},
                                          .index_vector_dim = 1,
                                          .slice_sizes = {1, 8}});
  EXPECT_EQ(lookup.bytes_read, 4 * 8 * 4 + 16);
  EXPECT_EQ(work_of(OpCode::kReshape, {{kF, {10, 10}}}, ReshapeAttrs{{100}}).flops, 0);
  // Two products for each of 2 x 3 x 5 scores.
  const Work attention =
      work_of(OpCode::kAttention, {{kF, {2, 3, 4}}, {kF, {2, 5, 4}}, {kF, {2, 5, 6}}},
              AttentionAttrs{.query = "bsd", .key = "btd", .value = "bte", .output = "bse"});
  EXPECT_EQ(attention.flops, 2 * 2 * 3 * 5 * (4 + 6));
  EXPECT_EQ(attention.bytes_written, (2 * 3 * 6 + 2 * 2 * 3) * 4);
}

TEST(Rows, EveryOpHasAConsistentRow) {
  for (int i = 0; i < kNumOpCodes; ++i) {
    const auto code = static_cast<OpCode>(i);
    EXPECT_EQ(row(code).code, code);
    EXPECT_EQ(op_code_from_name(name(code)), code);
  }
  EXPECT_FALSE(op_code_from_name("stablehlo.nothing"));
}

}  // namespace
}  // namespace motley::tensor
