// Windows that reach from one end of a dimension to their own position: scans, as JAX prints a
// cumulative sum. Cost: one reducer application per element; separate windows would cost the extent
// times as many.
#include <algorithm>

#include "core/base/threads.h"
#include "tensor/kernels/reducers.h"
#include "tensor/kernels/window_kernel.h"

namespace motley::tensor {
namespace {

// +1: from the front, -1: from the back, 0: neither.
int direction_of(const ReduceWindowAttrs& a, size_t d, int64_t extent) {
  if (a.window[d] != extent || a.strides[d] != 1 || a.base_dilations[d] != 1 ||
      a.window_dilations[d] != 1)
    return 0;
  if (a.pad_low[d] == extent - 1 && a.pad_high[d] == 0) return 1;
  if (a.pad_low[d] == 0 && a.pad_high[d] == extent - 1) return -1;
  return 0;
}

struct CumulativePlan {
  std::vector<WindowDim> outer;
  WindowDim inner;          // independent rows, vectorized
  int64_t extent = 1;       // of the scanned dimension
  int64_t in = 0, out = 0;  // strides along it, negative from the back
  int64_t in_first = 0, out_first = 0;
  int64_t num_rows = 1;
  Reducer reducer = Reducer::kSum;
  ElementType element = ElementType::kF32;
};

template <class T, class Op>
MOTLEY_INLINE void run_row(const CumulativePlan& plan, Op op, const T* in, T initial, T* out) {
  const int64_t count = plan.inner.outputs, from = plan.inner.in, to = plan.inner.out;
  for (int64_t i = 0; i < count; ++i) out[i * to] = op(initial, in[i * from]);
  for (int64_t k = 1; k < plan.extent; ++k) {
    const T* row = in + k * plan.in;
    const T* before = out + (k - 1) * plan.out;
    T* now = out + k * plan.out;
    if (from == 1 && to == 1) {
      for (int64_t i = 0; i < count; ++i) now[i] = op(before[i], row[i]);
    } else {
      for (int64_t i = 0; i < count; ++i) now[i * to] = op(before[i * to], row[i * from]);
    }
  }
  if (initial == Op::identity()) return;
  for (int64_t k = 0; k < plan.extent; ++k) {  // the rest of the window is padding
    for (int64_t i = 0; i < count; ++i) {
      T& value = out[k * plan.out + i * to];
      for (int64_t missing = plan.extent - 1 - k; missing > 0; --missing)
        value = op(value, initial);
    }
  }
}

template <class T>
MOTLEY_INLINE void run_rows_as(const CumulativePlan& plan, int64_t begin, int64_t end,
                               const void* in, const void* initial, void* out) {
  with_reducer<T>(
      plan.reducer, [&](auto op) __attribute__((always_inline)) {
        for (int64_t row = begin; row < end; ++row) {
          int64_t rest = row, from = plan.in_first, to = plan.out_first;
          for (size_t d = plan.outer.size(); d-- > 0;) {
            const int64_t o = rest % plan.outer[d].outputs;
            rest /= plan.outer[d].outputs;
            from += o * plan.outer[d].in, to += o * plan.outer[d].out;
          }
          run_row<T>(plan, op, static_cast<const T*>(in) + from, *static_cast<const T*>(initial),
                     static_cast<T*>(out) + to);
        }
      });
}

MOTLEY_VECTORIZED void run_rows(const CumulativePlan& plan, int64_t begin, int64_t end,
                                const void* in, const void* initial, void* out) {
  if (plan.element == ElementType::kF32) {
    run_rows_as<float>(plan, begin, end, in, initial, out);
  } else {
    run_rows_as<double>(plan, begin, end, in, initial, out);
  }
}

}  // namespace

std::optional<Kernel> cumulative_window(const KernelRequest& request) {
  const auto& a = request.view.get<ReduceWindowAttrs>();
  const Layout &in = request.operands[0], &out = request.results[0];
  CumulativePlan plan{.element = out.type.element};
  const auto reducer = recognized_reducer(request.view.region(0));
  if (request.view.num_operands() != 2 || !reducer || out.type.num_elements() == 0 ||
      out.num_dims() > kMaxWindowDims ||
      (plan.element != ElementType::kF32 && plan.element != ElementType::kF64))
    return std::nullopt;
  plan.reducer = *reducer;
  int found = -1;
  std::vector<WindowDim> dims;
  for (int d = 0; d < in.num_dims(); ++d) {
    WindowDim dim{.extent = in.extent(d),
                  .outputs = out.extent(d),
                  .window = a.window[d],
                  .stride = a.strides[d],
                  .base_dilation = a.base_dilations[d],
                  .window_dilation = a.window_dilations[d],
                  .pad = a.pad_low[d],
                  .in = in.strides[d],
                  .out = out.strides[d]};
    const int direction = dim.is_plain() ? 0 : direction_of(a, d, in.extent(d));
    if (!dim.is_plain() && (direction == 0 || found >= 0)) return std::nullopt;
    if (dim.is_plain()) {
      dims.push_back(std::move(dim));
      continue;
    }
    found = d;
    plan.extent = dim.extent;
    plan.in = direction * dim.in, plan.out = direction * dim.out;
    if (direction < 0) plan.in_first = (dim.extent - 1) * dim.in;
    if (direction < 0) plan.out_first = (dim.extent - 1) * dim.out;
  }
  if (found < 0) return std::nullopt;
  // Vectorized only along contiguous memory.
  const bool has_unit = std::any_of(dims.begin(), dims.end(), [](const WindowDim& dim) {
    return dim.in == 1 && dim.out == 1 && dim.outputs > 1;
  });
  if (has_unit) plan.inner = take_inner_dim(dims, true);
  plan.outer = std::move(dims);
  for (const WindowDim& dim : plan.outer) plan.num_rows *= dim.outputs;
  const int num_threads = out.type.num_elements() < 16 << 10 ? 1 : request.num_threads;
  return Kernel{
      .name = "cumulative",
      .run =
          [plan, num_threads](const KernelCall& call) {
            core::parallel_for(num_threads, plan.num_rows, [&](int64_t begin, int64_t end, int) {
              run_rows(plan, begin, end, call.operands[0], call.operands[1], call.results[0]);
            });
          },
      .work = {{has_unit ? "window.cumulative.rows" : "window.cumulative.columns",
                static_cast<double>(out.type.num_elements()) *
                    share_of_busiest(plan.num_rows, num_threads, request.num_threads),
                {},
                true}}};
}

}  // namespace motley::tensor
