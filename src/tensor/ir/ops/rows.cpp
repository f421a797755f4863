#include "tensor/ir/ops/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace motley::tensor {
namespace {

constexpr std::array<std::string_view, kNumOpCodes> kNames = {
#define MOTLEY_OP(code, text) text,
#include "tensor/ir/ops.def"
#undef MOTLEY_OP
};

std::vector<OpRow> all_rows() {
  std::vector<OpRow> rows;
  add_elementwise_rows(rows);
  add_movement_rows(rows);
  add_indexing_rows(rows);
  add_contraction_rows(rows);
  add_reduction_rows(rows);
  add_fused_rows(rows);
  add_gradient_mark_rows(rows);
  add_control_rows(rows);
  std::sort(rows.begin(), rows.end(), [](auto& a, auto& b) { return a.code < b.code; });
  MOTLEY_CHECK(rows.size() == kNumOpCodes, "{} rows for {} ops", rows.size(), kNumOpCodes);
  for (int i = 0; i < kNumOpCodes; ++i) {
    MOTLEY_CHECK(rows[i].code == static_cast<OpCode>(i), "no row, or two, for {}", kNames[i]);
  }
  return rows;
}

}  // namespace

std::string_view name(OpCode code) { return kNames[static_cast<size_t>(code)]; }

std::optional<OpCode> op_code_from_name(std::string_view name) {
  static const auto* codes = [] {
    auto* map = new std::unordered_map<std::string_view, OpCode>;
    for (int i = 0; i < kNumOpCodes; ++i) map->emplace(kNames[i], static_cast<OpCode>(i));
    return map;
  }();
  auto found = codes->find(name);
  if (found == codes->end()) return std::nullopt;
  return found->second;
}

const OpRow& row(OpCode code) {
  static const std::vector<OpRow> rows = all_rows();
  return rows[static_cast<size_t>(code)];
}

Inferred infer_results(const OpView& view) {
  const OpRow& r = row(view.op.code);
  if (r.num_operands >= 0 && view.num_operands() != r.num_operands) {
    return Inferred::no(fmt::format("takes {} operand{}, not {}", r.num_operands,
                                    r.num_operands == 1 ? "" : "s", view.num_operands()));
  }
  const int num_regions = static_cast<int>(view.op.regions.size());
  if (r.num_regions >= 0 && num_regions != r.num_regions) {
    return Inferred::no(fmt::format("takes {} region{}, not {}", r.num_regions,
                                    r.num_regions == 1 ? "" : "s", num_regions));
  }
  Inferred inferred = r.infer(view);
  for (const TensorType& type : inferred.types) {
    if (!fits_in_memory_model(type)) {
      return Inferred::no("the result has more bytes than a 64-bit integer can count");
    }
  }
  return inferred;
}

IndexStructure index_structure(const OpView& view) { return row(view.op.code).index(view); }

Work work(const OpView& view) {
  const OpRow& r = row(view.op.code);
  if (r.work) return r.work(view);
  Work w;
  if (r.flops_per_point > 0) w.flops = r.flops_per_point * index_structure(view).num_points();
  for (int i = 0; i < view.num_operands(); ++i) w.bytes_read += view.operand(i).num_bytes();
  for (int i = 0; i < view.num_results(); ++i) w.bytes_written += view.result(i).num_bytes();
  return w;
}

core::NumberFormat product_format(const OpView& view) {
  using enum core::NumberFormat;
  const auto is_default = [](const auto* attrs) {
    return !attrs || (attrs->precision[0] == Precision::kDefault &&
                      attrs->precision[1] == Precision::kDefault);
  };
  if (view.num_operands() == 0) return kF32;
  switch (view.operand(0).element) {
    case ElementType::kF64:
      return kF64;
    case ElementType::kBF16:
      return kBF16;
    case ElementType::kF16:
      return kF16;
    case ElementType::kF32:
      return is_default(std::get_if<DotAttrs>(&view.op.attrs)) &&
                     is_default(std::get_if<ConvolutionAttrs>(&view.op.attrs))
                 ? kTF32
                 : kF32;
    default:
      return kF32;
  }
}

void flat_gradient(Backward&) {}

bool is_product(OpCode code) { return row(code).work_class == WorkClass::kProduct; }

bool is_view_or_cast(LayerKind layer) {
  return layer == LayerKind::kReshape || layer == LayerKind::kTranspose ||
         layer == LayerKind::kSlice || layer == LayerKind::kCast;
}

