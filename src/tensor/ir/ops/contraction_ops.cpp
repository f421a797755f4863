// Matrix products, convolutions and linear solves.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/base/integer.h"
#include "tensor/ir/gradient.h"
#include "tensor/ir/ops/localize.h"
#include "tensor/ir/ops/rows.h"

namespace motley::tensor {
namespace {

// --- dot_general -----------------------------------------------------------------------------

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
      is_bool(lhs.element) != is_bool(rhs.element) ||
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

// --- convolution -----------------------------------------------------------------------------

// Whether two named dimensions and the spatial ones number each dimension of a tensor once.
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
    constexpr int64_t kLimit = int64_t{1} << 40;  // keeps the sums below from overflowing
    const int64_t extent = input.shape[c.input_spatial[i]],
                  window = kernel.shape[c.kernel_spatial[i]];
    bool fits = c.strides[i] >= 1 && c.lhs_dilation[i] >= 1 && c.rhs_dilation[i] >= 1;
    for (int64_t v : {c.strides[i], c.pad_low[i], c.pad_high[i]})
      fits = fits && v < kLimit && v > -kLimit;
    auto lhs = core::checked_multiply(std::max<int64_t>(extent - 1, 0), c.lhs_dilation[i]);
    auto rhs = core::checked_multiply(std::max<int64_t>(window - 1, 0), c.rhs_dilation[i]);
    if (!fits || !lhs || !rhs || *lhs > kLimit || *rhs > kLimit) {
      return Inferred::no(fmt::format("invalid window in spatial dimension {}", i));
    }
    const int64_t padded = dilated_extent(extent, c.lhs_dilation[i]) + c.pad_low[i] + c.pad_high[i];
    if (padded < 0)
      return Inferred::no(
          fmt::format("spatial dimension {} has a negative extent after padding", i));
    shape[c.output_spatial[i]] =
        num_windows(padded, dilated_extent(window, c.rhs_dilation[i]), c.strides[i]);
  }
  return TensorType{c.element, shape};
}

// Input row = (stride * output row + dilation * kernel row - padding) / input dilation.
// The group is an axis of its own: the major factor of the features (or batch) that it divides.
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

// --- triangular_solve, cholesky --------------------------------------------------------------

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

// One multiply-add per element of the triangle (n^2/2) and column of b.
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

// --- Gradients -------------------------------------------------------------------------------

Dims counted(int64_t first, size_t count) {
  Dims dims(count);
  std::iota(dims.begin(), dims.end(), first);
  return dims;
}

// The gradient of one operand of a product: the product of the result's gradient with the other
// operand, contracted over the other operand's free dimensions. The gradient takes the place of
// the operand it is for (`left`: lhs), so that plain matrix products need no transpose:
//   for lhs:  g[b, m, n] x rhs over n -> [b, m, k]
//   for rhs:  lhs x g[b, m, n] over m -> [b, k, n]
Expr gradient_of_side(Backward& r, bool left) {
  const auto& d = r.get<DotAttrs>();
  const Expr mine = r.operand(left ? 0 : 1), g = r.gradient(),
             other = convert(r.operand(left ? 1 : 0), g.element());
  const Dims &my_batch = left ? d.lhs_batch : d.rhs_batch,
             &my_contracting = left ? d.lhs_contracting : d.rhs_contracting;
  const Dims &its_batch = left ? d.rhs_batch : d.lhs_batch,
             &its_contracting = left ? d.rhs_contracting : d.lhs_contracting;
  const Dims my_free = remaining_dims(mine.num_dims(), my_batch, my_contracting);
  const Dims its_free = remaining_dims(other.num_dims(), its_batch, its_contracting);
  const auto num_batch = static_cast<int64_t>(my_batch.size());
  const Dims g_batch = counted(0, my_batch.size());
  const Dims g_its_free =
      counted(num_batch + (left ? static_cast<int64_t>(my_free.size()) : 0), its_free.size());
  DotAttrs attrs{.element = g.element(), .precision = d.precision};
  attrs.lhs_batch = left ? g_batch : its_batch;
  attrs.rhs_batch = left ? its_batch : g_batch;
  attrs.lhs_contracting = left ? g_its_free : its_free;
  attrs.rhs_contracting = left ? its_free : g_its_free;
  if (!left) std::swap(attrs.precision[0], attrs.precision[1]);
  const Expr product = left ? dot_general(g, other, attrs) : dot_general(other, g, attrs);

  // Dimensions of the product: batch, then `mine`'s free ones and the other operand's contracting
  // ones (ascending), in the order of the operands.
  Dims sorted = its_contracting;
  std::sort(sorted.begin(), sorted.end());
  const int64_t free_at = num_batch + (left ? 0 : static_cast<int64_t>(sorted.size()));
  const int64_t contracting_at = num_batch + (left ? static_cast<int64_t>(my_free.size()) : 0);
  Dims place(mine.num_dims());  // where each dimension of `mine` is in the product
  for (int64_t i = 0; i < num_batch; ++i) place[my_batch[i]] = i;
  for (size_t i = 0; i < my_free.size(); ++i) place[my_free[i]] = free_at + static_cast<int64_t>(i);
  for (size_t i = 0; i < my_contracting.size(); ++i) {
    place[my_contracting[i]] =
        contracting_at +
        (std::find(sorted.begin(), sorted.end(), its_contracting[i]) - sorted.begin());
  }
  return convert(transpose(product, place), mine.element());
}

