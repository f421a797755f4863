// reduce.
#include "tensor/reference/eval_reduction.h"

#include <algorithm>

#include "tensor/reference/cells.h"
#include "tensor/reference/index_iterator.h"
#include "tensor/reference/reduce_cells.h"
#include "tensor/reference/scalar_body.h"

namespace motley::tensor::reference {
namespace {

// A known reducer on one tensor: one pass over the operand in memory order, accumulating each row.
std::vector<Literal> reduce_by_reducer(const Evaluation& e, Reducer reducer) {
  const Literal& operand = e.operand(0);
  const Dims& reduced = e.view.get<ReduceAttrs>().dims;
  const ElementType element = operand.element();
  const TensorType& type = e.view.result(0);
  e.check_scratch(type.num_elements());
  std::vector<Cell> sums(type.num_elements(), load_cell(element, e.operand(1).data(), 0));
  if (operand.num_elements() == 0) return one_result(literal_of(type, sums));

  // The stride in the result of each operand dimension; zero for reduced ones.
  const Dims kept = other_dims(operand.type().num_dims(), reduced);
  const std::vector<int64_t> result_strides = row_major_strides(type.shape);
  std::vector<int64_t> strides(operand.shape().size(), 0);
  for (size_t i = 0; i < kept.size(); ++i) strides[kept[i]] = result_strides[i];

  Shape outer = operand.shape();
  const int64_t row = outer.empty() ? 1 : outer.back();
  const int64_t row_stride = outer.empty() ? 0 : strides.back();
  if (!outer.empty()) outer.pop_back();
  strides.resize(outer.size());
  const ElementType step = step_type(element, pick(operand.shape(), reduced));
  std::vector<Cell> cells(row);
  int64_t start = 0;
  for (IndexIterator it(outer); !it.done(); it.next(), start += row) {
    load_cells(element, operand.data(), {.start = start, .count = row}, cells.data());
    reduce_cells(reducer, step, &sums[linear_offset(it.index(), strides)], cells.data(), row,
                 {.accumulator = row_stride});
  }
  return one_result(literal_of(type, sums));
}

// Any body and any number of tensors: for one block of results at a time, the body runs over the
// reduced elements in row-major order, with the results of the block as its lanes.
std::vector<Literal> reduce_by_body(const Evaluation& e) {
  const int n = e.view.num_operands() / 2;
  const Shape& shape = e.operand(0).shape();
  const Dims& reduced = e.view.get<ReduceAttrs>().dims;
  const Dims kept = other_dims(static_cast<int64_t>(shape.size()), reduced);
  const std::vector<int64_t> strides = row_major_strides(shape);
  Dims sorted = reduced;
  std::sort(sorted.begin(), sorted.end());
  const std::vector<int64_t> starts = all_offsets(pick(shape, kept), pick(strides, kept));
  const std::vector<int64_t> step_strides = pick(strides, sorted);

  std::vector<Literal> results;
  for (int i = 0; i < n; ++i) results.push_back(Literal::zeros(e.view.result(i)));
  const auto num_results = static_cast<int64_t>(starts.size());
  constexpr int64_t kBlock = 256;
  ScalarBody body(e.runner, e.view.region(0), std::clamp<int64_t>(num_results, 1, kBlock));
  for (int64_t first = 0; first < num_results; first += body.lanes()) {
    const int64_t count = std::min(body.lanes(), num_results - first);
    for (int i = 0; i < n; ++i) {
      const Literal& initial = e.operand(n + i);
      load_cells(initial.element(), initial.data(), {.count = count, .stride = 0},
                 body.argument(i));
    }
    for (IndexIterator it(pick(shape, sorted)); !it.done(); it.next()) {
      const int64_t step = linear_offset(it.index(), step_strides);
      for (int i = 0; i < n; ++i) {
        const Literal& operand = e.operand(i);
        for (int64_t lane = 0; lane < count; ++lane) {
          body.argument(n + i)[lane] =
              load_cell(operand.element(), operand.data(), starts[first + lane] + step);
        }
      }
      body.run(count);
      body.feed_back(n, count);
    }
    for (int i = 0; i < n; ++i) {
      store_cells(results[i].element(), results[i].data(), {.start = first, .count = count},
                  body.argument(i));
    }
  }
  return results;
}

std::vector<Literal> evaluate_reduce(Evaluation& e) {
  if (e.view.num_operands() == 2) {
    if (const auto reducer = recognized_reducer(e.view.region(0))) {
      return reduce_by_reducer(e, *reducer);
    }
  }
  return reduce_by_body(e);
}

constexpr EvaluatorRow kReductionRows[] = {
    {OpCode::kReduce, evaluate_reduce},
    {OpCode::kReduceWindow, evaluate_reduce_window},
    {OpCode::kSelectAndScatter, evaluate_select_and_scatter},
    {OpCode::kSort, evaluate_sort},
    {OpCode::kTopK, evaluate_top_k},
};

}  // namespace

std::span<const EvaluatorRow> reduction_evaluators() { return kReductionRows; }

}  // namespace motley::tensor::reference
