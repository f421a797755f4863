// Ops with data-dependent indices.
#include <algorithm>

#include "tensor/reference/cells.h"
#include "tensor/reference/evaluator.h"
#include "tensor/reference/index_iterator.h"
#include "tensor/reference/reduce_cells.h"
#include "tensor/reference/scalar_body.h"
#include "tensor/reference/strided_copy.h"

namespace motley::tensor::reference {
namespace {

// Offset of a slice of `sizes` whose starts are the scalar operands from `first` on, each clamped
// so that the slice lies inside `shape`.
int64_t clamped_offset(const Evaluation& e, int first, const Shape& shape, const Dims& sizes) {
  const std::vector<int64_t> strides = row_major_strides(shape);
  int64_t offset = 0;
  for (size_t d = 0; d < shape.size(); ++d) {
    const int64_t start = e.operand(first + static_cast<int>(d)).as_int(0);
    offset += std::clamp<int64_t>(start, 0, shape[d] - sizes[d]) * strides[d];
  }
  return offset;
}

std::vector<Literal> evaluate_dynamic_slice(Evaluation& e) {
  const Literal& operand = e.operand(0);
  Literal result = Literal::zeros(e.view.result(0));
  copy_strided(result.shape(),
               {.data = result.data(), .strides = row_major_strides(result.shape())},
               {.data = operand.data(),
                .offset = clamped_offset(e, 1, operand.shape(), result.shape()),
                .strides = row_major_strides(operand.shape())},
               byte_size(result.element()));
  return one_result(std::move(result));
}

std::vector<Literal> evaluate_dynamic_update_slice(Evaluation& e) {
  const Literal& update = e.operand(1);
  const int64_t offset = clamped_offset(e, 2, e.operand(0).shape(), update.shape());
  Literal result = e.take(0);
  copy_strided(
      update.shape(),
      {.data = result.data(), .offset = offset, .strides = row_major_strides(result.shape())},
      {.data = update.data(), .strides = row_major_strides(update.shape())},
      byte_size(result.element()));
  return one_result(std::move(result));
}

// How gather and scatter read their index tensor. A batch index runs over its dimensions except the
// index vector; each one gives the start of a slice of the operand.
class SliceCorners {
 public:
  SliceCorners(const Literal& indices, int64_t index_vector_dim, const Dims& operand_dims,
               const Dims& operand_batching, const Dims& indices_batching)
      : indices_(indices),
        operand_dims_(operand_dims),
        operand_batching_(operand_batching),
        strides_(row_major_strides(indices.shape())) {
    const int64_t num_dims = indices.type().num_dims();
    batch_dims_ = other_dims(num_dims, {index_vector_dim});
    vector_stride_ = index_vector_dim < num_dims ? strides_[index_vector_dim] : 0;
    strides_ = pick(strides_, batch_dims_);
    for (int64_t d : indices_batching) {
      batching_positions_.push_back(d < index_vector_dim ? d : d - 1);
    }
  }

  Shape batch_shape() const { return pick(indices_.shape(), batch_dims_); }

  // The start of the slice in each operand dimension, unclamped.
  std::vector<int64_t> corner(const std::vector<int64_t>& batch_index, size_t num_dims) const {
    std::vector<int64_t> corner(num_dims, 0);
    const int64_t base = linear_offset(batch_index, strides_);
    for (size_t i = 0; i < operand_dims_.size(); ++i) {
      corner[operand_dims_[i]] = indices_.as_int(base + static_cast<int64_t>(i) * vector_stride_);
    }
    for (size_t i = 0; i < operand_batching_.size(); ++i) {
      corner[operand_batching_[i]] = batch_index[batching_positions_[i]];
    }
    return corner;
  }