void gradient_dot(Backward& r) {
  r.give(0, [&] { return gradient_of_side(r, true); });
  r.give(1, [&] { return gradient_of_side(r, false); });
}

// Moves the major factor `count` of dimension `from` to become the major factor of dimension
// `into`.
Expr move_groups(Expr x, int64_t from, int64_t into, int64_t count) {
  Shape split = x.shape(), joined = x.shape();
  split[from] /= count;
  split.insert(split.begin() + from, count);
  joined[from] /= count;
  joined[into] *= count;
  Dims order;  // of the split shape, with the groups just before `into`
  for (int64_t d = 0; d < x.num_dims(); ++d) {
    if (d == into) order.push_back(from);
    order.push_back(d < from ? d : d + 1);
  }
  return reshape(transpose(reshape(x, split), order), joined);
}

// The input's gradient: a convolution of the result's gradient with the reversed kernel. Strides
// and input dilation swap roles, and so do the kernel's input and output features.
Expr gradient_of_input(Backward& r) {
  const auto& c = r.get<ConvolutionAttrs>();
  const Expr input = r.operand(0), g = r.gradient();
  Expr kernel = convert(r.operand(1), g.element());
  const int64_t groups = std::max(c.feature_group_count, c.batch_group_count);
  if (groups > 1)
    kernel = move_groups(kernel, c.kernel_output_feature, c.kernel_input_feature, groups);
  ConvolutionAttrs t = c;
  t.input_batch = c.output_batch, t.input_feature = c.output_feature,
  t.input_spatial = c.output_spatial;
  t.kernel_input_feature = c.kernel_output_feature,
  t.kernel_output_feature = c.kernel_input_feature;
  t.output_batch = c.input_batch, t.output_feature = c.input_feature,
  t.output_spatial = c.input_spatial;
  t.strides = c.lhs_dilation, t.lhs_dilation = c.strides;
  t.feature_group_count = groups, t.batch_group_count = 1;
  t.element = g.element();
  for (size_t i = 0; i < c.strides.size(); ++i) {
    const int64_t window = dilated_extent(kernel.extent(c.kernel_spatial[i]), c.rhs_dilation[i]);
    const int64_t from = dilated_extent(input.extent(c.input_spatial[i]), c.lhs_dilation[i]);
    const int64_t to = dilated_extent(g.extent(c.output_spatial[i]), c.strides[i]);
    t.reversal[i] = !c.reversal[i];
    t.pad_low[i] = window - c.pad_low[i] - 1;
    t.pad_high[i] = from + window - 1 - to - t.pad_low[i];
  }
  Expr result = emit(OpCode::kConvolution, {g, kernel}, t);
  if (c.batch_group_count > 1)
    result = move_groups(result, c.input_feature, c.input_batch, c.batch_group_count);
  return convert(result, input.element());
}

// The kernel's gradient: a convolution of the input with the result's gradient. It sums over the
// batch, so batch and features swap roles, and so do strides and kernel dilation.
Expr gradient_of_kernel(Backward& r) {
  const auto& c = r.get<ConvolutionAttrs>();
  const Expr g = r.gradient(), input = convert(r.operand(0), g.element()), kernel = r.operand(1);
  ConvolutionAttrs t = c;
  t.input_batch = c.input_feature, t.input_feature = c.input_batch;
  t.kernel_input_feature = c.output_batch, t.kernel_output_feature = c.output_feature,
  t.kernel_spatial = c.output_spatial;
  t.output_batch = c.kernel_input_feature, t.output_feature = c.kernel_output_feature,
  t.output_spatial = c.kernel_spatial;
  t.strides = c.rhs_dilation, t.rhs_dilation = c.strides;
  t.feature_group_count = c.batch_group_count, t.batch_group_count = c.feature_group_count;
  t.element = g.element();
  Dims reversed;
  for (size_t i = 0; i < c.strides.size(); ++i) {
    const int64_t window = dilated_extent(kernel.extent(c.kernel_spatial[i]), c.rhs_dilation[i]);
    const int64_t from = dilated_extent(input.extent(c.input_spatial[i]), c.lhs_dilation[i]);
    const int64_t to = dilated_extent(g.extent(c.output_spatial[i]), c.strides[i]);
    t.reversal[i] = false;
    t.pad_high[i] = to + window - from - 1 - c.pad_low[i];
    if (c.reversal[i]) reversed.push_back(c.kernel_spatial[i]);
  }
  const Expr result = emit(OpCode::kConvolution, {input, g}, t);
  return convert(reversed.empty() ? result : reverse(result, reversed), kernel.element());
}

