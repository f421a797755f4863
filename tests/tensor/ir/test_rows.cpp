// What the shape rules refuse, and the work they count.
#include <gtest/gtest.h>

#include <set>

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
  EXPECT_EQ(
      fault(OpCode::kTranspose, {{kF, {4, 3}}}, TransposeAttrs{{0, 0}}),
      "stablehlo.transpose: [0, 0] is not a permutation of the dimensions of tensor<4x3xf32>");
  EXPECT_EQ(fault(OpCode::kBroadcastInDim, {{kF, {3}}}, BroadcastAttrs{{4, 5}, {1}}),
            "stablehlo.broadcast_in_dim: cannot stretch dimension 0 of tensor<3xf32> to 5");
  EXPECT_EQ(fault(OpCode::kSlice, {{kF, {4}}}, SliceAttrs{{1}, {6}, {1}}),
            "stablehlo.slice: [1:6:1] is not a range of dimension 0 of tensor<4xf32>");
  EXPECT_EQ(fault(OpCode::kConcatenate, {{kF, {2, 3}}, {kF, {3, 3}}}, ConcatenateAttrs{1}),
            "stablehlo.concatenate: tensor<3x3xf32> cannot be concatenated with tensor<2x3xf32> "
            "along dimension 1");
  EXPECT_EQ(fault(OpCode::kDotGeneral, {{kF, {2, 3}}, {kF, {4, 5}}},
                  DotAttrs{.lhs_contracting = {1}, .rhs_contracting = {0}}),
            "stablehlo.dot_general: dimension 1 of tensor<2x3xf32> and dimension 0 of "
            "tensor<4x5xf32> differ in extent");
  EXPECT_EQ(fault(OpCode::kIota, {}, IotaAttrs{{kF, {3}}, 1}),
            "stablehlo.iota: tensor<3xf32> has no dimension 1");
  EXPECT_EQ(fault(OpCode::kDynamicSlice, {{kF, {3}}, kI32Scalar}, DynamicSliceAttrs{{4}}),
            "stablehlo.dynamic_slice: sizes = [4] do not fit into tensor<3xf32>");
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
            "motley.attention: query_offset is out of range");
  EXPECT_EQ(with([](auto& a) { a.bias_gradient = true; }),
            "motley.attention: bias_gradient needs a bias");
  EXPECT_EQ(fault(OpCode::kAttention, {q, {kF, {2, 0, 4}}, {kF, {2, 0, 6}}}, good),
            "motley.attention: needs at least one key");
  AttentionAttrs masked = good;
  masked.mask = "bt";
  EXPECT_EQ(
      fault(OpCode::kAttention, {q, k, v, {kF, {2, 5}}}, masked),
      "motley.attention: operand 3 must be i1 with the dimensions \"bt\", not tensor<2x5xf32>");
}