std::optional<Reducer> recognized_reducer(const Region& region) {
  if (region.arguments.size() != 2 || region.ops.size() != 1 || region.results.size() != 1) {
    return std::nullopt;
  }
  const Op& op = region.ops[0];
  if (op.results.size() != 1 || op.results[0] != region.results[0]) return std::nullopt;
  const auto& a = region.arguments;
  if (op.operands != std::vector{a[0], a[1]} && op.operands != std::vector{a[1], a[0]}) {
    return std::nullopt;
  }
  switch (op.code) {
    case OpCode::kAdd:
      return Reducer::kSum;
    case OpCode::kMultiply:
      return Reducer::kProduct;
    case OpCode::kMinimum:
      return Reducer::kMin;
    case OpCode::kMaximum:
      return Reducer::kMax;
    case OpCode::kAnd:
      return Reducer::kAnd;
    case OpCode::kOr:
      return Reducer::kOr;
    case OpCode::kXor:
      return Reducer::kXor;
    default:
      return std::nullopt;
  }
}

bool in_class(ElementType type, unsigned classes) {
  if (is_float(type)) return classes & kFloats;
  if (is_bool(type)) return classes & kBools;
  return classes & (is_signed(type) ? kSignedInts : kUnsignedInts);
}

std::string describe(unsigned classes) {
  std::vector<std::string_view> words;
  if (classes & kFloats) words.push_back("float");
  if ((classes & kInts) == kInts) {
    words.push_back("integer");
  } else if (classes & kSignedInts) {
    words.push_back("signed integer");
  } else if (classes & kUnsignedInts) {
    words.push_back("unsigned integer");
  }
  if (classes & kBools) words.push_back("boolean");
  return fmt::format("{}", fmt::join(words, " or "));
}

bool are_distinct_dims(const Dims& dims, int64_t num_dims) {
  std::vector<bool> seen(num_dims);
  for (int64_t d : dims) {
    if (d < 0 || d >= num_dims || seen[d]) return false;
    seen[d] = true;
  }
  return true;
}

bool contains(const Dims& dims, int64_t d) {
  return std::find(dims.begin(), dims.end(), d) != dims.end();
}

Dims remaining_dims(int64_t num_dims, const Dims& a, const Dims& b, const Dims& c) {
  Dims rest;
  for (int64_t d = 0; d < num_dims; ++d) {
    if (!contains(a, d) && !contains(b, d) && !contains(c, d)) rest.push_back(d);
  }
  return rest;
}

std::string to_string(const Dims& dims) { return fmt::format("[{}]", fmt::join(dims, ", ")); }

std::string region_fault(const OpView& view, int region, const std::vector<TensorType>& arguments,
                         const std::vector<TensorType>& results) {
  auto list = [](const auto& types) {
    std::vector<std::string> words;
    for (const TensorType& t : types) words.push_back(t.to_string());
    return fmt::format("({})", fmt::join(words, ", "));
  };
  auto types_of = [&](const std::vector<ValueId>& values) {
    std::vector<TensorType> types;
    for (ValueId v : values) types.push_back(view.type(v));
    return types;
  };
  const Region& body = view.region(region);
  const auto actual_arguments = types_of(body.arguments), actual_results = types_of(body.results);
  if (actual_arguments == arguments && actual_results == results) return {};
  return fmt::format("region {} must be {} -> {}, not {} -> {}", region, list(arguments),
                     list(results), list(actual_arguments), list(actual_results));
}

int64_t dilated_extent(int64_t extent, int64_t dilation) {
  return extent == 0 ? 0 : (extent - 1) * dilation + 1;
}

int64_t num_windows(int64_t padded_extent, int64_t dilated_window, int64_t stride) {
  if (padded_extent <= 0 || dilated_window > padded_extent) return 0;
  return (padded_extent - dilated_window) / stride + 1;
}

int add_axis(IndexStructure& index, int64_t extent, AxisKind kind, Reducer reducer) {
  index.axes.push_back({.extent = extent, .kind = kind, .reducer = reducer});
  return static_cast<int>(index.axes.size()) - 1;
}

DimIndex just(int axis) { return {.terms = {{axis, 1}}}; }

TensorIndex add_axes(IndexStructure& index, const Shape& shape, AxisKind kind) {
  TensorIndex tensor;
  for (int64_t extent : shape) tensor.push_back(just(add_axis(index, extent, kind)));
  return tensor;
}

IndexStructure opaque_index(const OpView& view) {
  IndexStructure index;
  for (int i = 0; i < view.num_operands(); ++i) {
    index.operands.push_back(add_axes(index, view.operand(i).shape, AxisKind::kOpaque));
  }
  for (int i = 0; i < view.num_results(); ++i) {
    index.results.push_back(add_axes(index, view.result(i).shape, AxisKind::kOpaque));
  }
  return index;
}

IndexStructure elementwise_index(const OpView& view) {
  IndexStructure index;
  index.results.push_back(add_axes(index, view.result(0).shape));
  for (int i = 0; i < view.num_operands(); ++i) {
    const bool follows = view.operand(i).num_dims() == view.result(0).num_dims();
    index.operands.push_back(follows ? index.results[0] : TensorIndex{});
  }
  return index;
}

}  // namespace motley::tensor
