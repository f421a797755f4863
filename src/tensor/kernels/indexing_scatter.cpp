// scatter: combines windows of updates with the operand by a reducer, or overwrites it.
//
// Several updates may hit one element, and are then applied in program order. Threads therefore
// divide not the updates but the elements of a window (a piece of every row of an embedding), if
// windows are long enough: each element's updates are applied in order, whatever the timing.
#include <cstring>

#include "core/base/threads.h"
#include "tensor/kernels/indexing.h"
#include "tensor/kernels/movement.h"
#include "tensor/kernels/reducers.h"

namespace motley::tensor {
namespace {

struct ScatterPlan {
  Lookup lookup;
  CopyPlan whole;                  // operand into result
  std::vector<CopyDim> window;     // from updates to result; the first one is divided among threads
  std::optional<Reducer> reducer;  // nullopt: the update overwrites
  ElementType element = ElementType::kF32;
  int num_threads = 1;
};

template <class T, class Op>
MOTLEY_INLINE void update_row(Op op, const CopyDim& dim, const std::byte* from, std::byte* to) {
  const auto* updates = reinterpret_cast<const T*>(from);
  auto* results = reinterpret_cast<T*>(to);
  if (dim.from == sizeof(T) && dim.to == sizeof(T)) {
    for (int64_t i = 0; i < dim.extent; ++i) results[i] = op(results[i], updates[i]);
    return;
  }
  const auto size = static_cast<int64_t>(sizeof(T));
  const int64_t from_step = dim.from / size, to_step = dim.to / size;
  for (int64_t i = 0; i < dim.extent; ++i)
    results[i * to_step] = op(results[i * to_step], updates[i * from_step]);
}

MOTLEY_VECTORIZED void fold_row(ElementType element, Reducer reducer, const CopyDim& dim,
                                const std::byte* from, std::byte* to) {
  const auto with = [&](auto zero) __attribute__((always_inline)) {
    using T = decltype(zero);
    with_reducer<T>(
        reducer, [&](auto op) __attribute__((always_inline)) { update_row<T>(op, dim, from, to); });
  };
  if (element == ElementType::kF32) return with(0.0F);
  if (element == ElementType::kF64) return with(0.0);
  const bool wraps = reducer == Reducer::kSum || reducer == Reducer::kProduct;
  return wraps ? with(uint32_t{0}) : with(int32_t{0});
}

void replace_row(int64_t size, const CopyDim& dim, const std::byte* from, std::byte* to) {
  if (dim.from == size && dim.to == size) {
    std::memcpy(to, from, dim.extent * size);
    return;
  }
  for (int64_t i = 0; i < dim.extent; ++i) std::memcpy(to + i * dim.to, from + i * dim.from, size);
}

void update_window(const ScatterPlan& plan, size_t level, CopyDim dim, const std::byte* from,
                   std::byte* to) {
  if (level + 1 < plan.window.size()) {
    for (int64_t i = 0; i < dim.extent; ++i)
      update_window(plan, level + 1, plan.window[level + 1], from + i * dim.from, to + i * dim.to);
  } else if (plan.reducer) {
    fold_row(plan.element, *plan.reducer, dim, from, to);
  } else {
    replace_row(byte_size(plan.element), dim, from, to);
  }
}

// Elements [begin, end) of the outermost dimension of every window.
void scatter_part(const ScatterPlan& plan, int64_t begin, int64_t end, const KernelCall& call) {
  CopyDim first = plan.window[0];
  first.extent = end - begin;
  const int64_t size = byte_size(plan.element);
  for (int64_t i = 0; i < plan.lookup.num_windows; ++i) {
    const LookupPlace place = plan.lookup.at(i, call.operands[1]);
    if (!place.inside) continue;
    update_window(plan, 0, first, call.operands[2] + place.window * size + begin * first.from,
                  call.results[0] + place.operand * size + begin * first.to);
  }
}

// (old, new) -> new.
bool replaces(const Region& region) {
  return region.ops.empty() && region.results.size() == 1 &&
         region.results[0] == region.arguments[1];
}

bool can_fold(ElementType element, Reducer reducer) {
  if (element == ElementType::kI32) return true;
  return (element == ElementType::kF32 || element == ElementType::kF64) &&
         reducer != Reducer::kAnd && reducer != Reducer::kOr && reducer != Reducer::kXor;
}

}  // namespace

std::optional<Kernel> scatter_kernel(const KernelRequest& request) {
  if (request.view.num_operands() != 3) return std::nullopt;
  const auto& attrs = request.view.get<ScatterAttrs>();
  const Layout &from = request.operands[0], &updates = request.operands[2],
               &to = request.results[0];
  ScatterPlan plan{.element = to.type.element};
  plan.reducer = recognized_reducer(request.view.region(0));
  if (!plan.reducer && !replaces(request.view.region(0))) return std::nullopt;
  if (plan.reducer && !can_fold(plan.element, *plan.reducer)) return std::nullopt;
  plan.lookup = lookup_of({.operand = to,
                           .indices = request.operands[1],
                           .windows = updates,
                           .index_vector_dim = attrs.index_vector_dim,
                           .mapped = attrs.scatter_dims_to_operand_dims,
                           .operand_batching = attrs.input_batching_dims,
                           .indices_batching = attrs.scatter_indices_batching_dims,
                           .collapsed = attrs.inserted_window_dims,
                           .window_dims = attrs.update_window_dims});
  for (const Lookup::Mapped& mapped : plan.lookup.mapped)
    if (mapped.last < 0) return std::nullopt;
  const int64_t size = byte_size(plan.element);
  plan.whole = plan_copy(to.type.shape, from.strides, to.strides, size, request.num_threads);
  for (size_t d = 0; d < plan.lookup.window_shape.size(); ++d) {
    if (plan.lookup.window_shape[d] == 1) continue;
    plan.window.push_back({plan.lookup.window_shape[d], plan.lookup.window_strides[d] * size,
                           plan.lookup.window_operand[d] * size});
  }
  if (plan.window.empty()) plan.window.push_back({1, size, size});
  const bool is_empty = updates.type.num_elements() == 0;
  const int64_t width = plan.window[0].extent;
  plan.num_threads = updates.type.num_bytes() < 64 << 10 || width < 16 * request.num_threads
                         ? 1
                         : request.num_threads;
  Kernel kernel{.name = "scatter", .run = [plan, is_empty, width](const KernelCall& call) {
                  if (call.operands[0] != call.results[0])
                    strided_copy(plan.whole, call.operands[0], call.results[0]);
                  if (is_empty) return;
                  core::parallel_for(plan.num_threads, width, [&](int64_t begin, int64_t end, int) {
                    scatter_part(plan, begin, end, call);
                  });
                }};
  // If the operand must be preserved, copying it is the larger part; the cost given is that of the
  // in-place case, which the compiler arranges where possible.
  const auto bytes = static_cast<double>(updates.type.num_bytes());
  const double windows = std::max<double>(1, static_cast<double>(plan.lookup.num_windows));
  kernel.work = {{"scatter",
                  bytes * share_of_busiest(width, plan.num_threads, request.num_threads),
                  {bytes / windows},
                  true}};
  if (from.strides == to.strides) kernel.in_place = {{.operand = 0, .result = 0}};
  return kernel;
}

}  // namespace motley::tensor