// An op on arguments of these types, with bodies that fit scalars of `element`.
std::string fault_with_bodies(OpCode code, const std::vector<TensorType>& operands, Attrs attrs,
                              const std::vector<OpCode>& bodies) {
  ProgramBuilder b("test");
  std::vector<ValueId> arguments;
  for (const TensorType& type : operands) arguments.push_back(b.argument(type));
  std::vector<Region> regions;
  for (OpCode body : bodies) {
    const TensorType scalar = operands[0].scalar();
    const auto a = b.begin_region({scalar, scalar});
    const bool compares = body == OpCode::kCompare;
    const ValueId result =
        b.add_one(body, {a[0], a[1]}, compares ? Attrs{CompareAttrs{}} : Attrs{});
    regions.push_back(b.end_region({result}));
  }
  try {
    b.add(code, arguments, std::move(attrs), std::move(regions));
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

// Numbers that a hostile file may contain: every rule with numbers among its attributes refuses
// them, and none overflows on the way (sanitizers watch).
TEST(ShapeRules, RefuseAbsurdNumbers) {
  const ElementType i32 = ElementType::kI32;
  const TensorType x{kF, {4}}, scalar{kF, {}};
  for (int64_t a : {INT64_MAX, INT64_MIN, int64_t{-1}, int64_t{1} << 62}) {
    SCOPED_TRACE(a);
    const auto refused = [&](OpCode code, const std::vector<TensorType>& operands, Attrs attrs,
                             const std::vector<OpCode>& bodies = {}) {
      EXPECT_NE(fault_with_bodies(code, operands, std::move(attrs), bodies), "") << name(code);
    };
    refused(OpCode::kReducePrecision, {x}, ReducePrecisionAttrs{a, 7});
    refused(OpCode::kReducePrecision, {x}, ReducePrecisionAttrs{8, a});
    refused(OpCode::kConstant, {}, ConstantAttrs{{kF, {a}}, Literal::scalar(kF, 1)});
    refused(OpCode::kIota, {}, IotaAttrs{x, a});
    refused(OpCode::kIota, {}, IotaAttrs{{kF, {a}}, 0});
    refused(OpCode::kBroadcastInDim, {scalar}, BroadcastAttrs{{a}, {}});
    refused(OpCode::kBroadcastInDim, {x}, BroadcastAttrs{{4}, {a}});
    refused(OpCode::kReshape, {x}, ReshapeAttrs{{a}});
    refused(OpCode::kReshape, {x}, ReshapeAttrs{{a, a}});
    refused(OpCode::kReshape, {x}, ReshapeAttrs{{-4, -1}});
    refused(OpCode::kTranspose, {x}, TransposeAttrs{{a}});
    refused(OpCode::kConcatenate, {x}, ConcatenateAttrs{a});
    refused(OpCode::kReverse, {x}, ReverseAttrs{{a}});
    refused(OpCode::kSlice, {x}, SliceAttrs{{a}, {a}, {a}});
    refused(OpCode::kSlice, {x}, SliceAttrs{{a}, {4}, {1}});
    refused(OpCode::kSlice, {x}, SliceAttrs{{0}, {a}, {1}});
    refused(OpCode::kPad, {x, scalar}, PadAttrs{{a}, {a}, {a}});
    refused(OpCode::kPad, {x, scalar}, PadAttrs{{0}, {0}, {a}});
    refused(OpCode::kDynamicSlice, {x, kI32Scalar}, DynamicSliceAttrs{{a}});
    GatherAttrs gather{.offset_dims = {a},
                       .collapsed_slice_dims = {a},
                       .start_index_map = {a},
                       .index_vector_dim = a,
                       .slice_sizes = {a}};
    refused(OpCode::kGather, {x, {i32, {2}}}, gather);
    const GatherAttrs good{.collapsed_slice_dims = {0},
                           .start_index_map = {0},
                           .index_vector_dim = 1,
                           .slice_sizes = {1}};
    EXPECT_EQ(fault(OpCode::kGather, {x, {i32, {2, 1}}}, good), "");
    refused(OpCode::kGather, {x, {i32, {2, 1}}}, (gather = good, gather.slice_sizes = {a}, gather));
    refused(OpCode::kGather, {x, {i32, {2, 1}}},
            (gather = good, gather.index_vector_dim = a, gather));
    refused(OpCode::kGather, {x, {i32, {2, 1}}},
            (gather = good, gather.start_index_map = {a}, gather));
    refused(OpCode::kGather, {x, {i32, {2, 1}}}, (gather = good, gather.offset_dims = {a}, gather));
    const ScatterAttrs sums{
        .inserted_window_dims = {0}, .scatter_dims_to_operand_dims = {0}, .index_vector_dim = 1};
    const std::vector<TensorType> scattered = {x, {i32, {2, 1}}, {kF, {2}}};
    EXPECT_EQ(fault_with_bodies(OpCode::kScatter, scattered, sums, {OpCode::kAdd}), "");
    ScatterAttrs scatter = sums;
    scatter.index_vector_dim = a;
    refused(OpCode::kScatter, scattered, scatter, {OpCode::kAdd});
    scatter = sums;
    scatter.scatter_dims_to_operand_dims = {a};
    refused(OpCode::kScatter, scattered, scatter, {OpCode::kAdd});
    scatter = sums;
    scatter.update_window_dims = {a};
    refused(OpCode::kScatter, scattered, scatter, {OpCode::kAdd});
    refused(OpCode::kDotGeneral, {x, x}, DotAttrs{.lhs_contracting = {a}, .rhs_contracting = {0}});
    refused(OpCode::kDotGeneral, {x, x}, DotAttrs{.lhs_batch = {a}, .rhs_batch = {0}});
    const ConvolutionAttrs plain{.input_spatial = {2},
                                 .kernel_spatial = {2},
                                 .output_spatial = {2},
                                 .strides = {1},
                                 .pad_low = {0},
                                 .pad_high = {0},
                                 .lhs_dilation = {1},
                                 .rhs_dilation = {1},
                                 .reversal = {false}};
    const std::vector<TensorType> convolved = {{kF, {1, 1, 4}}, {kF, {1, 1, 3}}};
    EXPECT_EQ(fault(OpCode::kConvolution, convolved, plain), "");
    ConvolutionAttrs c = plain;
    c.feature_group_count = c.batch_group_count = a;
    refused(OpCode::kConvolution, convolved, c);
    for (Dims ConvolutionAttrs::*numbers :
         {&ConvolutionAttrs::strides, &ConvolutionAttrs::lhs_dilation,
          &ConvolutionAttrs::rhs_dilation, &ConvolutionAttrs::input_spatial,
          &ConvolutionAttrs::kernel_spatial, &ConvolutionAttrs::output_spatial}) {
      c = plain;
      c.*numbers = {a};
      refused(OpCode::kConvolution, convolved, c);
    }
    if (a != -1) {  // negative padding crops
      c = plain;
      c.pad_low = {a};
      refused(OpCode::kConvolution, convolved, c);
    }
    refused(OpCode::kReduce, {x, scalar}, ReduceAttrs{{a}}, {OpCode::kAdd});
    const ReduceWindowAttrs window{{2}, {1}, {1}, {1}, {0}, {0}};
    EXPECT_EQ(fault_with_bodies(OpCode::kReduceWindow, {x, scalar}, window, {OpCode::kAdd}), "");
    for (Dims ReduceWindowAttrs::*numbers :
         {&ReduceWindowAttrs::window, &ReduceWindowAttrs::strides,
          &ReduceWindowAttrs::base_dilations, &ReduceWindowAttrs::window_dilations}) {
      ReduceWindowAttrs w = window;
      w.*numbers = {a};
      refused(OpCode::kReduceWindow, {x, scalar}, w, {OpCode::kAdd});
    }
    const SelectAndScatterAttrs pool{{2}, {2}, {0}, {0}};
    const std::vector<TensorType> pooled = {x, {kF, {2}}, scalar};
    const std::vector<OpCode> bodies = {OpCode::kCompare, OpCode::kAdd};
    EXPECT_EQ(fault_with_bodies(OpCode::kSelectAndScatter, pooled, pool, bodies), "");
    for (Dims SelectAndScatterAttrs::*numbers :
         {&SelectAndScatterAttrs::window, &SelectAndScatterAttrs::strides,
          &SelectAndScatterAttrs::pad_low, &SelectAndScatterAttrs::pad_high}) {
      SelectAndScatterAttrs w = pool;
      w.*numbers = {a};
      refused(OpCode::kSelectAndScatter, pooled, w, bodies);
    }
    refused(OpCode::kSort, {x}, SortAttrs{a}, {OpCode::kCompare});
    refused(OpCode::kTopK, {x}, TopKAttrs{a});
    refused(OpCode::kRngBitGenerator, {{ElementType::kU64, {2}}},
            RngAttrs{RngAlgorithm::kThreeFry, {ElementType::kU32, {a}}});
    refused(OpCode::kCustomCall, {}, CustomCallAttrs{"check.expect_eq", {{kF, {a}}}});
    const std::vector<TensorType> fused = {scalar, scalar};
    EXPECT_EQ(fault_with_bodies(OpCode::kFusion, fused, FusionAttrs{{4}, 1}, {OpCode::kAdd}), "");
    refused(OpCode::kFusion, fused, FusionAttrs{{a}, 0}, {OpCode::kAdd});
    refused(OpCode::kFusion, fused, FusionAttrs{{4}, a}, {OpCode::kAdd});
  }
}

// A stride that leaves the dimension takes its first element, however large it is.
TEST(ShapeRules, AcceptStridesBeyondTheDimension) {
  for (int64_t a : {INT64_MAX, int64_t{1} << 62}) {
    EXPECT_EQ(fault(OpCode::kSlice, {{kF, {4}}}, SliceAttrs{{0}, {4}, {a}}), "");
  }
  for (int64_t a : {INT64_MIN, int64_t{-1}, int64_t{0}}) {
    EXPECT_NE(fault(OpCode::kSlice, {{kF, {4}}}, SliceAttrs{{0}, {4}, {a}}), "");
  }
}

// --- Well-formed random ops, made ill-formed in one way ---------------------------------------

std::string fault_of(const Program& program, const Op& op) {
  return infer_results({program.values, op}).fault;
}

TEST(ShapeRules, RefuseOtherNumbersOfOperandsAndRegions) {
  for (const CaseMaker& maker : case_makers()) {
    for (uint64_t seed = 0; seed < 5; ++seed) {
      Random random(seed);
      const OpCase c = maker.make(random);
      SCOPED_TRACE(maker.name);
      ASSERT_EQ(fault_of(c.program, c.op()), "");
      const OpRow& r = row(maker.code);
      Op op = c.op();
      op.operands.push_back(op.operands.empty() ? op.results[0] : op.operands[0]);
      if (r.num_operands >= 0) {
        EXPECT_NE(fault_of(c.program, op), "") << "one operand too many";
      }
      op = c.op();
      op.operands.clear();
      if (!c.op().operands.empty() && !r.is_identity) {
        EXPECT_NE(fault_of(c.program, op), "") << "no operands";
      }
      op = c.op();
      op.regions.emplace_back();
      EXPECT_NE(fault_of(c.program, op), "") << "one region too many";
      op = c.op();
      if (op.regions.empty()) continue;
      op.regions.pop_back();
      EXPECT_NE(fault_of(c.program, op), "") << "one region too few";
      op = c.op();
      op.regions.back().arguments.push_back(op.operands[0]);
      EXPECT_NE(fault_of(c.program, op), "") << "a body with one argument too many";
      op = c.op();
      op.regions.back().results.clear();
      EXPECT_NE(fault_of(c.program, op), "") << "a body without results";
    }
  }
}

// Whether the rule leaves this operand's rank free, the other operands given.
bool may_have_any_rank(const OpCase& c, int operand) {
  switch (c.op().code) {
    case OpCode::kOptimizationBarrier:
    case OpCode::kStopGradient:
    case OpCode::kCustomRule:
    case OpCode::kDotGeneral:  // one more free dimension
      return true;
    case OpCode::kGather:  // one more batch dimension, after that of the index vectors
      return operand == 1 && c.op().get<GatherAttrs>().index_vector_dim <
                                 c.program.type(c.op().operands[1]).num_dims();
    case OpCode::kReduce:  // one more dimension to keep
      return operand == 0 && c.op().operands.size() == 2;
    case OpCode::kClamp:  // with scalar bounds
      return operand == 1 && c.program.type(c.op().operands[0]).is_scalar() &&
             c.program.type(c.op().operands[2]).is_scalar();
    default:
      return false;
  }
}

// Whether the rule leaves the element type of this operand free, the other operands given.
bool may_have_element(const OpCase& c, int operand, ElementType element) {
  const ElementType from = c.program.type(c.op().operands[operand]).element;
  const auto num_operands = static_cast<int>(c.op().operands.size());
  switch (c.op().code) {
    case OpCode::kOptimizationBarrier:
    case OpCode::kStopGradient:
    case OpCode::kCustomRule:
      return true;
    case OpCode::kWithGradient:
      return operand == 0 && is_float(element);
    case OpCode::kDotGeneral:
    case OpCode::kConvolution:  // products of mixed widths
      return is_float(from) == is_float(element) && is_bool(from) == is_bool(element);
    case OpCode::kGather:
      return operand == 0 || is_integer(element);
    case OpCode::kScatter:
      return operand == num_operands / 2 && is_integer(element);
    case OpCode::kDynamicSlice:
      return operand == 0 || (num_operands == 2 && is_integer(element));
    case OpCode::kDynamicUpdateSlice:
      return operand == 2 && num_operands == 3 && is_integer(element);
    default:
      return false;
  }
}

// One operand of several has another rank or another element type than the rest asks for.
TEST(ShapeRules, RefuseOperandsThatDoNotFitTheOthers) {
  for (const CaseMaker& maker : case_makers()) {
    for (uint64_t seed = 0; seed < 5; ++seed) {
      Random random(seed);
      const OpCase c = maker.make(random);
      const auto num_operands = static_cast<int>(c.op().operands.size());
      for (int i = 0; i < num_operands && num_operands > 1; ++i) {
        SCOPED_TRACE(maker.name + ", operand " + std::to_string(i));
        Program other = c.program;
        TensorType& type = other.values[c.op().operands[i].index];
        const TensorType was = type;
        type.shape.push_back(7);
        EXPECT_EQ(fault_of(other, c.op()).empty(), may_have_any_rank(c, i)) << type.to_string();
        for (ElementType element : {ElementType::kI1, ElementType::kI32, ElementType::kU8,
                                    ElementType::kI64, kF32, kF64, ElementType::kBF16}) {
          if (element == was.element) continue;
          type = was.with_element(element);
          EXPECT_EQ(fault_of(other, c.op()).empty(), may_have_element(c, i, element))
              << type.to_string();
        }
      }
    }
  }
}

// Ops on numbers refuse operands without: of one operand or of all of them.
TEST(ShapeRules, RefuseElementsOfAnotherClass) {
  const auto accepts = [](OpCode code, ElementType element) {
    const std::vector<TensorType> operands(row(code).num_operands, {element, {2, 2}});
    return fault(code, operands).empty();
  };
  for (int i = static_cast<int>(OpCode::kAbs); i <= static_cast<int>(OpCode::kZeta); ++i) {
    const auto code = static_cast<OpCode>(i);
    const std::set<OpCode> with_attributes = {OpCode::kConvert, OpCode::kReducePrecision,
                                              OpCode::kCompare, OpCode::kSelect, OpCode::kClamp};
    if (with_attributes.contains(code)) continue;
    const std::set<OpCode> bitwise = {OpCode::kAnd, OpCode::kOr, OpCode::kXor, OpCode::kNot},
                           integer = {OpCode::kCountLeadingZeros, OpCode::kPopulationCount,
                                      OpCode::kShiftLeft, OpCode::kShiftRightArithmetic,
                                      OpCode::kShiftRightLogical},
                           any = {OpCode::kAdd, OpCode::kMultiply, OpCode::kMaximum,
                                  OpCode::kMinimum},
                           signed_only = {OpCode::kAbs, OpCode::kSign},
                           number = {OpCode::kNegate, OpCode::kSquare,    OpCode::kDivide,
                                     OpCode::kPower,  OpCode::kRemainder, OpCode::kSubtract};
    SCOPED_TRACE(name(code));
    const bool ints = bitwise.contains(code) || integer.contains(code);
    const bool numbers = any.contains(code) || number.contains(code);
    EXPECT_EQ(accepts(code, kF), !ints);
    EXPECT_EQ(accepts(code, ElementType::kI32), ints || numbers || signed_only.contains(code));
    EXPECT_EQ(accepts(code, ElementType::kU32), ints || numbers);
    EXPECT_EQ(accepts(code, ElementType::kI1), bitwise.contains(code) || any.contains(code));
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
