// Reductions, windows, sorting.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/integer.h"
#include "tensor/ir/ops/reduction_gradients.h"
#include "tensor/ir/ops/rows.h"

namespace motley::tensor {
namespace {

// Checks the operands, n tensors of one shape and n scalar initial values, and the body, which
// takes n accumulated and n new scalars and returns n.
std::string reduction_fault(const OpView& view) {
  if (view.num_operands() < 2 || view.num_operands() % 2 != 0)
    return "needs n operands and n initial values";
  const int n = view.num_operands() / 2;
  std::vector<TensorType> scalars;
  for (int i = 0; i < n; ++i) {
    const TensorType &operand = view.operand(i), &init = view.operand(n + i);
    if (operand.shape != view.operand(0).shape) {
      return fmt::format("operands must have the same shape, but are {} and {}",
                         view.operand(0).to_string(), operand.to_string());
    }
    if (init != operand.scalar()) {
      return fmt::format("the initial value of {} must be {}, not {}", operand.to_string(),
                         operand.scalar().to_string(), init.to_string());
    }
    scalars.push_back(init);
  }
  std::vector<TensorType> arguments = scalars;
  arguments.insert(arguments.end(), scalars.begin(), scalars.end());
  return region_fault(view, 0, arguments, scalars);
}

// The reducer of a reduction of one tensor, if it is a known one.
std::optional<Reducer> reducer_of(const OpView& view) {
  if (view.num_operands() != 2) return std::nullopt;
  return recognized_reducer(view.region(0));
}

// Initial values are counted once; a sum is linear in operand and initial value jointly.
void describe_initial_values(const OpView& view, IndexStructure& index) {
  const int n = view.num_operands() / 2;
  for (int i = n; i < 2 * n; ++i) {
    index.operands.emplace_back();
    index.counted_once.push_back(i);
  }
  if (reducer_of(view) == Reducer::kSum && !is_bool(view.operand(0).element))
    index.linear_in = {{0, 1}};
}

// --- reduce ----------------------------------------------------------------------------------

Inferred infer_reduce(const OpView& view) {
  if (std::string fault = reduction_fault(view); !fault.empty()) return Inferred::no(fault);
  const auto& dims = view.get<ReduceAttrs>().dims;
  if (!are_distinct_dims(dims, view.operand(0).num_dims())) {
    return Inferred::no(fmt::format("dimensions = {} are not dimensions of {}", to_string(dims),
                                    view.operand(0).to_string()));
  }
  std::vector<TensorType> results;
  for (int i = 0; i < view.num_operands() / 2; ++i) {
    Shape shape;
    for (int64_t d : remaining_dims(view.operand(i).num_dims(), dims))
      shape.push_back(view.operand(i).shape[d]);
    results.push_back(view.operand(i).with_shape(shape));
  }
  return results;
}

IndexStructure index_reduce(const OpView& view) {
  const auto& dims = view.get<ReduceAttrs>().dims;
  const auto reducer = reducer_of(view);
  IndexStructure index;
  const TensorIndex operand = add_axes(index, view.operand(0).shape);
  TensorIndex result;
  for (int64_t d : remaining_dims(view.operand(0).num_dims(), dims)) result.push_back(operand[d]);
  for (int64_t d : dims) {
    index.axes[d].kind = reducer ? AxisKind::kReduced : AxisKind::kOpaque;
    index.axes[d].reducer = reducer.value_or(Reducer::kSum);
  }
  const int n = view.num_operands() / 2;
  index.operands.assign(n, operand);
  index.results.assign(n, result);
  describe_initial_values(view, index);
  return index;
}

// --- reduce_window ---------------------------------------------------------------------------

// Checks one dimension of a window; empty if it is valid. Bounds all numbers so that
// dilated_extent and num_windows cannot overflow.
std::string window_fault(int64_t d, int64_t extent, int64_t window, int64_t stride,
                         int64_t base_dilation, int64_t window_dilation, int64_t low,
                         int64_t high) {
  constexpr int64_t kLimit = int64_t{1} << 40;
  auto within = [](std::optional<int64_t> v) { return v && *v<kLimit&& * v> - kLimit; };
  const bool fits = window >= 1 && stride >= 1 && base_dilation >= 1 && window_dilation >= 1 &&
                    within(stride) && within(low) && within(high) &&
                    within(core::checked_multiply(std::max<int64_t>(extent, 1), base_dilation)) &&
                    within(core::checked_multiply(window, window_dilation));
  if (!fits || dilated_extent(extent, base_dilation) + low + high < 0) {
    return fmt::format("invalid window in dimension {}", d);
  }
  return {};
}

Inferred infer_reduce_window(const OpView& view) {
  if (std::string fault = reduction_fault(view); !fault.empty()) return Inferred::no(fault);
  const auto& w = view.get<ReduceWindowAttrs>();
  const Shape& from = view.operand(0).shape;
  for (const Dims* list :
       {&w.window, &w.strides, &w.base_dilations, &w.window_dilations, &w.pad_low, &w.pad_high}) {
    if (list->size() != from.size()) {
      return Inferred::no(fmt::format("the window needs one number per dimension of {}",
                                      view.operand(0).to_string()));
    }
  }
  Shape shape;
  for (size_t d = 0; d < from.size(); ++d) {
    if (std::string fault =
            window_fault(static_cast<int64_t>(d), from[d], w.window[d], w.strides[d],
                         w.base_dilations[d], w.window_dilations[d], w.pad_low[d], w.pad_high[d]);
        !fault.empty()) {
      return Inferred::no(fault);
    }
    shape.push_back(
        num_windows(dilated_extent(from[d], w.base_dilations[d]) + w.pad_low[d] + w.pad_high[d],
                    dilated_extent(w.window[d], w.window_dilations[d]), w.strides[d]));
  }
  std::vector<TensorType> results;
  for (int i = 0; i < view.num_operands() / 2; ++i)
    results.push_back(view.operand(i).with_shape(shape));
  return results;
}

IndexStructure index_reduce_window(const OpView& view) {
  const auto& w = view.get<ReduceWindowAttrs>();
  const auto reducer = reducer_of(view);
  IndexStructure index;
  const TensorIndex result = add_axes(index, view.result(0).shape);
  TensorIndex operand(result.size());
  for (size_t d = 0; d < result.size(); ++d) {
    operand[d] = {.terms = {{static_cast<int>(d), w.strides[d]}},
                  .offset = -w.pad_low[d],
                  .divisor = w.base_dilations[d]};
    if (w.window[d] == 1) continue;
    const int k = add_axis(index, w.window[d], reducer ? AxisKind::kReduced : AxisKind::kOpaque,
                           reducer.value_or(Reducer::kSum));
    operand[d].terms.push_back({k, w.window_dilations[d]});
  }
  const int n = view.num_operands() / 2;
  index.operands.assign(n, operand);
  index.results.assign(n, result);
  describe_initial_values(view, index);
  return index;
}

// --- select_and_scatter ----------------------------------------------------------------------

Inferred infer_select_and_scatter(const OpView& view) {
  const auto& w = view.get<SelectAndScatterAttrs>();
  const TensorType &operand = view.operand(0), &source = view.operand(1);
  const size_t n = operand.shape.size();
  for (const Dims* list : {&w.window, &w.strides, &w.pad_low, &w.pad_high}) {
    if (list->size() != n) {
      return Inferred::no(
          fmt::format("the window needs one number per dimension of {}", operand.to_string()));
    }
  }
  bool fits = source.element == operand.element && source.shape.size() == n &&
              view.operand(2) == operand.scalar();
  for (size_t d = 0; fits && d < n; ++d) {
    if (std::string fault = window_fault(static_cast<int64_t>(d), operand.shape[d], w.window[d],
                                         w.strides[d], 1, 1, w.pad_low[d], w.pad_high[d]);
        !fault.empty()) {
      return Inferred::no(fault);
    }
    fits = source.shape[d] ==
           num_windows(operand.shape[d] + w.pad_low[d] + w.pad_high[d], w.window[d], w.strides[d]);
  }
  if (!fits) {
    return Inferred::no(fmt::format("the windows of {} do not give {} with initial value {}",
                                    operand.to_string(), source.to_string(),
                                    view.operand(2).to_string()));
  }
  const TensorType scalar = operand.scalar(), choice{ElementType::kI1, {}};
  for (const std::string& fault : {region_fault(view, 0, {scalar, scalar}, {choice}),
                                   region_fault(view, 1, {scalar, scalar}, {scalar})}) {
    if (!fault.empty()) return Inferred::no(fault);
  }
  return operand;
}

// Windows that do not overlap are parallel, and the selection within one is opaque. Dimensions with
// overlapping windows are opaque.
IndexStructure index_select_and_scatter(const OpView& view) {
  const auto& w = view.get<SelectAndScatterAttrs>();
  IndexStructure index;
  const TensorIndex source = add_axes(index, view.operand(1).shape);
  TensorIndex operand(source.size());
  for (size_t d = 0; d < source.size(); ++d) {
    operand[d] = {.terms = {{static_cast<int>(d), w.strides[d]}}, .offset = -w.pad_low[d]};
    if (w.window[d] > w.strides[d]) index.axes[d].kind = AxisKind::kOpaque;
    if (w.window[d] == 1) continue;
    operand[d].terms.push_back({add_axis(index, w.window[d], AxisKind::kOpaque), 1});
  }
  index.operands = {operand, source, {}};
  index.results = {operand};
  index.counted_once = {2};
  if (recognized_reducer(view.region(1)) == Reducer::kSum && !is_bool(view.operand(0).element)) {
    index.linear_in = {{1, 2}};
  }
  return index;
}

// --- sort, top_k -----------------------------------------------------------------------------

Inferred infer_sort(const OpView& view) {
  if (view.num_operands() == 0) return Inferred::no("needs at least one operand");
  const int64_t dim = view.get<SortAttrs>().dim;
  std::vector<TensorType> results, arguments;
  for (int i = 0; i < view.num_operands(); ++i) {
    const TensorType& type = view.operand(i);
    if (type.shape != view.operand(0).shape) {
      return Inferred::no(fmt::format("operands must have the same shape, but are {} and {}",
                                      view.operand(0).to_string(), type.to_string()));
    }
    results.push_back(type);
    arguments.insert(arguments.end(), 2, type.scalar());
  }
  if (dim < 0 || dim >= view.operand(0).num_dims()) {
    return Inferred::no(fmt::format("{} has no dimension {}", view.operand(0).to_string(), dim));
  }
  if (std::string fault = region_fault(view, 0, arguments, {{ElementType::kI1, {}}});
      !fault.empty()) {
    return Inferred::no(fault);
  }
  return results;
}

IndexStructure index_sort(const OpView& view) {
  IndexStructure index;
  const TensorIndex dims = add_axes(index, view.operand(0).shape);
  index.axes[view.get<SortAttrs>().dim].kind = AxisKind::kOpaque;
  index.operands.assign(view.num_operands(), dims);
  index.results.assign(view.num_operands(), dims);
  return index;
}

// n log2 n comparisons along the sorted dimension.
double comparisons(const TensorType& type, int64_t extent) {
  return static_cast<double>(type.num_elements()) *
         std::log2(static_cast<double>(std::max<int64_t>(extent, 2)));
}

Work work_sort(const OpView& view) {
  Work w;
  const TensorType& type = view.operand(0);
  w.flops = comparisons(type, type.shape[view.get<SortAttrs>().dim]);
  for (int i = 0; i < view.num_operands(); ++i) w.bytes_read += view.operand(i).num_bytes();
  w.bytes_written = w.bytes_read;
  return w;
}

Inferred infer_top_k(const OpView& view) {
  const int64_t k = view.get<TopKAttrs>().k;
  TensorType values = view.operand(0);
  if (values.is_scalar() || k < 0 || k > values.shape.back()) {
    return Inferred::no(fmt::format("cannot take {} of {}", k, values.to_string()));
  }
  values.shape.back() = k;
  return std::vector{values, values.with_element(ElementType::kI32)};
}

IndexStructure index_top_k(const OpView& view) {
  IndexStructure index;
  TensorIndex operand = add_axes(index, view.operand(0).shape);
  index.axes.back().kind = AxisKind::kOpaque;
  TensorIndex result = operand;
  result.back() = just(add_axis(index, view.result(0).shape.back(), AxisKind::kOpaque));
  index.operands = {operand};
  index.results = {result, result};
  return index;
}

Work work_top_k(const OpView& view) {
  return {.flops = comparisons(view.operand(0), view.get<TopKAttrs>().k),
          .bytes_read = view.operand(0).num_bytes(),
          .bytes_written = view.result(0).num_bytes() + view.result(1).num_bytes()};
}

}  // namespace

void add_reduction_rows(std::vector<OpRow>& rows) {
  using enum OpCode;
  rows.push_back({.code = kReduce,
                  .num_operands = -1,
                  .num_regions = 1,
                  .infer = infer_reduce,
                  .index = index_reduce,
                  .work_class = WorkClass::kFused,
                  .layer = LayerKind::kReduction,
                  .recompute = Recompute::kNever,
                  .flops_per_point = 1,
                  .gradient = gradient_reduce});
  rows.push_back({.code = kReduceWindow,
                  .num_operands = -1,
                  .num_regions = 1,
                  .infer = infer_reduce_window,
                  .index = index_reduce_window,
                  .work_class = WorkClass::kOther,
                  .layer = LayerKind::kPooling,
                  .recompute = Recompute::kNever,
                  .flops_per_point = 1,
                  .gradient = gradient_reduce_window});
  rows.push_back({.code = kSelectAndScatter,
                  .num_operands = 3,
                  .num_regions = 2,
                  .infer = infer_select_and_scatter,
                  .index = index_select_and_scatter,
                  .work_class = WorkClass::kOther,
                  .layer = LayerKind::kOther,
                  .recompute = Recompute::kNever,
                  .flops_per_point = 1,
                  .gradient = gradient_select_and_scatter});
  rows.push_back({.code = kSort,
                  .num_operands = -1,
                  .num_regions = 1,
                  .infer = infer_sort,
                  .index = index_sort,
                  .work_class = WorkClass::kOther,
                  .layer = LayerKind::kOther,
                  .recompute = Recompute::kNever,
                  .work = work_sort,
                  .gradient = gradient_sort});
  rows.push_back({.code = kTopK,
                  .num_operands = 1,
                  .num_regions = 0,
                  .infer = infer_top_k,
                  .index = index_top_k,
                  .work_class = WorkClass::kOther,
                  .layer = LayerKind::kOther,
                  .recompute = Recompute::kFromConstants,
                  .work = work_top_k,
                  .gradient = gradient_top_k});
}

}  // namespace motley::tensor
