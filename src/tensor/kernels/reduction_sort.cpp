// sort by a plain comparison of one operand, with the other operands as payload, and top_k.
#include <algorithm>
#include <bit>
#include <cstring>

#include "core/base/threads.h"
#include "tensor/kernels/reduction.h"

namespace motley::tensor {
namespace {

// A key and its original position; 8 bytes, so that merging moves one word.
template <class T>
struct Entry {
  T key;
  int32_t index;
};

// Floats in their total order: -NaN, -inf, ..., -0, +0, ..., inf, NaN.
int32_t total_order(float value) {
  const auto bits = std::bit_cast<int32_t>(value);
  return bits ^ ((bits >> 31) & 0x7fffffff);
}

// Rows along one dimension of several tensors with one shape.
struct Rows {
  Shape outer;
  std::vector<std::vector<int64_t>> strides;  // of each tensor, over `outer`
  std::vector<int64_t> steps;                 // of each tensor, along the dimension
  int64_t num_rows = 1;

  int64_t offset(size_t tensor, int64_t row) const {
    int64_t at = 0;
    for (size_t d = outer.size(); d-- > 0;) {
      at += row % outer[d] * strides[tensor][d];
      row /= outer[d];
    }
    return at;
  }
};

Rows rows_of(const std::vector<const Layout*>& layouts, int64_t dim) {
  Rows rows;
  for (int d = 0; d < layouts[0]->num_dims(); ++d) {
    if (d == dim) continue;
    rows.outer.push_back(layouts[0]->extent(d));
    rows.num_rows *= layouts[0]->extent(d);
  }
  for (const Layout* layout : layouts) {
    rows.strides.emplace_back();
    for (int d = 0; d < layout->num_dims(); ++d)
      if (d != dim) rows.strides.back().push_back(layout->strides[d]);
    rows.steps.push_back(layout->strides[dim]);
  }
  return rows;
}

// Bottom-up, stable, and in bounds whatever `before` returns: a comparison of floats is
// inconsistent in the presence of NaNs. The result is in `entries`. Cost: n log n.
template <class T, class Before>
void merge_sort(Entry<T>* entries, Entry<T>* other, int64_t n, Before before) {
  Entry<T>* from = entries;
  for (int64_t width = 1; width < n; width *= 2) {
    for (int64_t begin = 0; begin < n; begin += 2 * width) {
      const int64_t middle = std::min(begin + width, n), end = std::min(begin + 2 * width, n);
      int64_t left = begin, right = middle;
      for (int64_t i = begin; i < end; ++i) {
        const bool take_right =
            left == middle || (right < end && before(from[right].key, from[left].key));
        other[i] = take_right ? from[right++] : from[left++];
      }
    }
    std::swap(from, other);
  }
  if (from != entries) std::memcpy(entries, from, n * sizeof(Entry<T>));
}

// --- sort ------------------------------------------------------------------------------------

struct SortPlan {
  Rows rows;  // operands, then results
  int64_t extent = 0;
  size_t num_operands = 0, key = 0;
  std::vector<int64_t> sizes;  // bytes of an element of each operand
  bool is_float = true, is_total = false, descending = false;
  int num_threads = 1;
};

template <class T>
void order_row(const SortPlan& plan, const std::byte* keys, Entry<T>* entries) {
  const int64_t step = plan.rows.steps[plan.key];
  for (int64_t i = 0; i < plan.extent; ++i) {
    if constexpr (std::is_same_v<T, float>) {
      entries[i] = {reinterpret_cast<const float*>(keys)[i * step], static_cast<int32_t>(i)};
    } else {
      const int32_t key = plan.is_float
                              ? total_order(reinterpret_cast<const float*>(keys)[i * step])
                              : reinterpret_cast<const int32_t*>(keys)[i * step];
      entries[i] = {key, static_cast<int32_t>(i)};
    }
  }
  Entry<T>* other = entries + plan.extent;
  if (plan.descending) {
    merge_sort(entries, other, plan.extent, [](T a, T b) { return a > b; });
  } else {
    merge_sort(entries, other, plan.extent, [](T a, T b) { return a < b; });
  }
}

template <class T>
void sort_rows(const SortPlan& plan, int64_t begin, int64_t end, int thread,
               const KernelCall& call) {
  auto* entries = reinterpret_cast<Entry<T>*>(call.scratch) + 2 * plan.extent * thread;
  for (int64_t row = begin; row < end; ++row) {
    order_row<T>(plan, call.operands[plan.key] + plan.rows.offset(plan.key, row) * 4, entries);
    for (size_t k = 0; k < plan.num_operands; ++k) {
      const size_t result = plan.num_operands + k;
      const int64_t size = plan.sizes[k], step = plan.rows.steps[k] * size;
      const std::byte* from = call.operands[k] + plan.rows.offset(k, row) * size;
      std::byte* to = call.results[k] + plan.rows.offset(result, row) * size;
      const int64_t to_step = plan.rows.steps[result] * size;
      if (size == 4) {
        for (int64_t i = 0; i < plan.extent; ++i)
          std::memcpy(to + i * to_step, from + entries[i].index * step, 4);
      } else {
        for (int64_t i = 0; i < plan.extent; ++i)
          std::memcpy(to + i * to_step, from + entries[i].index * step, size);
      }
    }
  }
}

// A comparator that is one less-than or greater-than of a pair: which pair, and which direction.
struct Comparator {
  size_t pair = 0;
  bool descending = false;
  CompareKind kind = CompareKind::kFloat;
};
std::optional<Comparator> comparator_of(const Region& region) {
  if (region.ops.size() != 1 || region.ops[0].code != OpCode::kCompare ||
      region.results != region.ops[0].results)
    return std::nullopt;
  const auto& attrs = region.ops[0].get<CompareAttrs>();
  const auto& operands = region.ops[0].operands;
  if (attrs.direction != CompareDirection::kLt && attrs.direction != CompareDirection::kGt)
    return std::nullopt;
  for (size_t pair = 0; 2 * pair + 1 < region.arguments.size(); ++pair) {
    const ValueId a = region.arguments[2 * pair], b = region.arguments[2 * pair + 1];
    const bool greater = attrs.direction == CompareDirection::kGt;
    if (operands == std::vector{a, b}) return Comparator{pair, greater, attrs.kind};
    if (operands == std::vector{b, a}) return Comparator{pair, !greater, attrs.kind};
  }
  return std::nullopt;
}

int threads_for(const KernelRequest& request, int64_t work) {
  return static_cast<int>(
      std::clamp<int64_t>(work / (4 << 10), 1, std::max(1, request.num_threads)));
}

// Elements, by the length of a row.
WorkPart row_work(const char* kind, int64_t num_rows, int64_t extent, int used, int num_threads) {
  return {.kind = kind,
          .amount = static_cast<double>(num_rows * extent) *
                    share_of_busiest(num_rows, used, num_threads),
          .size = {static_cast<double>(extent)}};
}

}  // namespace

std::optional<Kernel> compare_sort(const KernelRequest& request) {
  const auto comparator = comparator_of(request.view.region(0));
  if (!comparator) return std::nullopt;
  const Layout& keys = request.operands[comparator->pair];
  const auto& attrs = request.view.get<SortAttrs>();
  const int64_t dim = attrs.dim < 0 ? attrs.dim + keys.num_dims() : attrs.dim;
  const bool is_f32 =
      keys.type.element == ElementType::kF32 &&
      (comparator->kind == CompareKind::kFloat || comparator->kind == CompareKind::kTotalOrder);
  const bool is_i32 =
      keys.type.element == ElementType::kI32 && comparator->kind == CompareKind::kSigned;
  if ((!is_f32 && !is_i32) || keys.type.shape[dim] > INT32_MAX) return std::nullopt;
  std::vector<const Layout*> layouts;
  for (const Layout& layout : request.operands) layouts.push_back(&layout);
  for (const Layout& layout : request.results) layouts.push_back(&layout);
  SortPlan plan{.rows = rows_of(layouts, dim),
                .extent = keys.type.shape[dim],
                .num_operands = request.operands.size(),
                .key = comparator->pair,
                .is_float = is_f32,
                .is_total = comparator->kind == CompareKind::kTotalOrder,
                .descending = comparator->descending};
  for (const Layout& layout : request.operands)
    plan.sizes.push_back(byte_size(layout.type.element));
  plan.num_threads = threads_for(request, keys.type.num_elements());
  return Kernel{.name = "sort",
                .scratch_bytes = 2 * 8 * plan.extent * plan.num_threads,
                .run =
                    [plan](const KernelCall& call) {
                      core::parallel_for(plan.num_threads, plan.rows.num_rows,
                                         [&](int64_t begin, int64_t end, int thread) {
                                           if (plan.is_float && !plan.is_total) {
                                             sort_rows<float>(plan, begin, end, thread, call);
                                           } else {
                                             sort_rows<int32_t>(plan, begin, end, thread, call);
                                           }
                                         });
                    },
                .work = {row_work("sort", plan.rows.num_rows, plan.extent, plan.num_threads,
                                  request.num_threads)}};
}

// Ties go to the earlier one; floats in total order.
std::optional<Kernel> top_k_sort(const KernelRequest& request) {
  const Layout &in = request.operands[0], &values = request.results[0],
               &positions = request.results[1];
  const ElementType element = in.type.element;
  const int64_t extent = in.type.shape.back(), k = request.view.get<TopKAttrs>().k;
  if ((element != ElementType::kF32 && element != ElementType::kI32) ||
      positions.type.element != ElementType::kI32 || extent > INT32_MAX)
    return std::nullopt;
  const Rows rows = rows_of({&in, &values, &positions}, in.num_dims() - 1);
  const int num_threads = threads_for(request, in.type.num_elements());
  const auto run_rows = [=](int64_t begin, int64_t end, int thread, const KernelCall& call) {
    auto* entries = reinterpret_cast<Entry<int32_t>*>(call.scratch) + extent * thread;
    for (int64_t row = begin; row < end; ++row) {
      const auto* from = reinterpret_cast<const int32_t*>(call.operands[0]) + rows.offset(0, row);
      for (int64_t i = 0; i < extent; ++i) {
        const int32_t bits = from[i * rows.steps[0]];
        entries[i] = {element == ElementType::kF32 ? total_order(std::bit_cast<float>(bits)) : bits,
                      static_cast<int32_t>(i)};
      }
      std::partial_sort(entries, entries + k, entries + extent, [](const auto& a, const auto& b) {
        return a.key != b.key ? a.key > b.key : a.index < b.index;
      });
      auto* best = reinterpret_cast<int32_t*>(call.results[0]) + rows.offset(1, row);
      auto* places = reinterpret_cast<int32_t*>(call.results[1]) + rows.offset(2, row);
      for (int64_t i = 0; i < k; ++i) {
        best[i * rows.steps[1]] = from[entries[i].index * rows.steps[0]];
        places[i * rows.steps[2]] = entries[i].index;
      }
    }
  };
  return Kernel{
      .name = "top_k",
      .scratch_bytes = 8 * extent * num_threads,
      .run =
          [=](const KernelCall& call) {
            core::parallel_for(num_threads, rows.num_rows,
                               [&](int64_t begin, int64_t end, int thread) {
                                 run_rows(begin, end, thread, call);
                               });
          },
      .work = {row_work("top_k", rows.num_rows, extent, num_threads, request.num_threads)}};
}

}  // namespace motley::tensor
