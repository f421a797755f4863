#include "tensor/ir/ops/reduction_gradients.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "tensor/ir/gradient.h"
#include "tensor/ir/ops/rows.h"

namespace motley::tensor {

namespace {

// The product of all other elements along a dimension: of those before times of those after.
Expr product_of_others(Expr x, int64_t dim) {
  const int64_t n = x.extent(dim);
  auto running = [&](bool before) {  // exclusive cumulative product
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

// Whether the initial value is known to be the reducer's identity.
bool starts_neutral(const Backward& r, Reducer reducer) {
  return r.constants[1] && *r.constants[1] == identity_of(reducer, r.operand(1).element());
}

}  // namespace

void gradient_reduce(Backward& r) {
  const auto& dims = r.get<ReduceAttrs>().dims;
  const auto reducer = r.num_operands() == 2 ? recognized_reducer(r.op.regions[0]) : std::nullopt;
  const Expr x = r.operand(0), init = r.operand(1);
  if (!reducer) {
    r.inapplicable_reason =
        "only a reduce by sum, product, minimum or maximum over one tensor has a gradient";
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
    case Reducer::kMax:  // elements equal to the extremum share the gradient
      r.give(0, [&] {
        const Expr is_it =
            convert(compare(x, CompareDirection::kEq, stretched(r.result())), x.element());
        const Expr count = sum(is_it, dims);  // zero if only the initial value is the extremum
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
      // Flattens the reduced dimensions into the last one; the initial value is one more factor.
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
      break;  // and, or, xor are not on floats
  }
}

namespace {

// The adjoint of a window sum: each element sums over the windows that contain it.
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

// The gradient of an extremum goes to the first element of the window that equals it.
Expr gradient_of_window_extremum(Backward& r, Reducer reducer) {
  const CompareDirection keeps =
      reducer == Reducer::kMax ? CompareDirection::kGe : CompareDirection::kLe;
  Expr g = r.gradient();
  if (!starts_neutral(r,
                      reducer)) {  // no gradient from windows whose extremum is the initial value
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

// Unrolls a window: the k-th elements of all windows are a strided slice of the padded operand.
// Emits ops per window element, so windows must be small.
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
    // Padding and dilation gaps hold the initial value.
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

  // The operand's gradient: the sum of the elements' gradients, each padded back to its position.
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
    // Padding is cropped; what the op cropped is zero.
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

// Cumulative products from both ends give the product of all other elements.
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

// For dilated windows or operands: all elements equal to the extremum share its gradient.
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

// Whether each window ends, or begins, at its own element and reaches to the edge: cummax.
bool is_cumulative(const ReduceWindowAttrs& w, const Shape& shape) {
  const auto is_one = [](int64_t n) { return n == 1; };
  for (const Dims* steps : {&w.strides, &w.base_dilations, &w.window_dilations}) {
    if (!std::ranges::all_of(*steps, is_one)) return false;
  }
  for (size_t d = 0; d < shape.size(); ++d) {
    const int64_t others = shape[d] - 1, low = w.pad_low[d], high = w.pad_high[d];
    if (others > 0 && w.window[d] == shape[d] && low + high == others && low * high == 0)
      return true;
  }
  return false;
}

}  // namespace

void gradient_reduce_window(Backward& r) {
  const auto& w = r.get<ReduceWindowAttrs>();
  if (r.wanted[1]) {
    r.inapplicable_reason = "the initial value of a reduce_window has no gradient";
    return;
  }
  if (r.result().type().num_elements() == 0) return;
  const auto known = r.num_operands() == 2 ? recognized_reducer(r.op.regions[0]) : std::nullopt;
  const Reducer reducer = known ? *known : Reducer::kXor;  // not differentiable either
  const Dims ones(w.window.size(), 1);
  const bool dilated = w.base_dilations != ones || w.window_dilations != ones;
  if (reducer == Reducer::kSum) {
    r.give(0, [&] { return gradient_of_window_sum(r); });
    return;
  }
  const bool extremum = reducer == Reducer::kMax || reducer == Reducer::kMin;
  if (extremum && is_cumulative(w, r.operand(0).shape())) {
    r.inapplicable_reason =
        "a cumulative maximum or minimum has several gradients where elements are equal: export "
        "JAX's own with the model (grad.mlir)";
    return;
  }
  if (extremum && !dilated) {
    r.give(0, [&] { return gradient_of_window_extremum(r, reducer); });
    return;
  }
  if (!extremum && reducer != Reducer::kProduct) {
    r.inapplicable_reason =
        "only a reduce_window by sum, product, minimum or maximum over one tensor has a gradient";
    return;
  }
  WindowPlaces places(r);
  if (places.count() > WindowPlaces::kMost) {
    r.inapplicable_reason = fmt::format(
        "has a gradient for windows of more than {} elements for sums only", WindowPlaces::kMost);
    return;
  }
  r.give(0, [&] {
    return extremum ? gradient_of_dilated_extremum(r, places)
                    : gradient_of_window_product(r, places);
  });
}

// The source's gradient is that of the selected elements: reduces the windows once more, carrying
// the gradient along with the operand.
void gradient_select_and_scatter(Backward& r) {
  const Region& choice = r.op.regions[0];
  const bool plain = choice.ops.size() == 1 && choice.ops[0].code == OpCode::kCompare &&
                     choice.ops[0].operands == choice.arguments;
  const auto direction =
      plain ? choice.ops[0].get<CompareAttrs>().direction : CompareDirection::kEq;
  const bool largest = direction == CompareDirection::kGe || direction == CompareDirection::kGt;
  const bool smallest = direction == CompareDirection::kLe || direction == CompareDirection::kLt;
  if (recognized_reducer(r.op.regions[1]) != Reducer::kSum || (!largest && !smallest)) {
    r.inapplicable_reason =
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

namespace {

// Scatter-adds values to zeros of the shape of `like`, at index `places` along `dim`; the other
// dimensions are batch dimensions.
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

}  // namespace

// Sorts once more with positions as a further operand, then scatters the gradients to them.
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

}  // namespace motley::tensor
