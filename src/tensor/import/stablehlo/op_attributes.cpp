#include "tensor/import/stablehlo/op_attributes.h"

#include <array>
#include <string_view>
#include <tuple>
#include <utility>

namespace motley::tensor::reader {

namespace {

// The value paired with `word` in the table.
template <class T, size_t N>
T one_of(const OpReader& op, std::string_view attribute,
         const std::array<std::pair<std::string_view, T>, N>& table) {
  const std::string_view word = op.word(attribute);
  for (const auto& [text, value] : table) {
    if (text == word) return value;
  }
  op.fail(op.find(attribute)->at, fmt::format("unknown {} {}", attribute, in_backticks(word)));
}

constexpr std::array<std::pair<std::string_view, CompareDirection>, 6> kDirections = {
    {{"EQ", CompareDirection::kEq},
     {"NE", CompareDirection::kNe},
     {"GE", CompareDirection::kGe},
     {"GT", CompareDirection::kGt},
     {"LE", CompareDirection::kLe},
     {"LT", CompareDirection::kLt}}};

constexpr std::array<std::pair<std::string_view, CompareKind>, 4> kCompareKinds = {
    {{"FLOAT", CompareKind::kFloat},
     {"TOTALORDER", CompareKind::kTotalOrder},
     {"SIGNED", CompareKind::kSigned},
     {"UNSIGNED", CompareKind::kUnsigned}}};

constexpr std::array<std::pair<std::string_view, RngAlgorithm>, 3> kRngAlgorithms = {
    {{"DEFAULT", RngAlgorithm::kDefault},
     {"THREE_FRY", RngAlgorithm::kThreeFry},
     {"PHILOX", RngAlgorithm::kPhilox}}};

constexpr std::array<std::pair<std::string_view, bool>, 3> kTransposes = {
    {{"NO_TRANSPOSE", false}, {"TRANSPOSE", true}, {"ADJOINT", true}}};

CompareKind default_compare_kind(ElementType element) {
  if (is_float(element)) return CompareKind::kFloat;
  return is_signed(element) ? CompareKind::kSigned : CompareKind::kUnsigned;
}

}  // namespace

// ---- Constants and elementwise ops ---------------------------------------------------------

Attrs constant_attributes(const OpReader& op) { return op.constant("value"); }

Attrs iota_attributes(const OpReader& op) {
  return IotaAttrs{op.result(0), op.integer("iota_dimension")};
}

Attrs convert_attributes(const OpReader& op) { return ConvertAttrs{op.result(0).element}; }

Attrs bitcast_attributes(const OpReader& op) {
  const ElementType from = op.operand(0).element, to = op.result(0).element;
  if (is_bool(from) != is_bool(to)) {  // i1 is a bit in StableHLO, a byte here
    op.fail(fmt::format("unsupported bitcast_convert of {} to {}", name(from), name(to)));
  }
  return ConvertAttrs{to};
}

Attrs reduce_precision_attributes(const OpReader& op) {
  return ReducePrecisionAttrs{op.integer("exponent_bits"), op.integer("mantissa_bits")};
}

Attrs compare_attributes(const OpReader& op) {
  CompareAttrs attrs;
  attrs.direction = one_of(op, "comparison_direction", kDirections);
  attrs.kind = default_compare_kind(op.operand(0).element);
  if (op.has("compare_type") && op.word("compare_type") != "NOTYPE") {
    attrs.kind = one_of(op, "compare_type", kCompareKinds);
  }
  return attrs;
}

// ---- Data movement -------------------------------------------------------------------------

Attrs broadcast_attributes(const OpReader& op) {
  BroadcastAttrs attrs;
  attrs.shape = op.integers("broadcast_sizes");
  const auto num_sizes = static_cast<int64_t>(attrs.shape.size());
  const Shape& shape = op.operand(0).shape;
  attrs.shape.insert(attrs.shape.end(), shape.begin(), shape.end());
  for (int64_t i = 0; i < op.operand(0).num_dims(); ++i) attrs.dims.push_back(num_sizes + i);
  if (attrs.shape != op.result(0).shape) {
    op.fail(fmt::format("stablehlo.broadcast of {} by its sizes does not give {}",
                        op.operand(0).to_string(), op.result(0).to_string()));
  }
  return attrs;
}

Attrs broadcast_in_dim_attributes(const OpReader& op) {
  return BroadcastAttrs{op.result(0).shape, op.integers("broadcast_dimensions")};
}

Attrs reshape_attributes(const OpReader& op) { return ReshapeAttrs{op.result(0).shape}; }

Attrs transpose_attributes(const OpReader& op) {
  return TransposeAttrs{op.integers("permutation")};
}

Attrs concatenate_attributes(const OpReader& op) {
  return ConcatenateAttrs{op.integer("dimension")};
}

Attrs reverse_attributes(const OpReader& op) { return ReverseAttrs{op.integers("dimensions")}; }

Attrs slice_attributes(const OpReader& op) {
  return SliceAttrs{op.integers("start_indices"), op.integers("limit_indices"),
                    op.integers("strides")};
}

Attrs pad_attributes(const OpReader& op) {
  return PadAttrs{op.integers("edge_padding_low"), op.integers("edge_padding_high"),
                  op.integers("interior_padding")};
}

Attrs dynamic_slice_attributes(const OpReader& op) {
  return DynamicSliceAttrs{op.integers("slice_sizes")};
}

Attrs gather_attributes(const OpReader& op) {
  const Attribute& dims = op.dictionary("dimension_numbers");
  GatherAttrs attrs;
  attrs.offset_dims = op.integers_of(dims, "offset_dims");
  attrs.collapsed_slice_dims = op.integers_of(dims, "collapsed_slice_dims");
  attrs.operand_batching_dims = op.integers_of(dims, "operand_batching_dims");
  attrs.start_indices_batching_dims = op.integers_of(dims, "start_indices_batching_dims");
  attrs.start_index_map = op.integers_of(dims, "start_index_map");
  attrs.index_vector_dim = op.integer_of(dims, "index_vector_dim", 0);
  attrs.slice_sizes = op.integers("slice_sizes");
  attrs.indices_are_sorted = op.integer("indices_are_sorted", 0) != 0;
  return attrs;
}

Attrs scatter_attributes(const OpReader& op) {
  const Attribute& dims = op.dictionary("scatter_dimension_numbers");
  ScatterAttrs attrs;
  attrs.update_window_dims = op.integers_of(dims, "update_window_dims");
  attrs.inserted_window_dims = op.integers_of(dims, "inserted_window_dims");
  attrs.input_batching_dims = op.integers_of(dims, "input_batching_dims");
  attrs.scatter_indices_batching_dims = op.integers_of(dims, "scatter_indices_batching_dims");
  attrs.scatter_dims_to_operand_dims = op.integers_of(dims, "scatter_dims_to_operand_dims");
  attrs.index_vector_dim = op.integer_of(dims, "index_vector_dim", 0);
  attrs.indices_are_sorted = op.integer("indices_are_sorted", 0) != 0;
  attrs.unique_indices = op.integer("unique_indices", 0) != 0;
  return attrs;
}

// ---- Contractions --------------------------------------------------------------------------

Attrs dot_attributes(const OpReader& op) {
  const int lhs_dims = op.operand(0).num_dims();
  DotAttrs attrs;
  if (lhs_dims < 1 || lhs_dims > 2 || op.operand(1).num_dims() < 1 ||
      op.operand(1).num_dims() > 2) {
    op.fail("stablehlo.dot takes vectors and matrices");
  }
  attrs.lhs_contracting = {lhs_dims - 1};
  attrs.rhs_contracting = {0};
  attrs.element = op.result(0).element;
  attrs.precision = op.precision();
  return attrs;
}

Attrs dot_general_attributes(const OpReader& op) {
  const Attribute& dims = op.dictionary("dot_dimension_numbers");
  DotAttrs attrs;
  attrs.lhs_batch = op.integers_of(dims, "lhs_batching_dimensions");
  attrs.rhs_batch = op.integers_of(dims, "rhs_batching_dimensions");
  attrs.lhs_contracting = op.integers_of(dims, "lhs_contracting_dimensions");
  attrs.rhs_contracting = op.integers_of(dims, "rhs_contracting_dimensions");
  attrs.element = op.result(0).element;
  attrs.precision = op.precision();
  return attrs;
}

Attrs convolution_attributes(const OpReader& op) {
  const Attribute& dims = op.dictionary("dimension_numbers");
  ConvolutionAttrs attrs;
  attrs.input_batch = op.integer_of(dims, "input_batch_dimension", 0);
  attrs.input_feature = op.integer_of(dims, "input_feature_dimension", 0);
  attrs.input_spatial = op.integers_of(dims, "input_spatial_dimensions");
  attrs.kernel_input_feature = op.integer_of(dims, "kernel_input_feature_dimension", 0);
  attrs.kernel_output_feature = op.integer_of(dims, "kernel_output_feature_dimension", 0);
  attrs.kernel_spatial = op.integers_of(dims, "kernel_spatial_dimensions");
  attrs.output_batch = op.integer_of(dims, "output_batch_dimension", 0);
  attrs.output_feature = op.integer_of(dims, "output_feature_dimension", 0);
  attrs.output_spatial = op.integers_of(dims, "output_spatial_dimensions");

  const size_t num_spatial = attrs.input_spatial.size();
  attrs.strides = op.integers("window_strides", num_spatial, 1);
  std::tie(attrs.pad_low, attrs.pad_high) = op.padding("padding", num_spatial);
  attrs.lhs_dilation = op.integers("lhs_dilation", num_spatial, 1);
  attrs.rhs_dilation = op.integers("rhs_dilation", num_spatial, 1);
  for (int64_t reversed : op.integers("window_reversal", num_spatial, 0)) {
    attrs.reversal.push_back(reversed != 0);
  }
  attrs.feature_group_count = op.integer("feature_group_count", 1);
  attrs.batch_group_count = op.integer("batch_group_count", 1);
  attrs.element = op.result(0).element;
  attrs.precision = op.precision();
  return attrs;
}

Attrs triangular_solve_attributes(const OpReader& op) {
  TriangularSolveAttrs attrs;
  attrs.left_side = op.integer("left_side") != 0;
  attrs.lower = op.integer("lower") != 0;
  attrs.unit_diagonal = op.integer("unit_diagonal") != 0;
  attrs.transpose_a = one_of(op, "transpose_a", kTransposes);
  return attrs;
}

Attrs cholesky_attributes(const OpReader& op) { return CholeskyAttrs{op.integer("lower", 0) != 0}; }

// ---- Reductions and sorts ------------------------------------------------------------------

Attrs reduce_attributes(const OpReader& op) { return ReduceAttrs{op.integers("dimensions")}; }

Attrs reduce_window_attributes(const OpReader& op) {
  ReduceWindowAttrs attrs;
  attrs.window = op.integers("window_dimensions");
  const size_t num_dims = attrs.window.size();
  attrs.strides = op.integers("window_strides", num_dims, 1);
  attrs.base_dilations = op.integers("base_dilations", num_dims, 1);
  attrs.window_dilations = op.integers("window_dilations", num_dims, 1);
  std::tie(attrs.pad_low, attrs.pad_high) = op.padding("padding", num_dims);
  return attrs;
}

Attrs select_and_scatter_attributes(const OpReader& op) {
  const auto num_dims = static_cast<size_t>(op.operand(0).num_dims());
  SelectAndScatterAttrs attrs;
  attrs.window = op.integers("window_dimensions", num_dims, 1);
  attrs.strides = op.integers("window_strides", num_dims, 1);
  std::tie(attrs.pad_low, attrs.pad_high) = op.padding("padding", num_dims);
  return attrs;
}

Attrs sort_attributes(const OpReader& op) {
  SortAttrs attrs;
  attrs.dim = op.integer("dimension", -1);
  if (attrs.dim < 0) attrs.dim += op.operand(0).num_dims();  // counted from the end
  attrs.is_stable = op.integer("is_stable", 0) != 0;
  return attrs;
}

Attrs fusion_attributes(const OpReader& op) {
  FusionAttrs attrs{op.integers("domain"), op.integer("columns")};
  if (attrs.num_columns < 0 || attrs.num_columns > static_cast<int64_t>(attrs.domain.size()))
    op.fail("`columns` must count trailing dimensions of `domain`");
  return attrs;
}

Attrs top_k_attributes(const OpReader& op) { return TopKAttrs{op.integer("k")}; }

Attrs rng_attributes(const OpReader& op) {
  return RngAttrs{one_of(op, "rng_algorithm", kRngAlgorithms), op.result(1)};
}

}  // namespace motley::tensor::reader
