// Ops that read or write at indices computed at run time.
//
// A dimension that is indexed by data gets a lookup axis. The axes of the window that is read or
// written are independent of it: which rows they touch is known only at run time.
#include <fmt/format.h>

#include <algorithm>

#include "tensor/ir/gradient.h"
#include "tensor/ir/ops/localize.h"
#include "tensor/ir/ops/rows.h"

namespace motley::tensor {
namespace {

bool is_whole(const TensorType& type, int64_t d, int64_t size) { return type.shape[d] == size; }

// --- dynamic_slice, dynamic_update_slice -----------------------------------------------------

// Operands from `first` on must be integer scalars, one start index per dimension.
std::string starts_fault(const OpView& view, int first) {
  const int n = view.operand(0).num_dims();
  if (view.num_operands() != first + n) {
    return fmt::format("needs {} start indices for {}, not {}", n, view.operand(0).to_string(),
                       view.num_operands() - first);
  }
  for (int i = first; i < view.num_operands(); ++i) {
    const TensorType& start = view.operand(i);
    if (!start.is_scalar() || !is_integer(start.element) ||
        start.element != view.operand(first).element) {
      return fmt::format("start indices must be integer scalars of one type, not {}",
                         start.to_string());
    }
  }
  return {};
}

Inferred infer_dynamic_slice(const OpView& view) {
  if (view.num_operands() == 0) return Inferred::no("needs an operand");
  const auto& sizes = view.get<DynamicSliceAttrs>().sizes;
  const TensorType& from = view.operand(0);
  if (std::string fault = starts_fault(view, 1); !fault.empty()) return Inferred::no(fault);
  bool fits = sizes.size() == from.shape.size();
  for (size_t d = 0; fits && d < sizes.size(); ++d)
    fits = sizes[d] >= 0 && sizes[d] <= from.shape[d];
  if (!fits) {
    return Inferred::no(
        fmt::format("sizes = {} do not fit into {}", to_string(sizes), from.to_string()));
  }
  return from.with_shape(sizes);
}

IndexStructure index_dynamic_slice(const OpView& view) {
  IndexStructure index{.linear_in = {{0}}, .copies = true};
  index.results.push_back(add_axes(index, view.result(0).shape));
  TensorIndex operand = index.results[0];
  for (int64_t d = 0; d < view.operand(0).num_dims(); ++d) {
    if (is_whole(view.operand(0), d, view.result(0).shape[d])) continue;
    index.axes[d].position_matters = true;
    operand[d] = just(add_axis(index, view.operand(0).shape[d], AxisKind::kLookup));
  }
  index.operands.push_back(operand);
  index.operands.resize(view.num_operands());
  return index;
}

Work work_dynamic_slice(const OpView& view) {
  const int64_t moved = view.result(0).num_bytes();
  return {.bytes_read = moved, .bytes_written = moved};
}

// In place, as in loops: where the operand is needed later, all of it is copied besides.
Work work_dynamic_update_slice(const OpView& view) {
  const int64_t moved = view.operand(1).num_bytes();
  return {.bytes_read = moved, .bytes_written = moved};
}

Inferred infer_dynamic_update_slice(const OpView& view) {
  if (view.num_operands() < 2) return Inferred::no("needs an operand and an update");
  const TensorType &into = view.operand(0), &update = view.operand(1);
  if (std::string fault = starts_fault(view, 2); !fault.empty()) return Inferred::no(fault);
  bool fits = update.element == into.element && update.num_dims() == into.num_dims();
  for (int64_t d = 0; fits && d < into.num_dims(); ++d) fits = update.shape[d] <= into.shape[d];
  if (!fits) {
    return Inferred::no(
        fmt::format("{} does not fit into {}", update.to_string(), into.to_string()));
  }
  return into;
}

IndexStructure index_dynamic_update_slice(const OpView& view) {
  IndexStructure index{.linear_in = {{0, 1}}, .copies = true};
  index.results.push_back(add_axes(index, view.result(0).shape));
  TensorIndex update = index.results[0];
  for (int64_t d = 0; d < view.operand(0).num_dims(); ++d) {
    const int64_t size = view.operand(1).shape[d];
    if (is_whole(view.operand(0), d, size)) continue;
    index.axes[d].kind = AxisKind::kLookup;
    update[d] = just(add_axis(index, size, AxisKind::kOpaque));
  }
  index.operands = {index.results[0], update};
  index.operands.resize(view.num_operands());
  return index;
}

// --- gather ----------------------------------------------------------------------------------

// Dimensions of the indices other than that of the index vectors.
Dims batch_dims_of_indices(const TensorType& indices, int64_t index_vector_dim) {
  return remaining_dims(indices.num_dims(), {index_vector_dim});
}

// Checks that gather and scatter share. `mapped` is start_index_map or
// scatter_dims_to_operand_dims; `dropped` is collapsed_slice_dims or inserted_window_dims.
std::string indices_fault(const TensorType& operand, const TensorType& indices,
                          int64_t index_vector_dim, const Dims& mapped, const Dims& dropped,
                          const Dims& operand_batching, const Dims& indices_batching) {
  if (!is_integer(indices.element))
    return fmt::format("indices must be integers, not {}", indices.to_string());
  if (index_vector_dim < 0 || index_vector_dim > indices.num_dims()) {
    return fmt::format("index_vector_dim = {} is not a dimension of {}", index_vector_dim,
                       indices.to_string());
  }
  const int64_t length =
      index_vector_dim == indices.num_dims() ? 1 : indices.shape[index_vector_dim];
  if (static_cast<int64_t>(mapped.size()) != length) {
    return fmt::format("index vectors have {} components, but address {} dimensions", length,
                       mapped.size());
  }
  Dims gone = dropped;
  gone.insert(gone.end(), operand_batching.begin(), operand_batching.end());
  Dims found = mapped;
  found.insert(found.end(), operand_batching.begin(), operand_batching.end());
  if (!are_distinct_dims(gone, operand.num_dims()) ||
      !are_distinct_dims(found, operand.num_dims())) {
    return fmt::format("dimensions {}, {}, {} are not distinct dimensions of {}", to_string(mapped),
                       to_string(dropped), to_string(operand_batching), operand.to_string());
  }
  if (operand_batching.size() != indices_batching.size() ||
      !are_distinct_dims(indices_batching, indices.num_dims()) ||
      contains(indices_batching, index_vector_dim)) {
    return fmt::format("batching dimensions {} of {} do not pair with {} of {}",
                       to_string(operand_batching), operand.to_string(),
                       to_string(indices_batching), indices.to_string());
  }
  for (size_t i = 0; i < operand_batching.size(); ++i) {
    if (operand.shape[operand_batching[i]] != indices.shape[indices_batching[i]]) {
      return fmt::format("batching dimensions {} of {} and {} of {} differ in extent",
                         operand_batching[i], operand.to_string(), indices_batching[i],
                         indices.to_string());
    }
  }
  return {};
}

Inferred infer_gather(const OpView& view) {
  const auto& attrs = view.get<GatherAttrs>();
  const TensorType &operand = view.operand(0), &indices = view.operand(1);
  if (std::string fault =
          indices_fault(operand, indices, attrs.index_vector_dim, attrs.start_index_map,
                        attrs.collapsed_slice_dims, attrs.operand_batching_dims,
                        attrs.start_indices_batching_dims);
      !fault.empty()) {
    return Inferred::no(fault);
  }
  bool fits = attrs.slice_sizes.size() == operand.shape.size();
  for (int64_t d = 0; fits && d < operand.num_dims(); ++d) {
    const int64_t size = attrs.slice_sizes[d];
    const bool one =
        contains(attrs.collapsed_slice_dims, d) || contains(attrs.operand_batching_dims, d);
    fits = size >= 0 && size <= operand.shape[d] && (!one || size <= 1);
  }
  if (!fits) {
    return Inferred::no(fmt::format("slice_sizes = {} do not fit into {}",
                                    to_string(attrs.slice_sizes), operand.to_string()));
  }
  const Dims window =
      remaining_dims(operand.num_dims(), attrs.collapsed_slice_dims, attrs.operand_batching_dims);
  const Dims batch = batch_dims_of_indices(indices, attrs.index_vector_dim);
  const auto result_dims = static_cast<int64_t>(window.size() + batch.size());
  if (attrs.offset_dims.size() != window.size() ||
      !are_distinct_dims(attrs.offset_dims, result_dims)) {
    return Inferred::no(fmt::format("offset_dims = {} do not place {} window dimensions among {}",
                                    to_string(attrs.offset_dims), window.size(), result_dims));
  }
  Shape shape(result_dims);
  for (size_t i = 0; i < window.size(); ++i)
    shape[attrs.offset_dims[i]] = attrs.slice_sizes[window[i]];
  const Dims rest = remaining_dims(result_dims, attrs.offset_dims);
  for (size_t i = 0; i < batch.size(); ++i) shape[rest[i]] = indices.shape[batch[i]];
  return operand.with_shape(shape);
}

IndexStructure index_gather(const OpView& view) {
  const auto& attrs = view.get<GatherAttrs>();
  const TensorType &operand = view.operand(0), &indices = view.operand(1), &result = view.result(0);
  IndexStructure index{.linear_in = {{0}}, .copies = true};
  index.results.push_back(add_axes(index, result.shape));
  const TensorIndex by_result = index.results[0];

  TensorIndex of_indices(indices.num_dims()), of_operand(operand.num_dims());
  const Dims batch = batch_dims_of_indices(indices, attrs.index_vector_dim);
  const Dims rest = remaining_dims(result.num_dims(), attrs.offset_dims);
  for (size_t i = 0; i < batch.size(); ++i) of_indices[batch[i]] = by_result[rest[i]];
  if (attrs.index_vector_dim < indices.num_dims()) {
    of_indices[attrs.index_vector_dim] =
        just(add_axis(index, indices.shape[attrs.index_vector_dim], AxisKind::kOpaque));
  }
  for (size_t i = 0; i < attrs.operand_batching_dims.size(); ++i) {
    of_operand[attrs.operand_batching_dims[i]] = of_indices[attrs.start_indices_batching_dims[i]];
  }
  const Dims window =
      remaining_dims(operand.num_dims(), attrs.collapsed_slice_dims, attrs.operand_batching_dims);
  for (size_t i = 0; i < window.size(); ++i) {
    const int64_t d = window[i];
    if (is_whole(operand, d, attrs.slice_sizes[d])) {
      of_operand[d] = by_result[attrs.offset_dims[i]];
    } else {
      index.axes[attrs.offset_dims[i]].position_matters = true;
      of_operand[d] = just(add_axis(index, operand.shape[d], AxisKind::kLookup));
    }
  }
  for (int64_t d : attrs.collapsed_slice_dims) {
    of_operand[d] = just(add_axis(index, operand.shape[d], AxisKind::kLookup));
  }
  index.operands = {of_operand, of_indices};
  return index;
}

Work work_gather(const OpView& view) {
  const int64_t moved = view.result(0).num_bytes();
  return {.bytes_read = moved + view.operand(1).num_bytes(), .bytes_written = moved};
}

// The index vectors address the dimension, and slices have extent 1 along it.
bool can_split_gather(const OpView& view, int64_t dim) {
  const auto& attrs = view.get<GatherAttrs>();
  return contains(attrs.collapsed_slice_dims, dim) && contains(attrs.start_index_map, dim);
}

// --- scatter ---------------------------------------------------------------------------------

Inferred infer_scatter(const OpView& view) {
  const auto& attrs = view.get<ScatterAttrs>();
  if (view.num_operands() < 3 || view.num_operands() % 2 == 0) {
    return Inferred::no("needs n operands, indices and n updates");
  }
  const int n = view.num_operands() / 2;
  const TensorType &operand = view.operand(0), &indices = view.operand(n),
                   &updates = view.operand(n + 1);
  for (int i = 0; i < n; ++i) {
    const TensorType &into = view.operand(i), &from = view.operand(n + 1 + i);
    if (into.shape != operand.shape || from.shape != updates.shape ||
        into.element != from.element) {
      return Inferred::no(
          fmt::format("operands and updates must agree in shape and element type, not {} and {}",
                      into.to_string(), from.to_string()));
    }
  }
  if (std::string fault =
          indices_fault(operand, indices, attrs.index_vector_dim,
                        attrs.scatter_dims_to_operand_dims, attrs.inserted_window_dims,
                        attrs.input_batching_dims, attrs.scatter_indices_batching_dims);
      !fault.empty()) {
    return Inferred::no(fault);
  }
  const Dims window =
      remaining_dims(operand.num_dims(), attrs.inserted_window_dims, attrs.input_batching_dims);
  const Dims batch = batch_dims_of_indices(indices, attrs.index_vector_dim);
  bool fits = updates.shape.size() == window.size() + batch.size() &&
              attrs.update_window_dims.size() == window.size() &&
              are_distinct_dims(attrs.update_window_dims, updates.num_dims());
  for (size_t i = 0; fits && i < window.size(); ++i) {
    fits = updates.shape[attrs.update_window_dims[i]] <= operand.shape[window[i]];
  }
  const Dims rest = remaining_dims(updates.num_dims(), attrs.update_window_dims);
  for (size_t i = 0; fits && i < batch.size(); ++i)
    fits = updates.shape[rest[i]] == indices.shape[batch[i]];
  if (!fits) {
    return Inferred::no(
        fmt::format("updates {} do not fit operand {} and indices {} with update_window_dims = {}",
                    updates.to_string(), operand.to_string(), indices.to_string(),
                    to_string(attrs.update_window_dims)));
  }
  std::vector<TensorType> results, scalars;
  for (int i = 0; i < n; ++i) {
    results.push_back(view.operand(i));
    scalars.push_back(view.operand(i).scalar());
  }
  std::vector<TensorType> arguments = scalars;
  arguments.insert(arguments.end(), scalars.begin(), scalars.end());
  if (std::string fault = region_fault(view, 0, arguments, scalars); !fault.empty())
    return Inferred::no(fault);
  return results;
}

bool replaces(const Region& region) {
  return region.ops.empty() && region.arguments.size() == 2 &&
         region.results[0] == region.arguments[1];
}

IndexStructure index_scatter(const OpView& view) {
  const auto& attrs = view.get<ScatterAttrs>();
  const int n = view.num_operands() / 2;
  const TensorType &operand = view.operand(0), &indices = view.operand(n),
                   &updates = view.operand(n + 1);
  const auto reducer = recognized_reducer(view.region(0));
  IndexStructure index;
  TensorIndex of_operand = add_axes(index, operand.shape);
  TensorIndex of_updates(updates.num_dims()), of_indices(indices.num_dims());

  // The body combines updates of the same element: a reduction over the scatter dimensions if it is
  // a known reducer, sequential otherwise.
  const Dims batch = batch_dims_of_indices(indices, attrs.index_vector_dim);
  const Dims rest = remaining_dims(updates.num_dims(), attrs.update_window_dims);
  for (size_t i = 0; i < batch.size(); ++i) {
    const auto at = std::find(attrs.scatter_indices_batching_dims.begin(),
                              attrs.scatter_indices_batching_dims.end(), batch[i]);
    if (at != attrs.scatter_indices_batching_dims.end()) {
      const auto pair = at - attrs.scatter_indices_batching_dims.begin();
      of_updates[rest[i]] = of_operand[attrs.input_batching_dims[pair]];
    } else {
      of_updates[rest[i]] = just(add_axis(index, updates.shape[rest[i]],
                                          reducer ? AxisKind::kReduced : AxisKind::kOpaque,
                                          reducer.value_or(Reducer::kSum)));
    }
    of_indices[batch[i]] = of_updates[rest[i]];
  }
  if (attrs.index_vector_dim < indices.num_dims()) {
    of_indices[attrs.index_vector_dim] =
        just(add_axis(index, indices.shape[attrs.index_vector_dim], AxisKind::kOpaque));
  }
  const Dims window =
      remaining_dims(operand.num_dims(), attrs.inserted_window_dims, attrs.input_batching_dims);
  for (size_t i = 0; i < window.size(); ++i) {
    const int64_t d = window[i], u = attrs.update_window_dims[i];
    if (is_whole(operand, d, updates.shape[u]) &&
        !contains(attrs.scatter_dims_to_operand_dims, d)) {
      of_updates[u] = of_operand[d];
    } else {
      index.axes[d].kind = AxisKind::kLookup;
      of_updates[u] = just(add_axis(index, updates.shape[u], AxisKind::kOpaque));
    }
  }
  for (int64_t d : attrs.inserted_window_dims) index.axes[d].kind = AxisKind::kLookup;

  for (int i = 0; i < n; ++i) index.operands.push_back(of_operand);
  index.operands.push_back(of_indices);
  for (int i = 0; i < n; ++i) index.operands.push_back(of_updates);
  index.results.assign(n, of_operand);
  for (int i = 0; i < n; ++i) index.counted_once.push_back(i);
  index.copies = n == 1 && replaces(view.region(0));
  const bool sums = reducer == Reducer::kSum && !is_bool(operand.element);
  if (sums || index.copies) index.linear_in = {{0, 2}};
  return index;
}

Work work_scatter(const OpView& view) {
  Work w;
  for (int i = 0; i < view.num_operands(); ++i) w.bytes_read += view.operand(i).num_bytes();
  for (int i = 0; i < view.num_results(); ++i) w.bytes_written += view.result(i).num_bytes();
  for (int i = view.num_operands() / 2 + 1; i < view.num_operands(); ++i) {
    w.flops += static_cast<double>(view.operand(i).num_elements());
  }
  return w;
}

bool can_split_scatter(const OpView& view, int64_t dim) {
  const auto& attrs = view.get<ScatterAttrs>();
  return contains(attrs.inserted_window_dims, dim) &&
         contains(attrs.scatter_dims_to_operand_dims, dim);
}

// --- Gradients -------------------------------------------------------------------------------

std::vector<Expr> operands_from(const Backward& r, int first, std::vector<Expr> before) {
  for (int i = first; i < r.num_operands(); ++i) before.push_back(r.operand(i));
  return before;
}

void gradient_dynamic_slice(Backward& r) {
  r.give(0, [&] {
    return emit(OpCode::kDynamicUpdateSlice,
                operands_from(r, 1, {zeros_like(r.operand(0)), r.gradient()}));
  });
}

void gradient_dynamic_update_slice(Backward& r) {
  r.give(0, [&] {
    return emit(OpCode::kDynamicUpdateSlice,
                operands_from(r, 2, {r.gradient(), zeros_like(r.operand(1))}));
  });
  r.give(1, [&] {
    return emit(OpCode::kDynamicSlice, operands_from(r, 2, {r.gradient()}),
                DynamicSliceAttrs{r.operand(1).shape()});
  });
}

// The largest in-bounds start index (operand extent less window size) of each component of the
// index vectors, broadcast to the shape of the indices.
Expr index_limits(Expr indices, int64_t index_vector_dim, const Dims& mapped, const Shape& extents,
                  const Dims& sizes) {
  const ElementType element = indices.element();
  Literal limits = Literal::zeros({element, {static_cast<int64_t>(mapped.size())}});
  for (size_t i = 0; i < mapped.size(); ++i) {
    limits.set_from_double(static_cast<int64_t>(i),
                           static_cast<double>(extents[mapped[i]] - sizes[mapped[i]]));
  }
  if (index_vector_dim == indices.num_dims()) {
    return broadcast(constant(indices.builder(), std::move(limits).reshaped({})), indices.shape(),
                     {});
  }
  return broadcast(constant(indices.builder(), std::move(limits)), indices.shape(),
                   {index_vector_dim});
}

// Scatter-adds the gradient of each slice to where it was read. Gather clamps its indices but
// scatter drops updates out of bounds, so the indices are clamped first.
void gradient_gather(Backward& r) {
  r.give(0, [&] {
    const auto& g = r.get<GatherAttrs>();
    const Expr operand = r.operand(0), indices = r.operand(1);
    const Expr limits = index_limits(indices, g.index_vector_dim, g.start_index_map,
                                     operand.shape(), g.slice_sizes);
    const Expr clamped = emit(OpCode::kClamp, {zeros_like(indices), indices, limits});
    return emit(OpCode::kScatter, {zeros_like(operand), clamped, r.gradient()},
                ScatterAttrs{g.offset_dims, g.collapsed_slice_dims, g.operand_batching_dims,
                             g.start_indices_batching_dims, g.start_index_map, g.index_vector_dim,
                             g.indices_are_sorted, false},
                body_of(r.builder, OpCode::kAdd, operand.element()));
  });
}

// Reads a tensor of the operand's shape where the scatter wrote; gives the shape of the updates.
struct ScatterPlaces {
  explicit ScatterPlaces(Backward& r)
      : s(r.get<ScatterAttrs>()),
        indices(r.operand(1)),
        operand(r.operand(0)),
        updates(r.operand(2)),
        sizes(operand.num_dims(), 1) {
    const Dims window =
        remaining_dims(operand.num_dims(), s.inserted_window_dims, s.input_batching_dims);
    for (size_t i = 0; i < window.size(); ++i)
      sizes[window[i]] = updates.extent(s.update_window_dims[i]);
  }
  Expr gathered(Expr x) const {
    return emit(OpCode::kGather, {x, indices},
                GatherAttrs{s.update_window_dims, s.inserted_window_dims, s.input_batching_dims,
                            s.scatter_indices_batching_dims, s.scatter_dims_to_operand_dims,
                            s.index_vector_dim, sizes, s.indices_are_sorted});
  }
  // True for updates within bounds, which are the ones applied; in the shape of the updates.
  Expr inside() const {
    const Expr limits = index_limits(indices, s.index_vector_dim, s.scatter_dims_to_operand_dims,
                                     operand.shape(), sizes);
    Expr ok = emit(OpCode::kAnd, {compare(indices, CompareDirection::kGe, 0.0),
                                  compare(indices, CompareDirection::kLe, limits)});
    if (s.index_vector_dim < indices.num_dims())
      ok = reduce(ok, Reducer::kAnd, {s.index_vector_dim});
    return broadcast(ok, updates.shape(), remaining_dims(updates.num_dims(), s.update_window_dims));
  }
  const ScatterAttrs s;
  const Expr indices, operand, updates;
  Dims sizes;
};

void gradient_scatter(Backward& r) {
  const auto reducer = r.num_operands() == 3 ? recognized_reducer(r.op.regions[0]) : std::nullopt;
  const bool replacing = r.num_operands() == 3 && replaces(r.op.regions[0]);
  const bool extremum = reducer == Reducer::kMin || reducer == Reducer::kMax;
  if (reducer != Reducer::kSum && !replacing && !extremum &&
      !(reducer == Reducer::kProduct && r.get<ScatterAttrs>().unique_indices)) {
    r.inapplicable_reason =
        "only a scatter that adds, replaces, takes the minimum or maximum, or multiplies at unique "
        "indices has a gradient";
    return;
  }
  const ScatterPlaces places(r);
  auto scatter_with = [&](Expr into, Expr updates, Region region) {
    std::vector<Region> regions;
    regions.push_back(std::move(region));
    return emit(OpCode::kScatter, {into, places.indices, updates}, places.s, std::move(regions));
  };
  auto where_inside = [&](Expr g) { return select(places.inside(), g, zeros_like(g)); };
  if (reducer == Reducer::kSum) {
    r.give(0, [&] { return r.gradient(); });
    r.give(2, [&] { return where_inside(places.gathered(r.gradient())); });
  } else if (extremum) {
    // All elements equal to the extremum share its gradient.
    auto is_it = [&](Expr x, Expr of) {
      return convert(compare(x, CompareDirection::kEq, of), x.element());
    };
    const Expr old_is_it = is_it(places.operand, r.result());
    const Expr update_is_it = where_inside(is_it(places.updates, places.gathered(r.result())));
    const Expr count = scatter_with(old_is_it, update_is_it,
                                    binary_region(r.builder, OpCode::kAdd, old_is_it.element()));
    const Expr share = r.gradient() / count;
    r.give(0, [&] { return old_is_it * share; });
    r.give(2, [&] { return update_is_it * places.gathered(share); });
  } else if (reducer == Reducer::kProduct) {
    r.give(0, [&] {
      return r.gradient() * scatter_with(full_like(places.operand, 1), places.updates,
                                         clone_region(r.builder, r.op.regions[0]));
    });
    r.give(2, [&] { return where_inside(places.gathered(r.gradient() * places.operand)); });
  } else {
    r.give(0, [&] {
      return scatter_with(r.gradient(), zeros_like(places.updates),
                          clone_region(r.builder, r.op.regions[0]));
    });
    r.give(2, [&] {
      // The last of several updates of an element persists: scatter the updates' numbers and
      // compare.
      const int64_t n = places.updates.type().num_elements();
      const TensorType flat{ElementType::kI32, {n}};
      const Expr number = reshape(iota(r.builder, flat, 0), places.updates.shape());
      const auto arguments = r.builder.begin_region({flat.scalar(), flat.scalar()});
      Region last = r.builder.end_region({arguments[1]});
      const Expr none = full(r.builder, places.operand.type().with_element(ElementType::kI32), -1);
      const Expr stayed = places.gathered(scatter_with(none, number, std::move(last)));
      const Expr g = places.gathered(r.gradient());
      return where_inside(select(compare(stayed, CompareDirection::kEq, number), g, zeros_like(g)));
    });
  }
}

}  // namespace

void add_indexing_rows(std::vector<OpRow>& rows) {
  using enum OpCode;
  rows.push_back({.code = kDynamicSlice,
                  .num_operands = -1,
                  .num_regions = 0,
                  .infer = infer_dynamic_slice,
                  .index = index_dynamic_slice,
                  .work_class = WorkClass::kOther,
                  .layer = LayerKind::kOther,
                  .recompute = Recompute::kFromConstants,
                  .work = work_dynamic_slice,
                  .gradient = gradient_dynamic_slice,
                  .localize = localize_dynamic_slice});
  rows.push_back({.code = kDynamicUpdateSlice,
                  .num_operands = -1,
                  .num_regions = 0,
                  .infer = infer_dynamic_update_slice,
                  .index = index_dynamic_update_slice,
                  .work_class = WorkClass::kOther,
                  .layer = LayerKind::kOther,
                  .recompute = Recompute::kFromConstants,
                  .work = work_dynamic_update_slice,
                  .gradient = gradient_dynamic_update_slice});
  rows.push_back({.code = kGather,
                  .num_operands = 2,
                  .num_regions = 0,
                  .infer = infer_gather,
                  .index = index_gather,
                  .work_class = WorkClass::kOther,
                  .layer = LayerKind::kEmbedding,
                  .recompute = Recompute::kFromConstants,
                  .work = work_gather,
                  .gradient = gradient_gather,
                  .can_split_lookup = can_split_gather,
                  .localize = localize_gather});
  rows.push_back({.code = kScatter,
                  .num_operands = -1,
                  .num_regions = 1,
                  .infer = infer_scatter,
                  .index = index_scatter,
                  .work_class = WorkClass::kOther,
                  .layer = LayerKind::kOther,
                  .recompute = Recompute::kNever,
                  .work = work_scatter,
                  .gradient = gradient_scatter,
                  .can_split_lookup = can_split_scatter,
                  .localize = localize_scatter});
}

}  // namespace motley::tensor
