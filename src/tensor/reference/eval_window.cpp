// reduce_window and select_and_scatter.
//
// Along one dimension the window at output index o sees the padded and dilated positions
//
//     o * stride + w * window_dilation - pad_low,   w = 0, 1, ..., window - 1
//
// some of which are padding or lie between dilated elements. The others form an arithmetic
// progression of input indices: a Run.
#include <algorithm>

#include "tensor/reference/cells.h"
#include "tensor/reference/eval_reduction.h"
#include "tensor/reference/index_iterator.h"
#include "tensor/reference/reduce_cells.h"
#include "tensor/reference/scalar_body.h"

namespace motley::tensor::reference {
namespace {

struct Run {
  int64_t first = 0, step = 1, count = 0;
};

// The input index under window position w, or -1.
int64_t input_index(const ReduceWindowAttrs& a, size_t d, int64_t o, int64_t w, int64_t extent) {
  const int64_t position = o * a.strides[d] + w * a.window_dilations[d] - a.pad_low[d];
  if (position < 0 || position % a.base_dilations[d] != 0) return -1;
  const int64_t index = position / a.base_dilations[d];
  return index < extent ? index : -1;
}

// For each output index along dimension d, the input indices its window sees. Cost: the number of
// outputs times the window, for one dimension alone.
std::vector<Run> runs_along(const ReduceWindowAttrs& a, size_t d, int64_t outputs, int64_t extent) {
  std::vector<Run> runs(outputs);
  for (int64_t o = 0; o < outputs; ++o) {
    Run& run = runs[o];
    for (int64_t w = 0; w < a.window[d]; ++w) {
      const int64_t index = input_index(a, d, o, w, extent);
      if (index < 0) continue;
      if (run.count == 0) run.first = index;
      if (run.count == 1) run.step = index - run.first;
      ++run.count;
    }
  }
  return runs;
}

bool is_plain(const ReduceWindowAttrs& a, size_t d) {
  return a.window[d] == 1 && a.strides[d] == 1 && a.base_dilations[d] == 1 && a.pad_low[d] == 0 &&
         a.pad_high[d] == 0;
}

// Whether each window reaches from one end of the dimension to its own position (a cumulative sum),
// as JAX prints it. +1: from the front, -1: from the back, 0: neither.
int cumulative_direction(const ReduceWindowAttrs& a, size_t d, int64_t extent) {
  if (a.window[d] != extent || a.strides[d] != 1 || a.base_dilations[d] != 1 ||
      a.window_dilations[d] != 1) {
    return 0;
  }
  if (a.pad_low[d] == extent - 1 && a.pad_high[d] == 0) return 1;
  if (a.pad_low[d] == 0 && a.pad_high[d] == extent - 1) return -1;
  return 0;
}

// The only dimension with a nontrivial window, if there is exactly one; -1 otherwise.
int64_t only_windowed_dim(const ReduceWindowAttrs& a) {
  int64_t found = -1;
  for (size_t d = 0; d < a.window.size(); ++d) {
    if (is_plain(a, d)) continue;
    if (found >= 0) return -1;
    found = static_cast<int64_t>(d);
  }
  return found;
}

// A scan along one dimension: each result is the previous one combined with one more element. Cost:
// one reducer application per element.
std::vector<Literal> reduce_cumulative(const Evaluation& e, Reducer reducer, int64_t dim,
                                       int direction) {
  const ElementType element = e.operand(0).element();
  e.check_scratch(e.operand(0).num_elements());
  std::vector<Cell> cells = cells_of(e.operand(0));
  const Shape& shape = e.operand(0).shape();
  const int64_t extent = shape[dim];
  const int64_t inner = row_major_strides(shape)[dim];
  const int64_t outer =
      extent * inner == 0 ? 0 : static_cast<int64_t>(cells.size()) / (extent * inner);
  const ElementType step = step_type(element, {extent});
  std::vector<Cell> sums(inner);
  for (int64_t o = 0; o < outer; ++o) {
    std::fill(sums.begin(), sums.end(), load_cell(element, e.operand(1).data(), 0));
    for (int64_t i = 0; i < extent; ++i) {
      Cell* row = &cells[(o * extent + (direction > 0 ? i : extent - 1 - i)) * inner];
      reduce_cells(reducer, step, sums.data(), row, inner, {.accumulator = 1});
      std::copy(sums.begin(), sums.end(), row);
    }
  }
  return one_result(literal_of(e.view.result(0), cells));
}

// A known reducer. Padding is skipped: it holds the initial value, which is the identity. Trailing
// dimensions without windows are reduced a row at a time; without them, a run at a time.
std::vector<Literal> reduce_windows_by_reducer(const Evaluation& e, Reducer reducer) {
  const auto& a = e.view.get<ReduceWindowAttrs>();
  const ElementType element = e.operand(0).element();
  e.check_scratch(e.operand(0).num_elements() + e.view.result(0).num_elements());
  const std::vector<Cell> cells = cells_of(e.operand(0));
  const Shape& shape = e.operand(0).shape();
  const Shape& result_shape = e.view.result(0).shape;
  std::vector<Cell> sums(e.view.result(0).num_elements(),
                         load_cell(element, e.operand(1).data(), 0));

  const ElementType rounding = step_type(element, a.window);

  size_t windowed = shape.size();
  int64_t row = 1;
  while (windowed > 1 && is_plain(a, windowed - 1)) row *= shape[--windowed];
  if (sums.empty() || windowed == 0) {
    if (windowed == 0) reduce_cells(reducer, rounding, sums.data(), cells.data(), 1, {});
    return one_result(literal_of(e.view.result(0), sums));
  }
  std::vector<std::vector<Run>> runs;
  for (size_t d = 0; d < windowed; ++d) {
    runs.push_back(runs_along(a, d, result_shape[d], shape[d]));
  }
  const std::vector<int64_t> strides = row_major_strides(shape);
  const size_t last = windowed - 1;
  Cell* sum = sums.data();
  Shape counts(last);
  std::vector<int64_t> steps(last);
  for (IndexIterator out(Shape(result_shape.begin(), result_shape.begin() + windowed)); !out.done();
       out.next(), sum += row) {
    int64_t first = 0;
    for (size_t d = 0; d < last; ++d) {
      const Run& run = runs[d][out.index()[d]];
      counts[d] = run.count;
      steps[d] = run.step * strides[d];
      first += run.first * strides[d];
    }
    const Run& inner = runs[last][out.index()[last]];
    for (IndexIterator in(counts); !in.done(); in.next()) {
      const Cell* from =
          cells.data() + first + linear_offset(in.index(), steps) + inner.first * strides[last];
      const int64_t step = inner.step * strides[last];
      if (row == 1) {
        reduce_cells(reducer, rounding, sum, from, inner.count, {.input = step});
        continue;
      }
      for (int64_t i = 0; i < inner.count; ++i) {
        reduce_cells(reducer, rounding, sum, from + i * step, row, {.accumulator = 1});
      }
    }
  }
  return one_result(literal_of(e.view.result(0), sums));
}

// Any body and any number of tensors: every window position in row-major order; positions that are
// not elements hold the initial values.
std::vector<Literal> reduce_windows_by_body(const Evaluation& e) {
  const auto& a = e.view.get<ReduceWindowAttrs>();
  const int n = e.view.num_operands() / 2;
  const Shape& shape = e.operand(0).shape();
  const std::vector<int64_t> strides = row_major_strides(shape);
  std::vector<Literal> results;
  for (int i = 0; i < n; ++i) results.push_back(Literal::zeros(e.view.result(i)));
  std::vector<Cell> initial;
  for (int i = 0; i < n; ++i) {
    initial.push_back(load_cell(e.operand(n + i).element(), e.operand(n + i).data(), 0));
  }

  ScalarBody body(e.runner, e.view.region(0));
  int64_t result_index = 0;
  for (IndexIterator out(results[0].shape()); !out.done(); out.next(), ++result_index) {
    for (int i = 0; i < n; ++i) *body.argument(i) = initial[i];
    for (IndexIterator in(a.window); !in.done(); in.next()) {
      bool inside = true;
      int64_t offset = 0;
      for (size_t d = 0; d < shape.size() && inside; ++d) {
        const int64_t index = input_index(a, d, out.index()[d], in.index()[d], shape[d]);
        inside = index >= 0;
        offset += index * strides[d];
      }
      for (int i = 0; i < n; ++i) {
        const Literal& operand = e.operand(i);
        *body.argument(n + i) =
            inside ? load_cell(operand.element(), operand.data(), offset) : initial[i];
      }
      body.run();
      body.feed_back(n);
    }
    for (int i = 0; i < n; ++i) {
      store_cell(results[i].element(), results[i].data(), result_index, *body.argument(i));
    }
  }
  return results;
}

// Whether combining with the initial value once more changes nothing.
bool is_neutral(Reducer reducer, const Literal& initial) {
  if (reducer == Reducer::kMin || reducer == Reducer::kMax || reducer == Reducer::kAnd ||
      reducer == Reducer::kOr) {
    return true;
  }
  const Cell cell = load_cell(initial.element(), initial.data(), 0);
  const Cell identity = identity_cell(reducer, initial.element());
  return is_float(initial.element()) ? cell.f == identity.f : cell.u == identity.u;
}

}  // namespace

std::vector<Literal> evaluate_reduce_window(Evaluation& e) {
  const auto& a = e.view.get<ReduceWindowAttrs>();
  const auto reducer = recognized_reducer(e.view.region(0));
  if (e.view.num_operands() != 2 || !reducer || !is_neutral(*reducer, e.operand(1))) {
    return reduce_windows_by_body(e);
  }
  if (const int64_t dim = only_windowed_dim(a); dim >= 0) {
    const int direction = cumulative_direction(a, dim, e.operand(0).shape()[dim]);
    if (direction != 0) return reduce_cumulative(e, *reducer, dim, direction);
  }
  return reduce_windows_by_reducer(e, *reducer);
}

// Each source element goes to the position its window selects: the first element that `select`
// prefers to every later one. Padding is never selected; a window without elements drops its
// source. At most one window's worth of sources is combined at one position.
std::vector<Literal> evaluate_select_and_scatter(Evaluation& e) {
  const auto& attrs = e.view.get<SelectAndScatterAttrs>();
  const Literal &operand = e.operand(0), &source = e.operand(1), &initial = e.operand(2);
  const Shape& shape = operand.shape();
  const Dims ones(shape.size(), 1);
  const ReduceWindowAttrs window{attrs.window, attrs.strides, ones,
                                 ones,         attrs.pad_low, attrs.pad_high};
  std::vector<std::vector<Run>> runs;
  for (size_t d = 0; d < shape.size(); ++d) {
    runs.push_back(runs_along(window, d, source.shape()[d], shape[d]));
  }

  const std::vector<int64_t> strides = row_major_strides(shape);
  e.check_scratch(2 * operand.num_elements() + source.num_elements());
  const std::vector<Cell> elements = cells_of(operand), sources = cells_of(source);
  std::vector<Cell> results(elements.size(), load_cell(initial.element(), initial.data(), 0));
  ScalarBody select(e.runner, e.view.region(0)), scatter(e.runner, e.view.region(1));
  const auto reducer = recognized_reducer(e.view.region(1));
  const ElementType step = step_type(operand.element(), attrs.window);
  const Cell* next = sources.data();
  Shape counts(shape.size());
  for (IndexIterator out(source.shape()); !out.done(); out.next(), ++next) {
    int64_t first = 0;
    for (size_t d = 0; d < shape.size(); ++d) {
      const Run& run = runs[d][out.index()[d]];
      counts[d] = run.count;
      first += run.first * strides[d];
    }
    int64_t selected = -1;
    for (IndexIterator in(counts); !in.done(); in.next()) {
      const int64_t candidate = first + linear_offset(in.index(), strides);
      if (selected >= 0) {
        *select.argument(0) = elements[selected];
        *select.argument(1) = elements[candidate];
        select.run();
        if (select.result(0)->u != 0) continue;
      }
      selected = candidate;
    }
    if (selected < 0) continue;
    if (reducer) {
      reduce_cells(*reducer, step, &results[selected], next, 1, {});
    } else {
      *scatter.argument(0) = results[selected];
      *scatter.argument(1) = *next;
      scatter.run();
      results[selected] = *scatter.result(0);
    }
  }
  return one_result(literal_of(e.view.result(0), results));
}

}  // namespace motley::tensor::reference
