#include "tensor/import/stablehlo/op_forms.h"

#include <unordered_map>
#include <unordered_set>

#include "tensor/import/stablehlo/conversion.h"
#include "tensor/import/stablehlo/op_attributes.h"

namespace motley::tensor::reader {

namespace {

// Ops of ops.def that have attributes or a special layout, by name.
const OpForm kForms[] = {
    {.name = "stablehlo.bitcast_convert", .attributes = bitcast_attributes},
    {.name = "stablehlo.broadcast_in_dim",
     .settings = {{{"dims", "broadcast_dimensions"}}},
     .attributes = broadcast_in_dim_attributes},
    {.name = "stablehlo.case", .layout = Layout::kGenericOnly},
    {.name = "stablehlo.cholesky",
     .settings = {{{"lower", "lower"}}},
     .attributes = cholesky_attributes},
    {.name = "stablehlo.compare", .layout = Layout::kCompare, .attributes = compare_attributes},
    {.name = "stablehlo.concatenate",
     .settings = {{{"dim", "dimension"}}},
     .attributes = concatenate_attributes},
    {.name = "stablehlo.constant", .layout = Layout::kConstant, .attributes = constant_attributes},
    {.name = "stablehlo.convert", .attributes = convert_attributes},
    {.name = "stablehlo.convolution",
     .layout = Layout::kParenthesized,
     .settings = {{{"dim_numbers", "dimension_numbers"}, {"window", "window"}}},
     .attributes = convolution_attributes},
    {.name = "stablehlo.custom_call",
     .layout = Layout::kCall,
     .settings = {{{"", "call_target_name"}}},
     .convert = convert_custom_call},
    {.name = "stablehlo.dot_general",
     .settings = {{{"batching_dims", "dot_dimension_numbers"},
                   {"contracting_dims", "dot_dimension_numbers"},
                   {"precision", "precision_config"},
                   {"algorithm", "algorithm"}}},
     .attributes = dot_general_attributes},
    {.name = "stablehlo.dynamic_slice",
     .settings = {{{"sizes", "slice_sizes"}}},
     .attributes = dynamic_slice_attributes},
    {.name = "stablehlo.gather", .layout = Layout::kGenericOnly, .attributes = gather_attributes},
    {.name = "stablehlo.if", .layout = Layout::kGenericOnly},
    {.name = "stablehlo.iota",
     .settings = {{{"dim", "iota_dimension"}}},
     .attributes = iota_attributes},
    {.name = "stablehlo.pad",
     .settings = {{{"low", "edge_padding_low"},
                   {"high", "edge_padding_high"},
                   {"interior", "interior_padding"}}},
     .attributes = pad_attributes},
    {.name = "stablehlo.reduce", .layout = Layout::kReduce, .attributes = reduce_attributes},
    {.name = "stablehlo.reduce_precision",
     .settings = {{{"format", "exponent_bits"}}},
     .attributes = reduce_precision_attributes},
    {.name = "stablehlo.reduce_window",
     .layout = Layout::kGenericOnly,
     .attributes = reduce_window_attributes},
    {.name = "stablehlo.reshape", .attributes = reshape_attributes},
    {.name = "stablehlo.reverse",
     .settings = {{{"dims", "dimensions"}}},
     .attributes = reverse_attributes},
    {.name = "stablehlo.rng_bit_generator",
     .settings = {{{"algorithm", "rng_algorithm"}}},
     .attributes = rng_attributes},
    {.name = "stablehlo.scatter", .layout = Layout::kGenericOnly, .attributes = scatter_attributes},
    {.name = "stablehlo.select_and_scatter",
     .layout = Layout::kGenericOnly,
     .attributes = select_and_scatter_attributes},
    {.name = "stablehlo.slice", .layout = Layout::kSlice, .attributes = slice_attributes},
    {.name = "stablehlo.sort", .layout = Layout::kGenericOnly, .attributes = sort_attributes},
    {.name = "stablehlo.transpose",
     .settings = {{{"dims", "permutation"}}},
     .attributes = transpose_attributes},
    {.name = "stablehlo.triangular_solve",
     .layout = Layout::kGenericOnly,
     .attributes = triangular_solve_attributes},
    {.name = "stablehlo.while", .layout = Layout::kWhile},
    {.name = "chlo.top_k",
     .layout = Layout::kParenthesized,
     .settings = {{{"k", "k"}, {"is_stable", "is_stable"}}},
     .attributes = top_k_attributes},
};

// Ops that are not in ops.def, and their conversions.
const OpForm kOtherForms[] = {
    {.name = "call",
     .layout = Layout::kCall,
     .settings = {{{"", "callee"}}},
     .convert = convert_call},
    {.name = "func.call",
     .layout = Layout::kCall,
     .settings = {{{"", "callee"}}},
     .convert = convert_call},
    {.name = "check.expect_almost_eq",
     .settings = {{{"tolerance", "tolerance"}}},
     .convert = convert_check},
    {.name = "check.expect_almost_eq_const",
     .layout = Layout::kOperandAndValue,
     .convert = convert_check},
    {.name = "check.expect_close",
     .settings = {{{"max_ulp_difference", "max_ulp_difference"},
                   {"min_ulp_difference", "min_ulp_difference"}}},
     .convert = convert_check},
    {.name = "check.expect_eq", .convert = convert_check},
    {.name = "check.expect_eq_const", .layout = Layout::kOperandAndValue, .convert = convert_check},
    {.name = "chlo.constant",
     .layout = Layout::kConstant,
     .code = OpCode::kConstant,
     .attributes = constant_attributes},
    {.name = "chlo.tan", .code = OpCode::kTan},
    {.name = "sdy.reshard", .layout = Layout::kSharding, .convert = convert_identity},
    {.name = "sdy.sharding_constraint", .layout = Layout::kSharding, .convert = convert_identity},
    {.name = "stablehlo.broadcast",
     .settings = {{{"sizes", "broadcast_sizes"}}},
     .code = OpCode::kBroadcastInDim,
     .attributes = broadcast_attributes},
    {.name = "stablehlo.composite", .layout = Layout::kComposite, .convert = convert_composite},
    {.name = "stablehlo.dot",
     .settings = {{{"precision", "precision_config"}}},
     .code = OpCode::kDotGeneral,
     .attributes = dot_attributes},
    {.name = "motley.fusion",  // has a body, unlike calls
     .layout = Layout::kGenericOnly,
     .code = OpCode::kFusion,
     .attributes = fusion_attributes},
    {.name = "stablehlo.get_dimension_size",
     .settings = {{{"dim", "dimension"}}},
     .convert = convert_dimension_size},
};

using FormTable = std::unordered_map<std::string_view, OpForm>;

FormTable make_table() {
  FormTable table;
#define MOTLEY_OP(op_code, text) table[text] = OpForm{.name = text, .code = OpCode::op_code};
#include "tensor/ir/ops.def"
#undef MOTLEY_OP
  // Motley's own ops are written as calls (convert_custom_call), except those of kOtherForms.
  std::erase_if(table, [](const auto& entry) { return entry.first.starts_with("motley."); });
  for (const OpForm& form : kForms) {
    const auto entry = table.find(form.name);
    MOTLEY_CHECK(entry != table.end(), "{} has a form, but is not in ops.def", form.name);
    const OpCode code = entry->second.code;
    entry->second = form;
    entry->second.code = code;
  }
  for (const OpForm& form : kOtherForms) table[form.name] = form;
  return table;
}

const std::unordered_set<std::string_view>& unsupported_ops() {
  static const std::unordered_set<std::string_view> names = {
      "chlo._asin_acos_kernel",
      "chlo.conj",
      "chlo.constant_like",
      "chlo.dynamic_reshape",
      "chlo.minimum_broadcast_shapes",
      "chlo.mulhi",
      "chlo.ragged_dot",
      "chlo.rank_specialization_cluster",
      "chlo.scan",
      "stablehlo.after_all",
      "stablehlo.all_gather",
      "stablehlo.all_reduce",
      "stablehlo.all_to_all",
      "stablehlo.async_done",
      "stablehlo.async_start",
      "stablehlo.batch_norm_grad",
      "stablehlo.batch_norm_inference",
      "stablehlo.batch_norm_training",
      "stablehlo.collective_broadcast",
      "stablehlo.collective_permute",
      "stablehlo.collective_reduce",
      "stablehlo.complex",
      "stablehlo.compute_reshape_shape",
      "stablehlo.create_token",
      "stablehlo.cross-replica-sum",
      "stablehlo.cstr_reshapable",
      "stablehlo.dynamic_broadcast_in_dim",
      "stablehlo.dynamic_conv",
      "stablehlo.dynamic_gather",
      "stablehlo.dynamic_iota",
      "stablehlo.dynamic_pad",
      "stablehlo.dynamic_reshape",
      "stablehlo.einsum",
      "stablehlo.fft",
      "stablehlo.get_tuple_element",
      "stablehlo.imag",
      "stablehlo.infeed",
      "stablehlo.map",
      "stablehlo.outfeed",
      "stablehlo.partition_id",
      "stablehlo.real",
      "stablehlo.real_dynamic_slice",
      "stablehlo.recv",
      "stablehlo.reduce_scatter",
      "stablehlo.replica_id",
      "stablehlo.rng",
      "stablehlo.send",
      "stablehlo.set_dimension_size",
      "stablehlo.torch_index_select",
      "stablehlo.trace",
      "stablehlo.tuple",
      "stablehlo.unary_einsum",
      "stablehlo.uniform_dequantize",
      "stablehlo.uniform_quantize",
  };
  return names;
}

}  // namespace

const OpForm* find_form(std::string_view name) {
  static const FormTable table = make_table();
  const auto found = table.find(name);
  return found == table.end() ? nullptr : &found->second;
}

bool is_unsupported_op(std::string_view name) {
  // Dialects that other tools mix with StableHLO.
  for (std::string_view dialect : {"affine.",        "arith.",
                                   "bufferization.", "cf.",
                                   "check.",         "chlo.broadcast_",
                                   "complex.",       "func.",
                                   "gpu.",           "interpreter.",
                                   "linalg.",        "llvm.",
                                   "math.",          "memref.",
                                   "mhlo.",          "mosaic.",
                                   "mpmd.",          "quant.",
                                   "scf.",           "sdy.",
                                   "shape.",         "sparse_tensor.",
                                   "tensor.",        "tf.",
                                   "tosa.",          "tpu.",
                                   "triton.",        "tt.",
                                   "vector.",        "vhlo.",
                                   "xla.",           "xla_gpu."}) {
    if (name.starts_with(dialect)) return true;
  }
  return unsupported_ops().contains(name);
}

}  // namespace motley::tensor::reader