void gradient_convolution(Backward& r) {
  if (r.result().type().num_elements() == 0) return;  // no operand element was read
  r.give(0, [&] { return gradient_of_input(r); });
  r.give(1, [&] { return gradient_of_kernel(r); });
}

// Of the last two dimensions.
Expr matrix_transpose(Expr x) {
  Dims order = counted(0, static_cast<size_t>(x.num_dims()));
  std::swap(order[order.size() - 1], order[order.size() - 2]);
  return transpose(x, order);
}

Expr matrix_product(Expr a, Expr b) {
  const int64_t n = a.num_dims();
  const Dims batch = counted(0, static_cast<size_t>(n - 2));
  return dot_general(
      a, b,
      {batch, batch, {n - 1}, {n - 2}, a.element(), {Precision::kHighest, Precision::kHighest}});
}

// The strictly lower (upper) triangle of x, its diagonal times `diagonal`, zero elsewhere.
Expr triangle(Expr x, bool lower, double diagonal) {
  const TensorType index{ElementType::kI32, x.shape()};
  const Expr row = iota(x.builder(), index, -2), column = iota(x.builder(), index, -1);
  const Expr on_diagonal = compare(row, CompareDirection::kEq, column);
  const Expr inside = compare(row, lower ? CompareDirection::kGt : CompareDirection::kLt, column);
  return select(inside, x, select(on_diagonal, diagonal * x, zeros_like(x)));
}

// With A X = B: gB = A^-T gX and gA = -gB X^T, on A's triangle; mirrored for X A = B.
void gradient_triangular_solve(Backward& r) {
  const auto& t = r.get<TriangularSolveAttrs>();
  const Expr a = r.operand(0), x = r.result();
  TriangularSolveAttrs turned = t;
  turned.transpose_a = !t.transpose_a;
  const Expr to_b = emit(OpCode::kTriangularSolve, {a, r.gradient()}, turned);
  r.give(1, [&] { return to_b; });
  r.give(0, [&] {
    const Expr product = t.left_side ? matrix_product(to_b, matrix_transpose(x))
                                     : matrix_product(matrix_transpose(x), to_b);
    return triangle(-(t.transpose_a ? matrix_transpose(product) : product), t.lower,
                    t.unit_diagonal ? 0 : 1);
  });
}

// A = L L^T: with S = L^-T P(L^T gL) L^-1, P keeping the lower triangle and half of the diagonal,
// gA is S + S^T on the triangle that the op reads, and half of it on the diagonal.
void gradient_cholesky(Backward& r) {
  r.give(0, [&] {
    const bool lower = r.get<CholeskyAttrs>().lower;
    const Expr l = lower ? r.result() : matrix_transpose(r.result());
    const Expr g = triangle(lower ? r.gradient() : matrix_transpose(r.gradient()), true, 1);
    const Expr inner = triangle(matrix_product(matrix_transpose(l), g), true, 0.5);
    const Expr left =
        emit(OpCode::kTriangularSolve, {l, inner}, TriangularSolveAttrs{true, true, false, true});
    const Expr both =
        emit(OpCode::kTriangularSolve, {l, left}, TriangularSolveAttrs{false, true, false, false});
    return triangle(both + matrix_transpose(both), lower, 0.5);
  });
}

}  // namespace

void add_contraction_rows(std::vector<OpRow>& rows) {
  using enum OpCode;
  rows.push_back({.code = kCholesky,
                  .num_operands = 1,
                  .num_regions = 0,
                  .infer = infer_cholesky,
                  .index = index_cholesky,
                  .work_class = WorkClass::kOther,
                  .layer = LayerKind::kOther,
                  .recompute = Recompute::kFromConstants,
                  .work = work_cholesky,
                  .gradient = gradient_cholesky});
  rows.push_back({.code = kConvolution,
                  .num_operands = 2,
                  .num_regions = 0,
                  .infer = infer_convolution,
                  .index = index_convolution,
                  .work_class = WorkClass::kProduct,
                  .layer = LayerKind::kConvolution,
                  .recompute = Recompute::kFromConstants,
                  .flops_per_point = 2,
                  .gradient = gradient_convolution,
                  .localize = localize_convolution});
  rows.push_back({.code = kDotGeneral,
                  .num_operands = 2,
                  .num_regions = 0,
                  .infer = infer_dot,
                  .index = index_dot,
                  .work_class = WorkClass::kProduct,
                  .layer = LayerKind::kMatmul,
                  .recompute = Recompute::kFromConstants,
                  .flops_per_point = 2,
                  .gradient = gradient_dot,
                  .localize = localize_dot});
  rows.push_back({.code = kTriangularSolve,
                  .num_operands = 2,
                  .num_regions = 0,
                  .infer = infer_triangular_solve,
                  .index = index_triangular_solve,
                  .work_class = WorkClass::kOther,
                  .layer = LayerKind::kOther,
                  .recompute = Recompute::kFromConstants,
                  .work = work_triangular_solve,
                  .gradient = gradient_triangular_solve});
}

}  // namespace motley::tensor
