// What rows say to planning and lowering, op by op: a new op needs a line here.
#include <gtest/gtest.h>

#include <set>
#include <variant>

#include "tensor/ir/op_cases.h"
#include "tensor/ir/op_row.h"

namespace motley::tensor {
namespace {

struct Expected {
  OpCode code;
  WorkClass work_class;
  LayerKind layer;
  Recompute recompute;
  PositionShards positions;
};

// clang-format off
const Expected kExpected[] = {
    {OpCode::kAbs, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kCbrt, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kCeil, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kConvert, WorkClass::kFused, LayerKind::kCast, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kCosine, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kCountLeadingZeros, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kExponential, WorkClass::kFused, LayerKind::kActivation, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kExponentialMinusOne, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kFloor, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kIsFinite, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kLog, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kLogPlusOne, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kLogistic, WorkClass::kFused, LayerKind::kActivation, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kNegate, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kNot, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kPopulationCount, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kReducePrecision, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kRoundNearestAfz, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kRoundNearestEven, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kRsqrt, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kSign, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kSine, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kSqrt, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kTan, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kTanh, WorkClass::kFused, LayerKind::kActivation, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kAcos, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kAcosh, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kAsin, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kAsinh, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kAtan, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kAtanh, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kBesselI1e, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kCosh, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kDigamma, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kErf, WorkClass::kFused, LayerKind::kActivation, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kErfInv, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kErfc, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kIsInf, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kIsNegInf, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kIsPosInf, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kLgamma, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kSinh, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kSquare, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kAdd, WorkClass::kFused, LayerKind::kAdd, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kAnd, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kAtan2, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kClamp, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kCompare, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kDivide, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kMaximum, WorkClass::kFused, LayerKind::kActivation, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kMinimum, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kMultiply, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kOr, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kPower, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kRemainder, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kSelect, WorkClass::kFused, LayerKind::kActivation, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kShiftLeft, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kShiftRightArithmetic, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kShiftRightLogical, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kSubtract, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kXor, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kNextAfter, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kPolygamma, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kZeta, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kBitcastConvert, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kBroadcastInDim, WorkClass::kFree, LayerKind::kOther, Recompute::kAlways, PositionShards::kNone},
    {OpCode::kConcatenate, WorkClass::kOther, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kConstant, WorkClass::kFree, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kAny},
    {OpCode::kIota, WorkClass::kFree, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kAny},
    {OpCode::kPad, WorkClass::kOther, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kReshape, WorkClass::kFree, LayerKind::kReshape, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kReverse, WorkClass::kFused, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kSlice, WorkClass::kFree, LayerKind::kSlice, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kTranspose, WorkClass::kFree, LayerKind::kTranspose, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kDynamicSlice, WorkClass::kOther, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kDynamicUpdateSlice, WorkClass::kOther, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kGather, WorkClass::kOther, LayerKind::kEmbedding, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kScatter, WorkClass::kOther, LayerKind::kOther, Recompute::kNever, PositionShards::kNone},
    {OpCode::kCholesky, WorkClass::kOther, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kConvolution, WorkClass::kProduct, LayerKind::kConvolution, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kDotGeneral, WorkClass::kProduct, LayerKind::kMatmul, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kTriangularSolve, WorkClass::kOther, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kReduce, WorkClass::kFused, LayerKind::kReduction, Recompute::kNever, PositionShards::kNone},
    {OpCode::kReduceWindow, WorkClass::kOther, LayerKind::kPooling, Recompute::kNever, PositionShards::kNone},
    {OpCode::kSelectAndScatter, WorkClass::kOther, LayerKind::kOther, Recompute::kNever, PositionShards::kNone},
    {OpCode::kSort, WorkClass::kOther, LayerKind::kOther, Recompute::kNever, PositionShards::kNone},
    {OpCode::kTopK, WorkClass::kOther, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kAttention, WorkClass::kProduct, LayerKind::kAttention, Recompute::kFromConstants, PositionShards::kContiguous},
    {OpCode::kAttentionGradient, WorkClass::kProduct, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kContiguous},
    {OpCode::kCustomRule, WorkClass::kFree, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kStopGradient, WorkClass::kFree, LayerKind::kOther, Recompute::kFromConstants, PositionShards::kNone},
    {OpCode::kWithGradient, WorkClass::kFree, LayerKind::kOther, Recompute::kNever, PositionShards::kNone},
    {OpCode::kCase, WorkClass::kOther, LayerKind::kOther, Recompute::kNever, PositionShards::kNone},
    {OpCode::kCustomCall, WorkClass::kOther, LayerKind::kOther, Recompute::kNever, PositionShards::kNone},
    {OpCode::kFusion, WorkClass::kFused, LayerKind::kOther, Recompute::kNever, PositionShards::kNone},
    {OpCode::kIf, WorkClass::kOther, LayerKind::kOther, Recompute::kNever, PositionShards::kNone},
    {OpCode::kOptimizationBarrier, WorkClass::kFused, LayerKind::kOther, Recompute::kNever, PositionShards::kNone},
    {OpCode::kRngBitGenerator, WorkClass::kOther, LayerKind::kOther, Recompute::kNever, PositionShards::kContiguous},
    {OpCode::kWhile, WorkClass::kOther, LayerKind::kOther, Recompute::kNever, PositionShards::kNone},
};
// clang-format on

TEST(RowProperties, AreTheExpectedOnes) {
  std::set<OpCode> listed;
  for (const Expected& expected : kExpected) {
    SCOPED_TRACE(name(expected.code));
    EXPECT_TRUE(listed.insert(expected.code).second);
    const OpRow& r = row(expected.code);
    EXPECT_EQ(r.work_class, expected.work_class);
    EXPECT_EQ(r.layer, expected.layer);
    EXPECT_EQ(r.recompute, expected.recompute);
    EXPECT_EQ(r.positions, expected.positions);
    EXPECT_EQ(r.is_identity, expected.code == OpCode::kOptimizationBarrier ||
                                 expected.code == OpCode::kStopGradient ||
                                 expected.code == OpCode::kCustomRule);
    EXPECT_EQ(is_product(expected.code), expected.work_class == WorkClass::kProduct);
  }
  EXPECT_EQ(listed.size(), kNumOpCodes) << "an op without a line in kExpected";
}

TEST(RowProperties, ViewsAndCastsAreReshapeTransposeSliceConvert) {
  const std::set<OpCode> expected = {OpCode::kReshape, OpCode::kTranspose, OpCode::kSlice,
                                     OpCode::kConvert};
  for (int i = 0; i < kNumOpCodes; ++i) {
    const auto code = static_cast<OpCode>(i);
    EXPECT_EQ(is_view_or_cast(row(code).layer), expected.contains(code)) << name(code);
  }
}

TEST(RowProperties, OpsWithRegionsAreNeverRecomputed) {
  for (int i = 0; i < kNumOpCodes; ++i) {
    const OpRow& r = row(static_cast<OpCode>(i));
    if (r.num_regions == 0) continue;
    EXPECT_EQ(r.recompute, Recompute::kNever) << name(r.code);
  }
}

TEST(RowProperties, OnlyTheseOpsAreRewrittenForAShard) {
  const std::set<OpCode> expected = {OpCode::kConstant,
                                     OpCode::kIota,
                                     OpCode::kBroadcastInDim,
                                     OpCode::kReshape,
                                     OpCode::kSlice,
                                     OpCode::kPad,
                                     OpCode::kDynamicSlice,
                                     OpCode::kGather,
                                     OpCode::kScatter,
                                     OpCode::kDotGeneral,
                                     OpCode::kConvolution,
                                     OpCode::kAttention,
                                     OpCode::kAttentionGradient,
                                     OpCode::kRngBitGenerator,
                                     OpCode::kWhile};
  const std::set<OpCode> lookups = {OpCode::kGather, OpCode::kScatter};
  for (int i = 0; i < kNumOpCodes; ++i) {
    const OpRow& r = row(static_cast<OpCode>(i));
    EXPECT_EQ(r.localize != nullptr, expected.contains(r.code)) << name(r.code);
    EXPECT_EQ(r.can_split_lookup != nullptr, lookups.contains(r.code)) << name(r.code);
  }
}

// Readers of `layer` rely on the attributes that LayerKind names.
TEST(RowProperties, LayersHaveTheirAttributes) {
  std::set<LayerKind> seen;
  for (const CaseMaker& maker : case_makers()) {
    Random random(1);
    const Attrs attrs = maker.make(random).op().attrs;
    seen.insert(row(maker.code).layer);
    switch (row(maker.code).layer) {
      case LayerKind::kMatmul:
        EXPECT_TRUE(std::holds_alternative<DotAttrs>(attrs)) << maker.name;
        break;
      case LayerKind::kConvolution:
        EXPECT_TRUE(std::holds_alternative<ConvolutionAttrs>(attrs)) << maker.name;
        break;
      case LayerKind::kAttention:
        EXPECT_TRUE(std::holds_alternative<AttentionAttrs>(attrs)) << maker.name;
        break;
      case LayerKind::kEmbedding:
        EXPECT_TRUE(std::holds_alternative<GatherAttrs>(attrs)) << maker.name;
        break;
      default:
        break;
    }
  }
  for (LayerKind kind : {LayerKind::kMatmul, LayerKind::kConvolution, LayerKind::kAttention,
                         LayerKind::kEmbedding}) {
    EXPECT_TRUE(seen.contains(kind));
  }
}

// A position-dependent axis whose op cannot be rewritten for a shard is never split: only windows
// at places that data name.
TEST(RowProperties, PositionsAreSupportedButForDynamicWindows) {
  const std::set<OpCode> dynamic = {OpCode::kGather, OpCode::kDynamicSlice};
  std::set<OpCode> unsupported, supported;
  for (const CaseMaker& maker : case_makers()) {
    for (uint64_t seed = 0; seed < 20; ++seed) {
      Random random(seed);
      const OpCase c = maker.make(random);
      for (const Axis& axis : index_structure({c.program.values, c.op()}).axes) {
        if (!axis.position_matters) continue;
        const bool none = row(maker.code).positions == PositionShards::kNone;
        (none ? unsupported : supported).insert(maker.code);
      }
    }
  }
  EXPECT_EQ(unsupported, dynamic);
  EXPECT_EQ(supported, (std::set<OpCode>{OpCode::kConstant, OpCode::kIota, OpCode::kAttention,
                                         OpCode::kAttentionGradient, OpCode::kRngBitGenerator}));
}

}  // namespace
}  // namespace motley::tensor
