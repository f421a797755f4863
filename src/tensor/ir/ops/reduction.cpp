// Many elements into one, windows over elements, and orders of elements.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/integer.h"
#include "tensor/ir/gradient.h"
#include "tensor/ir/ops/rows.h"

namespace motley::tensor {
namespace {

// Operands are n tensors of one shape, then n scalar initial values of their element types; the
// body takes n accumulated and n new scalars and returns n.
std::string reduction_fault(const OpView& view) {
  if (view.num_operands() < 2 || view.num_operands() % 2 != 0)
    return "needs n operands and n initial values";
  const int n = view.num_operands() / 2;
  std::vector<TensorType> scalars;
  for (int i = 0; i < n; ++i) {
    const TensorType &operand = view.operand(i), &init = view.operand(n + i);
    if (operand.shape != view.operand(0).shape) {
      return fmt::format("operands must have one shape, but are {} and {}",
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

// The known reducer of a reduction over one tensor.
std::optional<Reducer> reducer_of(const OpView& view) {
  if (view.num_operands() != 2) return std::nullopt;
  return recognized_reducer(view.region(0));
}

// Initial values enter once, and a sum is linear in operand and initial value together.
void describe_initial_values(const OpView& view, IndexStructure& index) {
  const int n = view.num_operands() / 2;
  for (int i = n; i < 2 * n; ++i) {
    index.operands.emplace_back();
    index.counted_once.push_back(i);
  }
  if (reducer_of(view) == Reducer::kSum && !is_bool(view.operand(0).element))
    index.linear_in = {{0, 1}};
}

// --- reduce
// ---------------------------------------------------------------------------------------

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

// --- reduce_window
// --------------------------------------------------------------------------------

// One dimension of a window; empty where it is legal. All numbers are bounded so that the sums
// of dilated_extent and num_windows cannot overflow.
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
    return fmt::format("no such window in dimension {}", d);
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

// --- select_and_scatter
// ---------------------------------------------------------------------------

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

// Windows that do not overlap can be split from each other; the choice within one is opaque, and
// so is the whole dimension where they overlap.
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

// --- sort, top_k
// ----------------------------------------------------------------------------------

Inferred infer_sort(const OpView& view) {
  if (view.num_operands() == 0) return Inferred::no("needs at least one operand");
  const int64_t dim = view.get<SortAttrs>().dim;
  std::vector<TensorType> results, arguments;
  for (int i = 0; i < view.num_operands(); ++i) {
    const TensorType& type = view.operand(i);
    if (type.shape != view.operand(0).shape) {
      return Inferred::no(fmt::format("operands must have one shape, but are {} and {}",
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

// --- Gradients
// ------------------------------------------------------------------------------------

std::vector<Region> body_of(ProgramBuilder& b, OpCode code, ElementType element) {
  std::vector<Region> regions;
  regions.push_back(binary_region(b, code, element));
  return regions;
}

// The product of all other elements along a dimension: what comes before times what comes after.
Expr product_of_others(Expr x, int64_t dim) {
  const int64_t n = x.extent(dim);
  auto running = [&](bool before) {  // exclusive products from one end
    ReduceWindowAttrs w;
    const Dims ones(x.num_dims(), 1), zeros(x.num_dims(), 0);
    w.window = w.strides = w.base_dilations = w.window_dilations = ones;
    w.pad_low = w.pad_high = zeros;
    w.window[dim] = n;
    (before ? w.pad_low : w.pad_high)[dim] = n;
    (before ? w.pad_high : w.pad_low)[dim] = -1;
    return emit(OpCode::kReduceWindow, {x, constant(x.builder(), Literal::scalar(x.element(), 1))},
                w, body_of(x.builder(), OpCode::kMultiply, x.element()));
  };
  return running(true) * running(false);
}

// Is the initial value known to change nothing?
bool starts_neutral(const Backward& r, Reducer reducer) {
  return r.constants[1] && *r.constants[1] == identity_of(reducer, r.operand(1).element());
}

void gradient_reduce(Backward& r) {
  const auto& dims = r.get<ReduceAttrs>().dims;
  const auto reducer = r.num_operands() == 2 ? recognized_reducer(r.op.regions[0]) : std::nullopt;
  const Expr x = r.operand(0), init = r.operand(1);
  if (!reducer) {
    r.refusal = "only a reduce by sum, product, minimum or maximum over one tensor has a gradient";
    return;
  }
  auto stretched = [&](Expr v) {
    return broadcast(v, x.shape(), remaining_dims(x.num_dims(), dims));
  };
  switch (*reducer) {
    case Reducer::kSum:
      r.give(0, [&] { return stretched(r.gradient()); });
      r.give(1, [&] { return sum_all(r.gradient()); });
      break;
    case Reducer::kMin:
    case Reducer::kMax:  // those that are the extremum share the gradient
      r.give(0, [&] {
        const Expr is_it =
            convert(compare(x, CompareDirection::kEq, stretched(r.result())), x.element());
        const Expr count = sum(is_it, dims);  // zero where the initial value is the extremum
        return is_it * stretched(r.gradient() /
                                 (starts_neutral(r, *reducer) ? count : maximum(count, 1.0)));
      });
      r.give(1, [&] {
        const Expr is_it =
            compare(broadcast(init, r.result().shape(), {}), CompareDirection::kEq, r.result());
        return sum_all(select(is_it, r.gradient(), zeros_like(r.gradient())));
      });
      break;
    case Reducer::kProduct: {
      // One dimension of all that is multiplied, last; the initial value is one more factor.
      const Dims kept = remaining_dims(x.num_dims(), dims);
      Dims order = kept, inverse(x.num_dims());
      order.insert(order.end(), dims.begin(), dims.end());
      for (size_t d = 0; d < order.size(); ++d) inverse[order[d]] = static_cast<int64_t>(d);
      const Expr moved = transpose(x, order);
      Shape flat = r.result().shape();
      flat.push_back(-1);
      r.give(0, [&] {
        const Expr others = transpose(
            reshape(product_of_others(reshape(moved, flat), static_cast<int64_t>(kept.size())),
                    moved.shape()),
            inverse);
        return others * stretched(r.gradient() * broadcast(init, r.result().shape(), {}));
      });
      r.give(1, [&] { return sum_all(r.gradient() * reduce(x, Reducer::kProduct, dims)); });
      break;
    }
    default:
      break;  // and, or, xor: no floats
  }
}

// The sum over windows turned round: each element collects from the windows it was in.
Expr gradient_of_window_sum(Backward& r) {
  const auto& w = r.get<ReduceWindowAttrs>();
  const Expr x = r.operand(0), g = r.gradient();
  const size_t n = w.window.size();
  Dims low(n), high(n), interior(n);
  for (size_t d = 0; d < n; ++d) {
    const auto dim = static_cast<int64_t>(d);
    const int64_t window = dilated_extent(w.window[d], w.window_dilations[d]);
    low[d] = window - w.pad_low[d] - 1;
    high[d] = dilated_extent(x.extent(dim), w.base_dilations[d]) + window - 1 -
              dilated_extent(g.extent(dim), w.strides[d]) - low[d];
    interior[d] = w.strides[d] - 1;
  }
  const Expr zero = constant(r.builder, Literal::zeros(x.type().scalar()));
  const Dims ones(n, 1), zeros(n, 0);
  return emit(OpCode::kReduceWindow, {pad(g, zero, low, high, interior), zero},
              ReduceWindowAttrs{w.window, w.base_dilations, ones, w.window_dilations, zeros, zeros},
              body_of(r.builder, OpCode::kAdd, x.element()));
}

// An extremum's gradient goes to the first element of the window that has it.
Expr gradient_of_window_extremum(Backward& r, Reducer reducer) {
  const CompareDirection keeps =
      reducer == Reducer::kMax ? CompareDirection::kGe : CompareDirection::kLe;
  Expr g = r.gradient();
  if (!starts_neutral(
          r, reducer)) {  // windows in which the initial value is the extremum give nothing
    g = select(compare(r.result(), CompareDirection::kEq, broadcast(r.operand(1), g.shape(), {})),
               zeros_like(g), g);
  }
  const auto& w = r.get<ReduceWindowAttrs>();
  const TensorType scalar = r.operand(0).type().scalar();
  const auto a = r.builder.begin_region({scalar, scalar});
  const ValueId choice =
      r.builder.add_one(OpCode::kCompare, {a[0], a[1]}, CompareAttrs{keeps, CompareKind::kFloat});
  std::vector<Region> regions;
  regions.push_back(r.builder.end_region({choice}));
  regions.push_back(binary_region(r.builder, OpCode::kAdd, scalar.element));
  return emit(
      OpCode::kSelectAndScatter, {r.operand(0), g, constant(r.builder, Literal::zeros(scalar))},
      SelectAndScatterAttrs{w.window, w.strides, w.pad_low, w.pad_high}, std::move(regions));
}

// Any window, element by element: the k-th elements of all windows are a strided slice of the
// padded operand. Ops for each place in the window, so windows must be small.
class WindowPlaces {
 public:
  static constexpr int64_t kMost = 256;

  explicit WindowPlaces(Backward& r)
      : r_(r), w_(r.get<ReduceWindowAttrs>()), n_(w_.window.size()) {}

  int64_t count() const { return TensorType{ElementType::kI8, w_.window}.num_elements(); }

  // The k-th element of every window, for each k, in the shape of the result.
  std::vector<Expr> elements() {
    Dims interior(n_);
    for (size_t d = 0; d < n_; ++d) interior[d] = w_.base_dilations[d] - 1;
    // Padding and holes hold the initial value.
    const Expr padded = pad(r_.operand(0), r_.operand(1), w_.pad_low, w_.pad_high, interior);
    padded_shape_ = padded.shape();
    std::vector<Expr> elements;
    for (int64_t k = 0; k < count(); ++k) {
      const Dims start = start_of(k);
      Dims limit(n_);
      for (size_t d = 0; d < n_; ++d) {
        limit[d] = start[d] + dilated_extent(r_.result().extent(dim(d)), w_.strides[d]);
      }
      elements.push_back(slice(padded, start, limit, w_.strides));
    }
    return elements;
  }

  // The operand's gradient from those of the elements: each goes back to its place.
  Expr collected(const std::vector<Expr>& gradients) {
    const Expr zero = constant(r_.builder, Literal::zeros(r_.operand(0).type().scalar()));
    std::optional<Expr> total;
    for (int64_t k = 0; k < count(); ++k) {
      const Dims start = start_of(k);
      Dims high(n_), gaps(n_);
      for (size_t d = 0; d < n_; ++d) {
        gaps[d] = w_.strides[d] - 1;
        high[d] = padded_shape_[d] - start[d] -
                  dilated_extent(gradients[k].extent(dim(d)), w_.strides[d]);
      }
      const Expr placed = pad(gradients[k], zero, start, high, gaps);
      total = total ? *total + placed : placed;
    }
    // What was padded on is cut off, what was cut off is zero.
    Dims low(n_), high(n_);
    for (size_t d = 0; d < n_; ++d) low[d] = -w_.pad_low[d], high[d] = -w_.pad_high[d];
    const Expr own = pad(*total, zero, low, high, Dims(n_, 0));
    return slice(own, Dims(n_, 0), own.shape(), w_.base_dilations);
  }

 private:
  static int64_t dim(size_t d) { return static_cast<int64_t>(d); }
  Dims start_of(int64_t k) const {
    Dims start(n_);
    for (size_t d = n_; d-- > 0; k /= w_.window[d])
      start[d] = k % w_.window[d] * w_.window_dilations[d];
    return start;
  }

  Backward& r_;
  const ReduceWindowAttrs& w_;
  const size_t n_;
  Shape padded_shape_;
};

// Running products from both ends give the product of all others.
Expr gradient_of_window_product(Backward& r, WindowPlaces& places) {
  const std::vector<Expr> factors = places.elements();
  std::vector<Expr> gradients, after(factors.size(), full_like(r.result(), 1));
  for (size_t k = factors.size() - 1; k-- > 0;) after[k] = after[k + 1] * factors[k + 1];
  Expr before = broadcast(r.operand(1), r.result().shape(), {});
  for (size_t k = 0; k < factors.size(); ++k) {
    gradients.push_back(r.gradient() * before * after[k]);
    before = before * factors[k];
  }
  return places.collected(gradients);
}

// With holes in the window or the operand: all that are the extremum share its gradient.
Expr gradient_of_dilated_extremum(Backward& r, WindowPlaces& places) {
  std::vector<Expr> gradients;
  std::optional<Expr> count;
  for (const Expr& element : places.elements()) {
    gradients.push_back(
        convert(compare(element, CompareDirection::kEq, r.result()), element.element()));
    count = count ? *count + gradients.back() : gradients.back();
  }
  const Expr share = r.gradient() / maximum(*count, 1.0);
  for (Expr& g : gradients) g = g * share;
  return places.collected(gradients);
}

void gradient_reduce_window(Backward& r) {
  const auto& w = r.get<ReduceWindowAttrs>();
  if (r.wanted[1]) {
    r.refusal = "the initial value of a reduce_window has no gradient";
    return;
  }
  if (r.result().type().num_elements() == 0) return;
  const auto known = r.num_operands() == 2 ? recognized_reducer(r.op.regions[0]) : std::nullopt;
  const Reducer reducer = known ? *known : Reducer::kXor;  // which has no gradient either
  const Dims ones(w.window.size(), 1);
  const bool dilated = w.base_dilations != ones || w.window_dilations != ones;
  if (reducer == Reducer::kSum) {
    r.give(0, [&] { return gradient_of_window_sum(r); });
    return;
  }
  const bool extremum = reducer == Reducer::kMax || reducer == Reducer::kMin;
  if (extremum && !dilated) {
    r.give(0, [&] { return gradient_of_window_extremum(r, reducer); });
    return;
  }
  if (!extremum && reducer != Reducer::kProduct) {
    r.refusal =
        "only a reduce_window by sum, product, minimum or maximum over one tensor has a gradient";
    return;
  }
  WindowPlaces places(r);
  if (places.count() > WindowPlaces::kMost) {
    r.refusal = fmt::format("has no gradient for windows of more than {} elements, but for sums",
                            WindowPlaces::kMost);
    return;
  }
  r.give(0, [&] {
    return extremum ? gradient_of_dilated_extremum(r, places)
                    : gradient_of_window_product(r, places);
  });
}

// The source's gradient is read back from the place that was selected: the windows are reduced
// once more, carrying the gradient along with the operand.
void gradient_select_and_scatter(Backward& r) {
  const Region& choice = r.op.regions[0];
  const bool plain = choice.ops.size() == 1 && choice.ops[0].code == OpCode::kCompare &&
                     choice.ops[0].operands == choice.arguments;
  const auto direction =
      plain ? choice.ops[0].get<CompareAttrs>().direction : CompareDirection::kEq;
  const bool largest = direction == CompareDirection::kGe || direction == CompareDirection::kGt;
  const bool smallest = direction == CompareDirection::kLe || direction == CompareDirection::kLt;
  if (recognized_reducer(r.op.regions[1]) != Reducer::kSum || (!largest && !smallest)) {
    r.refusal =
        "only a select_and_scatter that adds to the largest or smallest element has a gradient";
    return;
  }
  r.give(1, [&] {
    const auto& w = r.get<SelectAndScatterAttrs>();
    ProgramBuilder& b = r.builder;
    const TensorType scalar = r.operand(0).type().scalar();
    const auto a = b.begin_region({scalar, scalar, scalar, scalar});
    const ValueId stays =
        b.add_one(OpCode::kCompare, {a[0], a[2]}, CompareAttrs{direction, CompareKind::kFloat});
    std::vector<Region> regions;
    const ValueId value = b.add_one(OpCode::kSelect, {stays, a[0], a[2]}),
                  carried = b.add_one(OpCode::kSelect, {stays, a[1], a[3]});
    regions.push_back(b.end_region({value, carried}));
    const Dims ones(w.window.size(), 1);
    const Expr worst = constant(
                   b, identity_of(largest ? Reducer::kMax : Reducer::kMin, scalar.element)),
               zero = constant(b, Literal::zeros(scalar));
    const auto results =
        b.add(OpCode::kReduceWindow, {r.operand(0).id(), r.gradient().id(), worst.id(), zero.id()},
              ReduceWindowAttrs{w.window, w.strides, ones, ones, w.pad_low, w.pad_high},
              std::move(regions));
    return Expr(b, results[1]);
  });
  r.give(2, [&] { return sum_all(r.gradient()); });
}

// Adds values to zeros of `like` at `places` along `dim`; every other dimension runs along.
Expr scatter_along(Expr like, Expr values, Expr places, int64_t dim) {
  const int64_t n = like.num_dims();
  ScatterAttrs s;
  s.inserted_window_dims = {dim};
  s.scatter_dims_to_operand_dims = {dim};
  s.input_batching_dims = remaining_dims(n, {dim});
  s.scatter_indices_batching_dims = s.input_batching_dims;
  s.index_vector_dim = n;
  return emit(OpCode::kScatter, {zeros_like(like), places, values}, s,
              body_of(like.builder(), OpCode::kAdd, like.element()));
}

// Sorts once more with the places as a further operand, and sends each gradient to its place.
void gradient_sort(Backward& r) {
  const auto& s = r.get<SortAttrs>();
  ProgramBuilder& b = r.builder;
  const TensorType places = r.operand(0).type().with_element(ElementType::kI32);
  std::vector<ValueId> operands = r.op.operands;
  operands.push_back(iota(b, places, s.dim).id());
  std::vector<Region> regions;
  regions.push_back(clone_region(b, r.op.regions[0], {places.scalar(), places.scalar()}));
  const auto sorted =
      b.add(OpCode::kSort, operands, SortAttrs{s.dim, s.is_stable}, std::move(regions));
  const Expr place(b, sorted.back());
  for (int i = 0; i < r.num_operands(); ++i) {
    if (!r.result_gradients[i]) continue;
    r.give(i, [&] { return scatter_along(r.operand(i), r.gradient(i), place, s.dim); });
  }
}

void gradient_top_k(Backward& r) {
  r.give(0, [&] {
    return scatter_along(r.operand(0), r.gradient(0), r.result(1), r.operand(0).num_dims() - 1);
  });
}

}  // namespace

void add_reduction_rows(std::vector<OpRow>& rows) {
  using enum OpCode;
  rows.push_back({.code = kReduce,
                  .num_operands = -1,
                  .num_regions = 1,
                  .infer = infer_reduce,
                  .index = index_reduce,
                  .flops_per_point = 1,
                  .gradient = gradient_reduce});
  rows.push_back({.code = kReduceWindow,
                  .num_operands = -1,
                  .num_regions = 1,
                  .infer = infer_reduce_window,
                  .index = index_reduce_window,
                  .flops_per_point = 1,
                  .gradient = gradient_reduce_window});
  rows.push_back({.code = kSelectAndScatter,
                  .num_operands = 3,
                  .num_regions = 2,
                  .infer = infer_select_and_scatter,
                  .index = index_select_and_scatter,
                  .flops_per_point = 1,
                  .gradient = gradient_select_and_scatter});
  rows.push_back({.code = kSort,
                  .num_operands = -1,
                  .num_regions = 1,
                  .infer = infer_sort,
                  .index = index_sort,
                  .work = work_sort,
                  .gradient = gradient_sort});
  rows.push_back({.code = kTopK,
                  .num_operands = 1,
                  .num_regions = 0,
                  .infer = infer_top_k,
                  .index = index_top_k,
                  .work = work_top_k,
                  .gradient = gradient_top_k});
}

}  // namespace motley::tensor
