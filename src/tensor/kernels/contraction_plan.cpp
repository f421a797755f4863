#include <algorithm>
#include <cstdlib>
#include <limits>

#include "tensor/kernels/contraction.h"

namespace motley::tensor {
namespace {

bool is_any_of(const Dims& dims, int64_t d) {
  return std::find(dims.begin(), dims.end(), d) != dims.end();
}

bool continues(const ContractionAxis& outer, const ContractionAxis& inner) {
  return outer.lhs == inner.lhs * inner.extent && outer.rhs == inner.rhs * inner.extent &&
         outer.out == inner.out * inner.extent;
}

// The order of loops is free, so axes are first sorted by stride.
ContractionAxes merged_axes(ContractionAxes axes) {
  std::erase_if(axes, [](const ContractionAxis& axis) { return axis.extent == 1; });
  std::stable_sort(axes.begin(), axes.end(),
                   [](const ContractionAxis& a, const ContractionAxis& b) {
                     if (a.lhs != b.lhs) return std::abs(a.lhs) > std::abs(b.lhs);
                     if (a.rhs != b.rhs) return std::abs(a.rhs) > std::abs(b.rhs);
                     return std::abs(a.out) > std::abs(b.out);
                   });
  ContractionAxes result;
  for (const ContractionAxis& axis : axes) {
    if (!result.empty() && continues(result.back(), axis)) {
      const int64_t extent = result.back().extent * axis.extent;
      result.back() = axis;
      result.back().extent = extent;
    } else {
      result.push_back(axis);
    }
  }
  return result;
}

// Whether rows x columns elements can be passed to a library that requires unit stride along
// columns and rows that do not overlap; returns the leading dimension.
std::optional<int64_t> leading_distance(int64_t rows, int64_t row_stride, int64_t columns,
                                        int64_t column_stride) {
  if (columns > 1 && column_stride != 1) return std::nullopt;
  if (rows == 1) return std::max<int64_t>(1, columns);
  if (row_stride < columns || row_stride > std::numeric_limits<int>::max()) return std::nullopt;
  return row_stride;
}

struct Place {
  bool transposed = false;
  int64_t distance = 1;
};
std::optional<Place> place_of(int64_t rows, int64_t row_stride, int64_t columns,
                              int64_t column_stride) {
  if (const auto ld = leading_distance(rows, row_stride, columns, column_stride))
    return Place{false, *ld};
  if (const auto ld = leading_distance(columns, column_stride, rows, row_stride))
    return Place{true, *ld};
  return std::nullopt;
}

// The product with these three axes, if the strides allow it.
std::optional<MatrixProduct> product_of(const ContractionAxis& m, const ContractionAxis& n,
                                        const ContractionAxis& k) {
  const auto lhs = place_of(m.extent, m.lhs, k.extent, k.lhs);
  const auto rhs = place_of(k.extent, k.rhs, n.extent, n.rhs);
  const auto out = place_of(m.extent, m.out, n.extent, n.out);
  if (!lhs || !rhs || !out) return std::nullopt;
  for (const ContractionAxis* axis : {&m, &n, &k})
    if (axis->extent > std::numeric_limits<int>::max()) return std::nullopt;
  if (!out->transposed) {
    return MatrixProduct{.m = m,
                         .n = n,
                         .k = k,
                         .a_transposed = lhs->transposed,
                         .b_transposed = rhs->transposed,
                         .lda = lhs->distance,
                         .ldb = rhs->distance,
                         .ldc = out->distance};
  }
  // out^T = rhs^T lhs^T
  return MatrixProduct{.m = n,
                       .n = m,
                       .k = k,
                       .swapped = true,
                       .a_transposed = !rhs->transposed,
                       .b_transposed = !lhs->transposed,
                       .lda = rhs->distance,
                       .ldb = lhs->distance,
                       .ldc = out->distance};
}

// Each axis of a list as the chosen one, and "none of them".
ContractionAxes candidates(const ContractionAxes& axes) {
  ContractionAxes all = axes;
  all.push_back({});
  return all;
}

void append_others(ContractionAxes& to, const ContractionAxes& axes, size_t chosen) {
  for (size_t i = 0; i < axes.size(); ++i)
    if (i != chosen) to.push_back(axes[i]);
}

}  // namespace

int64_t volume(const ContractionAxes& axes) {
  int64_t product = 1;
  for (const ContractionAxis& axis : axes) product *= axis.extent;
  return product;
}

Contraction contraction_of(const KernelRequest& request) {
  const auto& attrs = request.view.get<DotAttrs>();
  const Layout &lhs = request.operands[0], &rhs = request.operands[1], &out = request.results[0];
  Contraction c;
  int next = 0;  // result dimension
  for (size_t i = 0; i < attrs.lhs_batch.size(); ++i) {
    const auto l = static_cast<int>(attrs.lhs_batch[i]), r = static_cast<int>(attrs.rhs_batch[i]);
    const ContractionAxis axis{lhs.extent(l), lhs.strides[l], rhs.strides[r], out.strides[next++]};
    // An axis along which one side is constant is merged: one product with longer rows or columns.
    (axis.rhs == 0 ? c.m : axis.lhs == 0 ? c.n : c.batch).push_back(axis);
  }
  for (int d = 0; d < lhs.num_dims(); ++d) {
    if (is_any_of(attrs.lhs_batch, d) || is_any_of(attrs.lhs_contracting, d)) continue;
    c.m.push_back({.extent = lhs.extent(d), .lhs = lhs.strides[d], .out = out.strides[next++]});
  }
  for (int d = 0; d < rhs.num_dims(); ++d) {
    if (is_any_of(attrs.rhs_batch, d) || is_any_of(attrs.rhs_contracting, d)) continue;
    c.n.push_back({.extent = rhs.extent(d), .rhs = rhs.strides[d], .out = out.strides[next++]});
  }
  for (size_t i = 0; i < attrs.lhs_contracting.size(); ++i) {
    const auto l = static_cast<int>(attrs.lhs_contracting[i]),
               r = static_cast<int>(attrs.rhs_contracting[i]);
    c.k.push_back({.extent = lhs.extent(l), .lhs = lhs.strides[l], .rhs = rhs.strides[r]});
  }
  return merged(c);
}

Contraction merged(const Contraction& c) {
  return {merged_axes(c.batch), merged_axes(c.m), merged_axes(c.n), merged_axes(c.k)};
}

MatrixProduct largest_product(const Contraction& c) {
  const ContractionAxes ms = candidates(c.m), ns = candidates(c.n), ks = candidates(c.k);
  std::optional<MatrixProduct> best;
  size_t best_m = 0, best_n = 0, best_k = 0;
  for (size_t m = 0; m < ms.size(); ++m) {
    for (size_t n = 0; n < ns.size(); ++n) {
      for (size_t k = 0; k < ks.size(); ++k) {
        const auto product = product_of(ms[m], ns[n], ks[k]);
        if (!product || (best && product->volume() <= best->volume())) continue;
        best = product, best_m = m, best_n = n, best_k = k;
      }
    }
  }
  best->outer = c.batch;
  append_others(best->outer, c.m, best_m);
  append_others(best->outer, c.n, best_n);
  append_others(best->outer_k, c.k, best_k);
  return *best;
}

}  // namespace motley::tensor
