// Attributes of ops: one typed struct per kind of op, in one variant.
//
// Attributes, operand types and regions determine the result types of an op. What StableHLO reads
// off the printed result type (the shape of a broadcast, the element type of a conversion) is an
// attribute here.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tensor/ir/literal.h"

namespace motley::tensor {

using Dims = std::vector<int64_t>;  // dimension numbers, or one number per dimension

// Most elementwise ops, optimization_barrier, case, if, while.
struct NoAttrs {
  friend bool operator==(const NoAttrs&, const NoAttrs&) = default;
};

// constant. A scalar value with a larger type is a splat: a dense<0.0> of any size stays small.
struct ConstantAttrs {
  TensorType type;
  Literal value;
  bool is_splat() const { return value.type().is_scalar() && !type.is_scalar(); }
  friend bool operator==(const ConstantAttrs&, const ConstantAttrs&) = default;
};

struct IotaAttrs {
  TensorType type;
  int64_t dim = 0;
  friend bool operator==(const IotaAttrs&, const IotaAttrs&) = default;
};

// convert, bitcast_convert.
struct ConvertAttrs {
  ElementType element = ElementType::kF32;
  // Of a bitcast_convert in a Program converted to another precision (precision.h): the float type
  // whose bits are meant. Printed as an attribute that no other reader knows.
  std::optional<ElementType> float_bits = {};
  // The type whose bits a value of type `e` stands for.
  ElementType bits_of(ElementType e) const { return is_float(e) ? float_bits.value_or(e) : e; }
  friend bool operator==(const ConvertAttrs&, const ConvertAttrs&) = default;
};

struct ReducePrecisionAttrs {
  int64_t exponent_bits = 0;
  int64_t mantissa_bits = 0;
  friend bool operator==(const ReducePrecisionAttrs&, const ReducePrecisionAttrs&) = default;
};

enum class CompareDirection : uint8_t { kEq, kNe, kGe, kGt, kLe, kLt };
enum class CompareKind : uint8_t { kFloat, kTotalOrder, kSigned, kUnsigned };
struct CompareAttrs {
  CompareDirection direction = CompareDirection::kEq;
  CompareKind kind = CompareKind::kFloat;  // import fills in the element type's default
  friend bool operator==(const CompareAttrs&, const CompareAttrs&) = default;
};

struct BroadcastAttrs {
  Shape shape;  // of the result
  Dims dims;    // result dimension of each operand dimension
  friend bool operator==(const BroadcastAttrs&, const BroadcastAttrs&) = default;
};

struct ReshapeAttrs {
  Shape shape;
  friend bool operator==(const ReshapeAttrs&, const ReshapeAttrs&) = default;
};

struct TransposeAttrs {
  Dims permutation;  // operand dimension of each result dimension
  friend bool operator==(const TransposeAttrs&, const TransposeAttrs&) = default;
};

// concatenate, one dimension.
struct ConcatenateAttrs {
  int64_t dim = 0;
  friend bool operator==(const ConcatenateAttrs&, const ConcatenateAttrs&) = default;
};

struct ReverseAttrs {
  Dims dims;
  friend bool operator==(const ReverseAttrs&, const ReverseAttrs&) = default;
};

struct SliceAttrs {
  Dims start, limit, stride;
  friend bool operator==(const SliceAttrs&, const SliceAttrs&) = default;
};

struct PadAttrs {
  Dims low, high, interior;  // low and high may be negative
  friend bool operator==(const PadAttrs&, const PadAttrs&) = default;
};

struct DynamicSliceAttrs {
  Dims sizes;
  friend bool operator==(const DynamicSliceAttrs&, const DynamicSliceAttrs&) = default;
};

struct GatherAttrs {
  Dims offset_dims, collapsed_slice_dims, operand_batching_dims, start_indices_batching_dims;
  Dims start_index_map;
  int64_t index_vector_dim = 0;
  Dims slice_sizes;
  bool indices_are_sorted = false;
  friend bool operator==(const GatherAttrs&, const GatherAttrs&) = default;
};

// scatter: n operands, indices, n updates; region: (n old, n new) -> n.
struct ScatterAttrs {
  Dims update_window_dims, inserted_window_dims, input_batching_dims;
  Dims scatter_indices_batching_dims, scatter_dims_to_operand_dims;
  int64_t index_vector_dim = 0;
  bool indices_are_sorted = false;
  bool unique_indices = false;
  friend bool operator==(const ScatterAttrs&, const ScatterAttrs&) = default;
};

enum class Precision : uint8_t { kDefault, kHigh, kHighest };

struct DotAttrs {
  Dims lhs_batch, rhs_batch, lhs_contracting, rhs_contracting;
  ElementType element = ElementType::kF32;  // of the result
  std::array<Precision, 2> precision = {Precision::kDefault, Precision::kDefault};
  friend bool operator==(const DotAttrs&, const DotAttrs&) = default;
};

struct ConvolutionAttrs {
  int64_t input_batch = 0, input_feature = 1;
  Dims input_spatial;
  int64_t kernel_input_feature = 0, kernel_output_feature = 1;
  Dims kernel_spatial;
  int64_t output_batch = 0, output_feature = 1;
  Dims output_spatial;
  // One entry per spatial dimension, always filled in.
  Dims strides, pad_low, pad_high, lhs_dilation, rhs_dilation;
  std::vector<bool> reversal;
  int64_t feature_group_count = 1, batch_group_count = 1;
  ElementType element = ElementType::kF32;  // of the result
  std::array<Precision, 2> precision = {Precision::kDefault, Precision::kDefault};
  friend bool operator==(const ConvolutionAttrs&, const ConvolutionAttrs&) = default;
};

struct TriangularSolveAttrs {
  bool left_side = true, lower = true, unit_diagonal = false;
  bool transpose_a = false;  // TRANSPOSE and ADJOINT agree on real numbers
  friend bool operator==(const TriangularSolveAttrs&, const TriangularSolveAttrs&) = default;
};

struct CholeskyAttrs {
  bool lower = false;
  friend bool operator==(const CholeskyAttrs&, const CholeskyAttrs&) = default;
};

// reduce: n operands, n initial values; region: (n accumulated, n new) -> n.
struct ReduceAttrs {
  Dims dims;
  friend bool operator==(const ReduceAttrs&, const ReduceAttrs&) = default;
};

// reduce_window (operands as reduce); one entry per dimension, always filled in.
struct ReduceWindowAttrs {
  Dims window, strides, base_dilations, window_dilations, pad_low, pad_high;
  friend bool operator==(const ReduceWindowAttrs&, const ReduceWindowAttrs&) = default;
};

// select_and_scatter: operand, source, initial value; regions: select, scatter.
struct SelectAndScatterAttrs {
  Dims window, strides, pad_low, pad_high;
  friend bool operator==(const SelectAndScatterAttrs&, const SelectAndScatterAttrs&) = default;
};

// sort: n operands; region: (a0, b0, a1, b1, ...) -> i1, "a before b".
struct SortAttrs {
  int64_t dim = 0;
  bool is_stable = false;
  friend bool operator==(const SortAttrs&, const SortAttrs&) = default;
};

struct TopKAttrs {
  int64_t k = 0;
  friend bool operator==(const TopKAttrs&, const TopKAttrs&) = default;
};

enum class RngAlgorithm : uint8_t { kDefault, kThreeFry, kPhilox };
struct RngAttrs {
  RngAlgorithm algorithm = RngAlgorithm::kDefault;
  TensorType type;  // of the random bits; the state keeps the operand's type
  friend bool operator==(const RngAttrs&, const RngAttrs&) = default;
};

// fusion: operands, and a body of elementwise ops, broadcasts and reductions of them. All values of
// the body share one iteration domain, whose last num_columns dimensions are the columns: a
// reduction runs over all columns or over all other dimensions. (tensor/kernels/tile_program.h)
struct FusionAttrs {
  Shape domain;
  int64_t num_columns = 0;  // 0: no reductions, so any tiling is valid
  friend bool operator==(const FusionAttrs&, const FusionAttrs&) = default;
};

// Supported calls: the check family (no results). Import rejects all others.
struct CustomCallAttrs {
  std::string target;
  std::vector<TensorType> results;
  friend bool operator==(const CustomCallAttrs&, const CustomCallAttrs&) = default;
};

// motley.attention, motley.attention_gradient; defined in attention.h. The dimensions of each
// tensor are labelled by einsum subscripts: s for queries, t for keys, d for the features shared by
// queries and keys, e for those of the values. All other letters are batch dimensions: query and
// output have all of them, the other tensors may omit some and are broadcast along those.
struct AttentionAttrs {
  std::string query, key, value, output;  // "bshd", "bthd", "bthe", "bshe"
  std::optional<std::string> mask, bias;  // if there is such an operand: "bt", "hst", ...
  double scale = 1;
  double fill = -std::numeric_limits<double>::infinity();  // the score of masked positions
  bool causal = false;         // also masks every key with t > s + query_offset
  int64_t query_offset = 0;    // the position of the first query among the keys
  bool bias_gradient = false;  // attention_gradient also returns the bias gradient
  friend bool operator==(const AttentionAttrs&, const AttentionAttrs&) = default;
};

// while. The builder derives it (loops.h); it is not printed.
struct WhileAttrs {
  std::optional<int64_t> num_turns;  // how often the body runs, where the loop counts
  friend bool operator==(const WhileAttrs&, const WhileAttrs&) = default;
};

// motley.custom_rule.
struct CustomRuleAttrs {
  std::string function;  // the function whose gradient rule its author wrote
  friend bool operator==(const CustomRuleAttrs&, const CustomRuleAttrs&) = default;
};

using Attrs =
    std::variant<NoAttrs, ConstantAttrs, IotaAttrs, ConvertAttrs, ReducePrecisionAttrs,
                 CompareAttrs, BroadcastAttrs, ReshapeAttrs, TransposeAttrs, ConcatenateAttrs,
                 ReverseAttrs, SliceAttrs, PadAttrs, DynamicSliceAttrs, GatherAttrs, ScatterAttrs,
                 DotAttrs, ConvolutionAttrs, TriangularSolveAttrs, CholeskyAttrs, ReduceAttrs,
                 ReduceWindowAttrs, SelectAndScatterAttrs, SortAttrs, TopKAttrs, RngAttrs,
                 FusionAttrs, AttentionAttrs, CustomCallAttrs, CustomRuleAttrs, WhileAttrs>;

}  // namespace motley::tensor