 private:
  const Literal& indices_;
  const Dims& operand_dims_;
  const Dims& operand_batching_;
  std::vector<int64_t> strides_;  // of the batch dimensions
  Dims batch_dims_;
  Dims batching_positions_;  // of batching dimensions within a batch index
  int64_t vector_stride_ = 0;
};

Dims joined(const Dims& a, const Dims& b) {
  Dims all = a;
  all.insert(all.end(), b.begin(), b.end());
  return all;
}

std::vector<Literal> evaluate_gather(Evaluation& e) {
  const auto& attrs = e.view.get<GatherAttrs>();
  const Literal& operand = e.operand(0);
  Literal result = Literal::zeros(e.view.result(0));
  const int64_t num_dims = operand.type().num_dims();
  const SliceCorners corners(e.operand(1), attrs.index_vector_dim, attrs.start_index_map,
                             attrs.operand_batching_dims, attrs.start_indices_batching_dims);

  const std::vector<int64_t> from = row_major_strides(operand.shape());
  const std::vector<int64_t> to = row_major_strides(result.shape());
  const Dims window =
      other_dims(num_dims, joined(attrs.collapsed_slice_dims, attrs.operand_batching_dims));
  const std::vector<int64_t> batch_strides =
      pick(to, other_dims(result.type().num_dims(), attrs.offset_dims));
  const Shape window_shape = pick(attrs.slice_sizes, window);
  if (result.num_elements() == 0) return one_result(std::move(result));
  for (IndexIterator it(corners.batch_shape()); !it.done(); it.next()) {
    std::vector<int64_t> corner = corners.corner(it.index(), num_dims);
    for (int64_t d = 0; d < num_dims; ++d) {
      corner[d] = std::clamp<int64_t>(corner[d], 0, operand.shape()[d] - attrs.slice_sizes[d]);
    }
    copy_strided(window_shape,
                 {.data = result.data(),
                  .offset = linear_offset(it.index(), batch_strides),
                  .strides = pick(to, attrs.offset_dims)},
                 {.data = operand.data(),
                  .offset = linear_offset(corner, from),
                  .strides = pick(from, window)},
                 byte_size(result.element()));
  }
  return one_result(std::move(result));
}

// The position of one window of updates in the operand and in the updates.
struct UpdateBox {
  Shape shape;
  int64_t operand_offset = 0, update_offset = 0;
  std::vector<int64_t> operand_strides, update_strides;
};

// Calls `apply` with the box of each window of updates, in row-major order of the batch. A window
// not entirely inside the operand is dropped, as XLA does and JAX relies on (the specification
// would keep the part inside).
template <class Apply>
void for_each_update_window(const Evaluation& e, Apply apply) {
  const auto& attrs = e.view.get<ScatterAttrs>();
  const int n = e.view.num_operands() / 2;
  // From the types, not the literals: the operand may have been moved.
  const Shape& shape = e.view.operand(0).shape;
  const Shape& update_shape = e.view.operand(n + 1).shape;
  const auto num_dims = static_cast<int64_t>(shape.size());
  const SliceCorners corners(e.operand(n), attrs.index_vector_dim,
                             attrs.scatter_dims_to_operand_dims, attrs.input_batching_dims,
                             attrs.scatter_indices_batching_dims);

  const std::vector<int64_t> to = row_major_strides(shape);
  const std::vector<int64_t> from = row_major_strides(update_shape);
  const Dims dropped = joined(attrs.inserted_window_dims, attrs.input_batching_dims);
  const Dims window = other_dims(num_dims, dropped);
  const std::vector<int64_t> batch_strides =
      pick(from, other_dims(static_cast<int64_t>(update_shape.size()), attrs.update_window_dims));
  UpdateBox box;
  box.shape = pick(update_shape, attrs.update_window_dims);
  box.operand_strides = pick(to, window);
  box.update_strides = pick(from, attrs.update_window_dims);
  Dims sizes(num_dims, 1);  // of a window, in the operand's dimensions
  for (size_t i = 0; i < window.size(); ++i) sizes[window[i]] = box.shape[i];
  for (IndexIterator it(corners.batch_shape()); !it.done(); it.next()) {
    const std::vector<int64_t> corner = corners.corner(it.index(), num_dims);
    bool inside = true;
    for (int64_t d = 0; d < num_dims; ++d) {
      inside = inside && corner[d] >= 0 && corner[d] <= shape[d] - sizes[d];
    }
    if (!inside) continue;
    box.operand_offset = linear_offset(corner, to);
    box.update_offset = linear_offset(it.index(), batch_strides);
    apply(box);
  }
}

// (old, new) -> new: updates overwrite, bit by bit; of several to one element the last wins.
std::vector<Literal> scatter_overwriting(Evaluation& e) {
  const Literal& updates = e.operand(2);
  Literal result = e.take(0);
  for_each_update_window(e, [&](const UpdateBox& box) {
    copy_strided(
        box.shape,
        {.data = result.data(), .offset = box.operand_offset, .strides = box.operand_strides},
        {.data = updates.data(), .offset = box.update_offset, .strides = box.update_strides},
        byte_size(result.element()));
  });
  return one_result(std::move(result));
}

// A known reducer: a reduction over the updates of one element, at most one per window.
std::vector<Literal> scatter_by_reducer(Evaluation& e, Reducer reducer) {
  e.check_scratch(e.operand(0).num_elements() + e.operand(2).num_elements());
  const std::vector<Cell> updates = cells_of(e.operand(2));
  std::vector<Cell> cells = cells_of(e.operand(0));
  const Dims batch =
      other_dims(e.operand(2).type().num_dims(), e.view.get<ScatterAttrs>().update_window_dims);
  const ElementType step = step_type(e.view.result(0).element, pick(e.operand(2).shape(), batch));
  for_each_update_window(e, [&](const UpdateBox& box) {
    for (IndexIterator it(box.shape); !it.done(); it.next()) {
      const int64_t to = box.operand_offset + linear_offset(it.index(), box.operand_strides);
      const int64_t from = box.update_offset + linear_offset(it.index(), box.update_strides);
      reduce_cells(reducer, step, &cells[to], &updates[from], 1, {});
    }
  });
  return one_result(literal_of(e.view.result(0), cells));
}

std::vector<Literal> scatter_by_body(Evaluation& e) {
  const int n = e.view.num_operands() / 2;
  ScalarBody body(e.runner, e.view.region(0));
  std::vector<Literal> results;
  for (int i = 0; i < n; ++i) results.push_back(e.take(i));
  for_each_update_window(e, [&](const UpdateBox& box) {
    for (IndexIterator it(box.shape); !it.done(); it.next()) {
      const int64_t to = box.operand_offset + linear_offset(it.index(), box.operand_strides);
      const int64_t from = box.update_offset + linear_offset(it.index(), box.update_strides);
      for (int i = 0; i < n; ++i) {
        const Literal& updates = e.operand(n + 1 + i);
        *body.argument(i) = load_cell(results[i].element(), results[i].data(), to);
        *body.argument(n + i) = load_cell(updates.element(), updates.data(), from);
      }
      body.run();
      for (int i = 0; i < n; ++i) {
        store_cell(results[i].element(), results[i].data(), to, *body.result(i));
      }
    }
  });
  return results;
}

std::vector<Literal> evaluate_scatter(Evaluation& e) {
  const Region& body = e.view.region(0);
  if (e.view.num_operands() == 3) {
    if (returned_argument(body) == 1) return scatter_overwriting(e);
    if (const auto reducer = recognized_reducer(body)) return scatter_by_reducer(e, *reducer);
  }
  return scatter_by_body(e);
}

constexpr EvaluatorRow kIndexingRows[] = {
    {OpCode::kDynamicSlice, evaluate_dynamic_slice},
    {OpCode::kDynamicUpdateSlice, evaluate_dynamic_update_slice},
    {OpCode::kGather, evaluate_gather},
    {OpCode::kScatter, evaluate_scatter},
};

}  // namespace

std::span<const EvaluatorRow> indexing_evaluators() { return kIndexingRows; }

}  // namespace motley::tensor::reference
