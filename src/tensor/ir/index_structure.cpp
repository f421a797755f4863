#include "tensor/ir/index_structure.h"

#include <fmt/format.h>

#include <algorithm>

namespace motley::tensor {
namespace {

int64_t floor_divide(int64_t a, int64_t b) { return a / b - (a % b != 0 && a < 0); }

std::string_view name(Reducer reducer) {
  switch (reducer) {
    case Reducer::kSum:
      return "sum";
    case Reducer::kProduct:
      return "product";
    case Reducer::kMin:
      return "min";
    case Reducer::kMax:
      return "max";
    case Reducer::kAnd:
      return "and";
    case Reducer::kOr:
      return "or";
    case Reducer::kXor:
      return "xor";
  }
  return "?";
}

std::string dim_text(const DimIndex& dim) {
  std::string text;
  for (const AxisTerm& term : dim.terms) {
    if (!text.empty()) text += "+";
    if (term.stride != 1) text += fmt::format("{}*", term.stride);
    text += fmt::format("i{}", term.axis);
  }
  if (dim.offset != 0 || text.empty())
    text += fmt::format("{}{}", text.empty() || dim.offset < 0 ? "" : "+", dim.offset);
  if (dim.divisor != 1) text = fmt::format("({})/{}", text, dim.divisor);
  return text;
}

void append_tensors(std::string& text, std::string_view what,
                    const std::vector<TensorIndex>& tensors) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    text += fmt::format("; {} {} [", what, i);
    for (size_t d = 0; d < tensors[i].size(); ++d) {
      text += (d ? ", " : "") + dim_text(tensors[i][d]);
    }
    text += "]";
  }
}

}  // namespace

double IndexStructure::num_points() const {
  double points = 1;
  for (const Axis& axis : axes) {
    if (axis.kind != AxisKind::kLookup) points *= static_cast<double>(axis.extent);
  }
  return points;
}

std::string IndexStructure::to_string() const {
  std::string text = "axes";
  for (size_t i = 0; i < axes.size(); ++i) {
    const Axis& axis = axes[i];
    text += fmt::format(" i{}({}", i, axis.extent);
    if (axis.kind == AxisKind::kReduced) text += fmt::format(",{}", name(axis.reducer));
    if (axis.kind == AxisKind::kLookup) text += ",lookup";
    if (axis.kind == AxisKind::kOpaque) text += ",opaque";
    if (axis.position_matters) text += ",position";
    text += ")";
  }
  append_tensors(text, "operand", operands);
  append_tensors(text, "result", results);
  if (!linear_in.empty()) {
    text += "; linear in";
    for (const auto& set : linear_in) text += fmt::format(" {{{}}}", fmt::join(set, ","));
  }
  if (!counted_once.empty()) text += fmt::format("; once {}", fmt::join(counted_once, ","));
  if (!made_whole.empty()) text += fmt::format("; whole {}", fmt::join(made_whole, ","));
  if (copies) text += "; copies";
  return text;
}

Range touched(const IndexStructure& index, const DimIndex& dim, int axis, Range range) {
  int64_t low = dim.offset, high = dim.offset;  // first and last, before the division
  for (const AxisTerm& term : dim.terms) {
    Range run = term.axis == axis ? range : Range{0, index.axes[term.axis].extent};
    if (run.begin >= run.end) return {0, 0};
    const int64_t a = term.stride * run.begin, b = term.stride * (run.end - 1);
    low += std::min(a, b);
    high += std::max(a, b);
  }
  // Only exact multiples of the divisor touch an element.
  const int64_t first = -floor_divide(-low, dim.divisor), last = floor_divide(high, dim.divisor);
  if (first > last) return {0, 0};
  return {first, last + 1};
}

std::optional<int64_t> period(const IndexStructure& index, const DimIndex& dim, int axis,
                              int64_t dim_extent) {
  if (dim.offset != 0 || dim.divisor != 1) return std::nullopt;
  std::vector<AxisTerm> terms = dim.terms;
  std::stable_sort(terms.begin(), terms.end(),
                   [](const AxisTerm& a, const AxisTerm& b) { return a.stride < b.stride; });
  int64_t expected_stride = 1;
  std::optional<int64_t> found;
  for (const AxisTerm& term : terms) {
    const int64_t extent = index.axes[term.axis].extent;
    if (extent == 1 && term.axis != axis) continue;
    if (term.stride != expected_stride && extent != 1) return std::nullopt;
    expected_stride *= extent;
    if (term.axis == axis) found = term.stride * extent;
  }
  if (expected_stride != dim_extent) return std::nullopt;
  return found;
}

}  // namespace motley::tensor
