// sort and top_k.
#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>

#include "tensor/reference/cells.h"
#include "tensor/reference/eval_reduction.h"
#include "tensor/reference/index_iterator.h"
#include "tensor/reference/scalar_body.h"

namespace motley::tensor::reference {
namespace {

// Merge sort of `order`: stable, n log n calls of `before`. Whatever `before` returns, every entry
// stays in bounds and occurs once. (std::stable_sort requires a consistent comparator, which a
// Program need not supply.)
template <class Before>
void merge_sort(std::vector<int64_t>& order, Before before) {
  const size_t n = order.size();
  std::vector<int64_t> merged(n);
  for (size_t width = 1; width < n; width *= 2) {
    for (size_t begin = 0; begin < n; begin += 2 * width) {
      const size_t middle = std::min(begin + width, n), end = std::min(begin + 2 * width, n);
      size_t left = begin, right = middle;
      for (size_t i = begin; i < end; ++i) {
        const bool take_right =
            left == middle || (right < end && before(order[right], order[left]));
        merged[i] = take_right ? order[right++] : order[left++];
      }
    }
    order.swap(merged);
  }
}

// target[i] = source[order[i]], all `stride` elements apart, bit by bit.
void move_in_order(const std::vector<int64_t>& order, const Literal& source, Literal& target,
                   int64_t start, int64_t stride) {
  const int64_t size = byte_size(source.element());
  for (size_t i = 0; i < order.size(); ++i) {
    std::memcpy(target.data() + (start + static_cast<int64_t>(i) * stride) * size,
                source.data() + (start + order[i] * stride) * size, size);
  }
}

// An integer key that orders elements of any type; floats in their total order.
int64_t order_key(ElementType type, Cell cell) {
  if (is_float(type)) return total_order(cell.f);
  if (is_signed(type)) return cell.s;
  return static_cast<int64_t>(cell.u ^ (uint64_t{1} << 63));
}

}  // namespace

std::vector<Literal> evaluate_sort(Evaluation& e) {
  const auto& attrs = e.view.get<SortAttrs>();
  const int n = e.view.num_operands();
  const Shape& shape = e.operand(0).shape();
  const int64_t dim = attrs.dim < 0 ? attrs.dim + static_cast<int64_t>(shape.size()) : attrs.dim;
  const int64_t extent = shape[dim], stride = row_major_strides(shape)[dim];
  std::vector<Literal> results;
  for (int i = 0; i < n; ++i) results.push_back(Literal::zeros(e.view.result(i)));

  ScalarBody comparator(e.runner, e.view.region(0));
  std::vector<std::vector<Cell>> rows(n, std::vector<Cell>(extent));
  std::vector<int64_t> order(extent);
  const auto before = [&](int64_t a, int64_t b) {
    for (int i = 0; i < n; ++i) {
      *comparator.argument(2 * i) = rows[i][a];
      *comparator.argument(2 * i + 1) = rows[i][b];
    }
    comparator.run();
    return comparator.result(0)->u != 0;
  };
  const Dims others = other_dims(static_cast<int64_t>(shape.size()), {dim});
  const std::vector<int64_t> strides = pick(row_major_strides(shape), others);
  for (IndexIterator it(pick(shape, others)); !it.done(); it.next()) {
    const int64_t start = linear_offset(it.index(), strides);
    for (int i = 0; i < n; ++i) {
      load_cells(e.operand(i).element(), e.operand(i).data(),
                 {.start = start, .count = extent, .stride = stride}, rows[i].data());
    }
    std::iota(order.begin(), order.end(), 0);
    merge_sort(order, before);
    for (int i = 0; i < n; ++i) move_in_order(order, e.operand(i), results[i], start, stride);
  }
  return results;
}

// The k largest of each row of the last dimension, largest first, with their positions; ties go to
// the earlier one. Floats are in total order: NaN is above infinity, +0 above -0.
std::vector<Literal> evaluate_top_k(Evaluation& e) {
  const Literal& operand = e.operand(0);
  const int64_t k = e.view.get<TopKAttrs>().k, extent = operand.shape().back();
  Literal values = Literal::zeros(e.view.result(0));
  Literal positions = Literal::zeros(e.view.result(1));
  const int64_t size = byte_size(operand.element());
  const int64_t num_rows = extent == 0 ? 0 : operand.num_elements() / extent;
  std::vector<Cell> cells(extent);
  std::vector<int64_t> keys(extent), order(extent);
  for (int64_t row = 0; row < num_rows; ++row) {
    load_cells(operand.element(), operand.data(), {.start = row * extent, .count = extent},
               cells.data());
    for (int64_t i = 0; i < extent; ++i) keys[i] = order_key(operand.element(), cells[i]);
    std::iota(order.begin(), order.end(), 0);
    std::partial_sort(order.begin(), order.begin() + k, order.end(), [&](int64_t a, int64_t b) {
      return keys[a] != keys[b] ? keys[a] > keys[b] : a < b;
    });
    for (int64_t i = 0; i < k; ++i) {
      std::memcpy(values.data() + (row * k + i) * size,
                  operand.data() + (row * extent + order[i]) * size, size);
      store_cell(positions.element(), positions.data(), row * k + i, Cell{.s = order[i]});
    }
  }
  std::vector<Literal> results;
  results.push_back(std::move(values));
  results.push_back(std::move(positions));
  return results;
}

}  // namespace motley::tensor::reference
