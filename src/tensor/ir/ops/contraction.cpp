// Products: sums over a shared index.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/integer.h"
#include "tensor/ir/ops/rows.h"

namespace motley::tensor {
namespace {

// --- dot_general --------------------------------------------------------------------------------

Inferred infer_dot(const OpView& view) {
  const auto& attrs = view.get<DotAttrs>();
  const TensorType &lhs = view.operand(0), &rhs = view.operand(1);
  auto joined = [](Dims a, const Dims& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  };
  if (attrs.lhs_batch.size() != attrs.rhs_batch.size() ||
      attrs.lhs_contracting.size() != attrs.rhs_contracting.size() ||
      !are_distinct_dims(joined(attrs.lhs_batch, attrs.lhs_contracting), lhs.num_dims()) ||
      !are_distinct_dims(joined(attrs.rhs_batch, attrs.rhs_contracting), rhs.num_dims())) {
    return Inferred::no(fmt::format(
        "batching_dims = {} x {}, contracting_dims = {} x {} do not pair dimensions of {} and {}",
        to_string(attrs.lhs_batch), to_string(attrs.rhs_batch), to_string(attrs.lhs_contracting),
        to_string(attrs.rhs_contracting), lhs.to_string(), rhs.to_string()));
  }
  auto pair_fault = [&](const Dims& left, const Dims& right) -> std::string {
    for (size_t i = 0; i < left.size(); ++i) {
      if (lhs.shape[left[i]] != rhs.shape[right[i]]) {
        return fmt::format("dimension {} of {} and dimension {} of {} differ in extent", left[i],
                           lhs.to_string(), right[i], rhs.to_string());
      }
    }
    return {};
  };
  for (const std::string& fault : {pair_fault(attrs.lhs_batch, attrs.rhs_batch),
                                   pair_fault(attrs.lhs_contracting, attrs.rhs_contracting)}) {
    if (!fault.empty()) return Inferred::no(fault);
  }
  if (is_float(lhs.element) != is_float(rhs.element) ||
      is_float(lhs.element) != is_float(attrs.element) ||
      is_bool(lhs.element) != is_bool(attrs.element)) {
    return Inferred::no(fmt::format("cannot multiply {} and {} into {}", lhs.to_string(),
                                    rhs.to_string(), name(attrs.element)));
  }
  Shape shape;
  for (int64_t d : attrs.lhs_batch) shape.push_back(lhs.shape[d]);
  for (int64_t d : remaining_dims(lhs.num_dims(), attrs.lhs_batch, attrs.lhs_contracting)) {
    shape.push_back(lhs.shape[d]);
  }
  for (int64_t d : remaining_dims(rhs.num_dims(), attrs.rhs_batch, attrs.rhs_contracting)) {
    shape.push_back(rhs.shape[d]);
  }
  return TensorType{attrs.element, shape};
}

IndexStructure index_dot(const OpView& view) {
  const auto& attrs = view.get<DotAttrs>();
  const TensorType &lhs = view.operand(0), &rhs = view.operand(1);
  IndexStructure index;
  TensorIndex left(lhs.num_dims()), right(rhs.num_dims()), result;
  for (size_t i = 0; i < attrs.lhs_batch.size(); ++i) {
    const DimIndex dim = just(add_axis(index, lhs.shape[attrs.lhs_batch[i]]));
    left[attrs.lhs_batch[i]] = right[attrs.rhs_batch[i]] = dim;
    result.push_back(dim);
  }
  for (int64_t d : remaining_dims(lhs.num_dims(), attrs.lhs_batch, attrs.lhs_contracting)) {
    left[d] = just(add_axis(index, lhs.shape[d]));
    result.push_back(left[d]);
  }
  for (int64_t d : remaining_dims(rhs.num_dims(), attrs.rhs_batch, attrs.rhs_contracting)) {
    right[d] = just(add_axis(index, rhs.shape[d]));
    result.push_back(right[d]);
  }
  const bool boolean = is_bool(attrs.element);
  for (size_t i = 0; i < attrs.lhs_contracting.size(); ++i) {
    left[attrs.lhs_contracting[i]] = right[attrs.rhs_contracting[i]] =
        just(add_axis(index, lhs.shape[attrs.lhs_contracting[i]], AxisKind::kReduced,
                      boolean ? Reducer::kOr : Reducer::kSum));
  }
  index.operands = {left, right};
  index.results = {result};
  if (!boolean) index.linear_in = {{0}, {1}};
  return index;
}

// --- convolution --------------------------------------------------------------------------------

// Dimension numbers of one of the three tensors: two named ones and the spatial ones, each once.
bool are_conv_dims(int64_t a, int64_t b, const Dims& spatial, int64_t num_dims) {
  Dims all = spatial;
  all.push_back(a);
  all.push_back(b);
  return static_cast<int64_t>(all.size()) == num_dims && are_distinct_dims(all, num_dims);
}

Inferred infer_convolution(const OpView& view) {
  const auto& c = view.get<ConvolutionAttrs>();
  const TensorType &input = view.operand(0), &kernel = view.operand(1);
  const size_t n = c.input_spatial.size();
  const auto num_dims = static_cast<int64_t>(n) + 2;
  if (input.num_dims() != num_dims || kernel.num_dims() != num_dims ||
      c.kernel_spatial.size() != n || c.output_spatial.size() != n ||
      !are_conv_dims(c.input_batch, c.input_feature, c.input_spatial, num_dims) ||
      !are_conv_dims(c.kernel_input_feature, c.kernel_output_feature, c.kernel_spatial, num_dims) ||
      !are_conv_dims(c.output_batch, c.output_feature, c.output_spatial, num_dims)) {
    return Inferred::no(fmt::format("dim_numbers do not name each dimension of {} and {} once",
                                    input.to_string(), kernel.to_string()));
  }
  for (const Dims* list : {&c.strides, &c.pad_low, &c.pad_high, &c.lhs_dilation, &c.rhs_dilation}) {
    if (list->size() != n)
      return Inferred::no(fmt::format("the window needs {} numbers of each kind", n));
  }
  if (c.reversal.size() != n) return Inferred::no(fmt::format("the window needs {} reversals", n));
  if (is_float(input.element) != is_float(kernel.element) ||
      is_float(input.element) != is_float(c.element) || is_bool(input.element) ||
      is_bool(kernel.element) || is_bool(c.element)) {
    return Inferred::no(fmt::format("cannot multiply {} and {} into {}", input.to_string(),
                                    kernel.to_string(), name(c.element)));
  }
  const int64_t groups = c.feature_group_count, batches = c.batch_group_count;
  const int64_t batch = input.shape[c.input_batch], feature = input.shape[c.input_feature];
  const int64_t kernel_in = kernel.shape[c.kernel_input_feature],
                out = kernel.shape[c.kernel_output_feature];
  if (groups < 1 || batches < 1 || (groups > 1 && batches > 1) || feature % groups != 0 ||
      feature / groups != kernel_in || out % groups != 0 || out % batches != 0 ||
      batch % batches != 0) {
    return Inferred::no(fmt::format(
        "{} features and batch {} do not fit kernel {} in {} feature and {} batch groups", feature,
        batch, kernel.to_string(), groups, batches));
  }
  Shape shape(num_dims);
  shape[c.output_batch] = batch / batches;
  shape[c.output_feature] = out;
  for (size_t i = 0; i < n; ++i) {
    constexpr int64_t kLimit = int64_t{1} << 40;  // so that the sums below cannot overflow
    const int64_t extent = input.shape[c.input_spatial[i]],
                  window = kernel.shape[c.kernel_spatial[i]];
    bool fits = c.strides[i] >= 1 && c.lhs_dilation[i] >= 1 && c.rhs_dilation[i] >= 1;
    for (int64_t v : {c.strides[i], c.pad_low[i], c.pad_high[i]})
      fits = fits && v < kLimit && v > -kLimit;
    auto lhs = core::checked_multiply(std::max<int64_t>(extent - 1, 0), c.lhs_dilation[i]);
    auto rhs = core::checked_multiply(std::max<int64_t>(window - 1, 0), c.rhs_dilation[i]);
    if (!fits || !lhs || !rhs || *lhs > kLimit || *rhs > kLimit) {
      return Inferred::no(fmt::format("no such window in spatial dimension {}", i));
    }
    const int64_t padded = dilated_extent(extent, c.lhs_dilation[i]) + c.pad_low[i] + c.pad_high[i];
    if (padded < 0)
      return Inferred::no(fmt::format("spatial dimension {} is padded to less than nothing", i));
    shape[c.output_spatial[i]] =
        num_windows(padded, dilated_extent(window, c.rhs_dilation[i]), c.strides[i]);
  }
  return TensorType{c.element, shape};
}

// Rows of the input: (stride * output row + dilation * kernel row - padding) / input dilation.
// A group is an axis of its own: the major part of the features (or of the batch) it divides.
IndexStructure index_convolution(const OpView& view) {
  const auto& c = view.get<ConvolutionAttrs>();
  const TensorType &input = view.operand(0), &kernel = view.operand(1);
  const int64_t num_dims = input.num_dims();
  IndexStructure index{.linear_in = {{0}, {1}}};
  TensorIndex in(num_dims), ker(num_dims), out(num_dims);

  const int batch = add_axis(index, input.shape[c.input_batch] / c.batch_group_count);
  in[c.input_batch] = out[c.output_batch] = just(batch);
  const int64_t groups = std::max(c.feature_group_count, c.batch_group_count);
  const int out_feature = add_axis(index, kernel.shape[c.kernel_output_feature] / groups);
  ker[c.kernel_output_feature] = out[c.output_feature] = just(out_feature);
  const int in_feature = add_axis(index, kernel.shape[c.kernel_input_feature], AxisKind::kReduced);
  in[c.input_feature] = ker[c.kernel_input_feature] = just(in_feature);
  if (groups > 1) {
    const int group = add_axis(index, groups);
    const AxisTerm outer{group, index.axes[out_feature].extent};
    ker[c.kernel_output_feature].terms.push_back(outer);
    out[c.output_feature].terms.push_back(outer);
    if (c.feature_group_count > 1) {
      in[c.input_feature].terms.push_back({group, index.axes[in_feature].extent});
    } else {
      in[c.input_batch].terms.push_back({group, index.axes[batch].extent});
    }
  }
  for (size_t i = 0; i < c.input_spatial.size(); ++i) {
    const int64_t window = kernel.shape[c.kernel_spatial[i]];
    const int o = add_axis(index, view.result(0).shape[c.output_spatial[i]]);
    const int k = add_axis(index, window, AxisKind::kReduced);
    out[c.output_spatial[i]] = just(o);
    ker[c.kernel_spatial[i]] = just(k);
    DimIndex& row = in[c.input_spatial[i]];
    const int64_t step = c.reversal[i] ? -c.rhs_dilation[i] : c.rhs_dilation[i];
    row.terms = {{o, c.strides[i]}, {k, step}};
    row.offset = -c.pad_low[i] + (c.reversal[i] ? (window - 1) * c.rhs_dilation[i] : 0);
    row.divisor = c.lhs_dilation[i];
  }
  index.operands = {in, ker};
  index.results = {out};
  return index;
}

// --- triangular_solve, cholesky
// -------------------------------------------------------------------

bool is_square_stack(const TensorType& type) {
  const int n = type.num_dims();
  return is_float(type.element) && n >= 2 && type.shape[n - 1] == type.shape[n - 2];
}

Inferred infer_triangular_solve(const OpView& view) {
  const TensorType &a = view.operand(0), &b = view.operand(1);
  const int n = a.num_dims();
  bool fits = is_square_stack(a) && b.num_dims() == n && b.element == a.element;
  for (int d = 0; fits && d < n - 2; ++d) fits = a.shape[d] == b.shape[d];
  fits =
      fits && b.shape[view.get<TriangularSolveAttrs>().left_side ? n - 2 : n - 1] == a.shape[n - 1];
  if (!fits)
    return Inferred::no(fmt::format("cannot solve {} for {}", a.to_string(), b.to_string()));
  return b;
}

IndexStructure index_triangular_solve(const OpView& view) {
  const TensorType& b = view.operand(1);
  const int n = b.num_dims();
  IndexStructure index{.linear_in = {{1}}};
  const TensorIndex of_b = add_axes(index, b.shape);
  const int solved = view.get<TriangularSolveAttrs>().left_side ? n - 2 : n - 1;
  index.axes[solved].kind = AxisKind::kOpaque;
  TensorIndex of_a(of_b.begin(), of_b.end() - 2);
  for (int i = 0; i < 2; ++i)
    of_a.push_back(just(add_axis(index, b.shape[solved], AxisKind::kOpaque)));
  index.operands = {of_a, of_b};
  index.results = {of_b};
  return index;
}

Inferred infer_cholesky(const OpView& view) {
  if (!is_square_stack(view.operand(0))) {
    return Inferred::no(
        fmt::format("needs square float matrices, not {}", view.operand(0).to_string()));
  }
  return view.operand(0);
}

IndexStructure index_cholesky(const OpView& view) {
  IndexStructure index = elementwise_index(view);
  const size_t n = index.axes.size();
  index.axes[n - 2].kind = index.axes[n - 1].kind = AxisKind::kOpaque;
  return index;
}

// A multiply and an add for each of the n^2/2 elements below the diagonal and each column of b.
Work work_triangular_solve(const OpView& view) {
  const double n = static_cast<double>(view.operand(0).shape.back());
  return {.flops = n * static_cast<double>(view.operand(1).num_elements()),
          .bytes_read = view.operand(0).num_bytes() + view.operand(1).num_bytes(),
          .bytes_written = view.result(0).num_bytes()};
}

Work work_cholesky(const OpView& view) {
  const double n = static_cast<double>(view.operand(0).shape.back());
  return {.flops = n / 3 * static_cast<double>(view.operand(0).num_elements()),
          .bytes_read = view.operand(0).num_bytes(),
          .bytes_written = view.result(0).num_bytes()};
}

}  // namespace

void add_contraction_rows(std::vector<OpRow>& rows) {
  using enum OpCode;
  rows.push_back({.code = kCholesky,
                  .num_operands = 1,
                  .num_regions = 0,
                  .infer = infer_cholesky,
                  .index = index_cholesky,
                  .work = work_cholesky});
  rows.push_back({.code = kConvolution,
                  .num_operands = 2,
                  .num_regions = 0,
                  .infer = infer_convolution,
                  .index = index_convolution,
                  .flops_per_point = 2});
  rows.push_back({.code = kDotGeneral,
                  .num_operands = 2,
                  .num_regions = 0,
                  .infer = infer_dot,
                  .index = index_dot,
                  .flops_per_point = 2});
  rows.push_back({.code = kTriangularSolve,
                  .num_operands = 2,
                  .num_regions = 0,
                  .infer = infer_triangular_solve,
                  .index = index_triangular_solve,
                  .work = work_triangular_solve});
}

}  // namespace motley::tensor
