#include <gtest/gtest.h>

#include "tensor/element_types.h"
#include "tensor/ir/builder.h"
#include "tensor/ir/op_row.h"

namespace motley::tensor {
namespace {

struct Described {
  Program program;
  IndexStructure index;
  const Op& op() const { return program.body.ops.back(); }
};

Described describe(OpCode code, const std::vector<TensorType>& operands, Attrs attrs = {},
                   OpCode body = OpCode::kConstant) {
  ProgramBuilder b("test");
  std::vector<ValueId> arguments;
  for (const TensorType& type : operands) arguments.push_back(b.argument(type));
  std::vector<Region> regions;
  if (body != OpCode::kConstant) regions.push_back(binary_region(b, body, operands[0].element));
  auto results = b.add(code, arguments, std::move(attrs), std::move(regions));
  Program program = std::move(b).finish(results);
  IndexStructure index = index_structure({program.values, program.body.ops.back()});
  return {std::move(program), std::move(index)};
}

// Splitting operand dimension `dim` with `period` into n equal parts: the result dimension and
// period it becomes, written "dim:period", or "-" where no one-dimension split does it.
std::string carried(const Shape& from, const Shape& to, int dim, int64_t wanted_period, int64_t n) {
  const Described r = describe(OpCode::kReshape, {{kF, from}}, ReshapeAttrs{to});
  for (int axis = 0; axis < static_cast<int>(r.index.axes.size()); ++axis) {
    const Axis& a = r.index.axes[axis];
    if (a.kind != AxisKind::kParallel || a.extent % n != 0) continue;
    if (period(r.index, r.index.operands[0][dim], axis, from[dim]) != wanted_period) continue;
    for (size_t d = 0; d < to.size(); ++d) {
      if (auto p = period(r.index, r.index.results[0][d], axis, to[d]))
        return std::to_string(d) + ":" + std::to_string(*p);
    }
  }
  return "-";
}

TEST(ReshapeIndex, CarriesStridedSplits) {
  EXPECT_EQ(carried({8, 16, 32}, {128, 32}, 0, 8, 4), "0:128");
  EXPECT_EQ(carried({8, 16, 32}, {128, 32}, 1, 16, 4), "0:16");
  EXPECT_EQ(carried({8, 16, 32}, {128, 32}, 2, 32, 4), "1:32");
  EXPECT_EQ(carried({128, 96}, {128, 3, 32}, 1, 32, 4), "2:32");
  EXPECT_EQ(carried({128, 3, 32}, {128, 96}, 2, 32, 4), "1:32");
  EXPECT_EQ(carried({4, 6}, {24}, 1, 6, 2), "0:6");
  EXPECT_EQ(carried({24}, {4, 6}, 0, 24, 2), "0:4");
}

TEST(ReshapeIndex, RefusesSplitsThatOneDimensionCannotHold) {
  EXPECT_EQ(carried({6, 4}, {3, 8}, 0, 6, 2), "-");
  EXPECT_EQ(carried({24}, {2, 12}, 0, 24, 4), "-");
  EXPECT_EQ(carried({2, 6}, {6, 2}, 1, 6, 2), "-");
}

TEST(ReshapeIndex, KeepsCommonFactorsAndLeavesTheRestOpaque) {
  // 6 and 4 share a factor 2 at the minor end, 4 and 6 one at the major end; 2x3 against 3x2 rests.
  const Described r = describe(OpCode::kReshape, {{kF, {4, 6}}}, ReshapeAttrs{{6, 4}});
  EXPECT_EQ(r.index.to_string(),
            "axes i0(2) i1(2) i2(3,opaque) i3(2,opaque) i4(2,opaque) i5(3,opaque); "
            "operand 0 [2*i1+i3, i0+2*i2]; result 0 [3*i1+i5, i0+2*i4]; linear in {0}; copies");
}

TEST(DotIndex, HasBatchFreeAndContractedAxes) {
  const Described d = describe(
      OpCode::kDotGeneral, {{kF, {2, 3, 5}}, {kF, {2, 5, 7}}},
      DotAttrs{.lhs_batch = {0}, .rhs_batch = {0}, .lhs_contracting = {2}, .rhs_contracting = {1}});
  EXPECT_EQ(d.index.to_string(),
            "axes i0(2) i1(3) i2(7) i3(5,sum); operand 0 [i0, i1, i3]; operand 1 [i0, i3, i2]; "
            "result 0 [i0, i1, i2]; linear in {0} {1}");
  EXPECT_EQ(work({d.program.values, d.op()}).flops, 2 * 2 * 3 * 7 * 5);
}

TEST(ConvolutionIndex, TellsHalos) {
  ConvolutionAttrs c{.input_batch = 0,
                     .input_feature = 1,
                     .input_spatial = {2},
                     .kernel_input_feature = 1,
                     .kernel_output_feature = 0,
                     .kernel_spatial = {2},
                     .output_batch = 0,
                     .output_feature = 1,
                     .output_spatial = {2},
                     .strides = {2},
                     .pad_low = {1},
                     .pad_high = {1},
                     .lhs_dilation = {1},
                     .rhs_dilation = {1},
                     .reversal = {false}};
  const Described d = describe(OpCode::kConvolution, {{kF, {4, 3, 16}}, {kF, {5, 3, 3}}}, c);
  EXPECT_EQ(d.index.to_string(),
            "axes i0(4) i1(5) i2(3,sum) i3(8) i4(3,sum); operand 0 [i0, i2, 2*i3+i4-1]; "
            "operand 1 [i1, i2, i4]; result 0 [i0, i1, i3]; linear in {0} {1}");
  // Rows 0..3 of the output read rows -1..7 of the input: one of them is padding, one is halo.
  EXPECT_EQ(touched(d.index, d.index.operands[0][2], 3, {0, 4}), (Range{-1, 8}));
  EXPECT_EQ(touched(d.index, d.index.operands[0][2], 3, {4, 8}), (Range{7, 16}));
}

TEST(ConvolutionIndex, GroupsAreAnAxis) {
  ConvolutionAttrs c{.input_batch = 0,
                     .input_feature = 1,
                     .input_spatial = {},
                     .kernel_input_feature = 1,
                     .kernel_output_feature = 0,
                     .kernel_spatial = {},
                     .output_batch = 0,
                     .output_feature = 1,
                     .output_spatial = {},
                     .feature_group_count = 4};
  const Described d = describe(OpCode::kConvolution, {{kF, {2, 8}}, {kF, {12, 2}}}, c);
  EXPECT_EQ(d.index.to_string(),
            "axes i0(2) i1(3) i2(2,sum) i3(4); operand 0 [i0, i2+2*i3]; operand 1 [i1+3*i3, i2]; "
            "result 0 [i0, i1+3*i3]; linear in {0} {1}");
  EXPECT_EQ(period(d.index, d.index.results[0][1], 3, 12), 12);  // the group cuts in one piece
  EXPECT_EQ(period(d.index, d.index.results[0][1], 1, 12), 3);   // within groups: strided
}

TEST(GatherIndex, LooksUpTheVocabulary) {
  const Described d = describe(OpCode::kGather, {{kF, {64, 32}}, {ElementType::kI32, {4, 16, 1}}},
                               GatherAttrs{.offset_dims = {2},
                                           .collapsed_slice_dims = {0},
                                           .start_index_map = {0},
                                           .index_vector_dim = 2,
                                           .slice_sizes = {1, 32}});
  EXPECT_EQ(d.index.to_string(),
            "axes i0(4) i1(16) i2(32) i3(1,opaque) i4(64,lookup); operand 0 [i4, i2]; operand 1 "
            "[i0, i1, i3]; "
            "result 0 [i0, i1, i2]; linear in {0}; copies");
}

TEST(ReduceIndex, CountsTheInitialValueOnce) {
  const Described d =
      describe(OpCode::kReduce, {{kF, {4, 8}}, {kF, {}}}, ReduceAttrs{{1}}, OpCode::kMaximum);
  EXPECT_EQ(d.index.to_string(),
            "axes i0(4) i1(8,max); operand 0 [i0, i1]; operand 1 []; result 0 [i0]; once 1");
}

TEST(SliceIndex, HasOffsetAndStride) {
  const Described d = describe(OpCode::kSlice, {{kF, {16}}}, SliceAttrs{{2}, {10}, {2}});
  EXPECT_EQ(d.index.to_string(),
            "axes i0(4); operand 0 [2*i0+2]; result 0 [i0]; linear in {0}; copies");
  EXPECT_EQ(touched(d.index, d.index.operands[0][0], 0, {1, 3}), (Range{4, 7}));
}

TEST(ConcatenateIndex, CountsResultPlaces) {
  const Described d =
      describe(OpCode::kConcatenate, {{kF, {2, 3}}, {kF, {2, 5}}}, ConcatenateAttrs{1});
  EXPECT_EQ(d.index.to_string(),
            "axes i0(2) i1(8); operand 0 [i0, i1]; operand 1 [i0, i1-3]; result 0 [i0, i1]; linear "
            "in {0,1}; copies");
}

}  // namespace
}  // namespace motley::tensor
