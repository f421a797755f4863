#include "tensor/kernels/window_kernel.h"

#include <algorithm>

#include "core/base/threads.h"
#include "tensor/kernels/reducers.h"

namespace motley::tensor {
namespace {

// The input index under window position w, or -1.
int64_t input_index(const WindowDim& dim, int64_t o, int64_t w) {
  const int64_t position = o * dim.stride + w * dim.window_dilation - dim.pad;
  if (position < 0 || position % dim.base_dilation != 0) return -1;
  const int64_t index = position / dim.base_dilation;
  return index < dim.extent ? index : -1;
}

WindowRun run_of(const WindowDim& dim, int64_t o) {
  WindowRun run;
  for (int64_t w = 0; w < dim.window; ++w) {
    const int64_t index = input_index(dim, o, w);
    if (index < 0) continue;
    if (run.count == 0) run.first = index;
    if (run.count == 1) run.step = index - run.first;
    ++run.count;
  }
  return run;
}

int64_t inner_score(const WindowDim& dim) {
  const int64_t length = std::min<int64_t>(dim.outputs, 64);
  return length * (dim.out == 1 ? 4 : 1) * (dim.in * dim.stride == 1 ? 4 : 1) *
         (dim.is_plain() ? 2 : 1);
}

// --- Loops -----------------------------------------------------------------------------------

// Rows of the result along `inner`; for window position w of it, outputs [low, high) see elements.
struct FoldPlan {
  std::vector<WindowDim> outer;
  WindowDim inner;
  struct Reach {
    int64_t low, high, in_first;  // input offset, in elements, of output `low`
  };
  std::vector<Reach> reaches;
  std::vector<int64_t> inner_counts;  // elements seen by each output of the row
  int64_t window_volume = 1, num_rows = 1;
  Reducer reducer = Reducer::kSum;
  ElementType element = ElementType::kF32;
};

template <class T, class Op>
MOTLEY_INLINE void fold_row(Op op, T* out, int64_t out_step, const T* in, int64_t in_step,
                            int64_t count) {
  if (out_step == 1 && in_step == 1) {
    for (int64_t i = 0; i < count; ++i) out[i] = op(out[i], in[i]);
  } else {
    for (int64_t i = 0; i < count; ++i) out[i * out_step] = op(out[i * out_step], in[i * in_step]);
  }
}

// Padding counts as the initial value each time; this matters if that is not the identity.
template <class T, class Op>
MOTLEY_INLINE void fold_padding(const FoldPlan& plan, Op op, T initial, int64_t outer_count,
                                T* out) {
  for (int64_t o = 0; o < plan.inner.outputs; ++o) {
    const int64_t missing = plan.window_volume - outer_count * plan.inner_counts[o];
    for (int64_t i = 0; i < missing; ++i)
      out[o * plan.inner.out] = op(out[o * plan.inner.out], initial);
  }
}

template <class T, class Op>
MOTLEY_INLINE void fold_rows(const FoldPlan& plan, Op op, int64_t begin, int64_t end, const T* in,
                             T initial, T* out) {
  const int num_outer = static_cast<int>(plan.outer.size());
  std::array<WindowRun, kMaxWindowDims> runs;
  std::array<int64_t, kMaxWindowDims> index;
  for (int64_t row = begin; row < end; ++row) {
    int64_t rest = row, out_offset = 0, in_offset = 0, count = 1;
    for (int d = num_outer; d-- > 0;) {
      const WindowDim& dim = plan.outer[d];
      const int64_t o = rest % dim.outputs;
      rest /= dim.outputs;
      runs[d] = dim.runs[o];
      index[d] = 0;
      out_offset += o * dim.out;
      in_offset += runs[d].first * dim.in;
      count *= runs[d].count;
    }
    T* target = out + out_offset;
    for (int64_t i = 0; i < plan.inner.outputs; ++i) target[i * plan.inner.out] = initial;
    for (int64_t i = 0; i < count; ++i) {
      for (const FoldPlan::Reach& reach : plan.reaches) {
        fold_row(op, target + reach.low * plan.inner.out, plan.inner.out,
                 in + in_offset + reach.in_first, plan.inner.in * plan.inner.stride,
                 reach.high - reach.low);
      }
      for (int d = num_outer; d-- > 0;) {
        const int64_t step = runs[d].step * plan.outer[d].in;
        in_offset += step;
        if (++index[d] < runs[d].count) break;
        in_offset -= index[d] * step;
        index[d] = 0;
      }
    }
    if (!(initial == Op::identity())) fold_padding(plan, op, initial, count, target);
  }
}

template <class T>
MOTLEY_INLINE void fold_rows_as(const FoldPlan& plan, int64_t begin, int64_t end, const void* in,
                                const void* initial, void* out) {
  with_reducer<T>(
      plan.reducer, [&](auto op) __attribute__((always_inline)) {
        fold_rows<T>(plan, op, begin, end, static_cast<const T*>(in),
                     *static_cast<const T*>(initial), static_cast<T*>(out));
      });
}

MOTLEY_VECTORIZED void run_fold_f32(const FoldPlan& plan, int64_t begin, int64_t end,
                                    const void* in, const void* initial, void* out) {
  fold_rows_as<float>(plan, begin, end, in, initial, out);
}

void run_fold(const FoldPlan& plan, int64_t begin, int64_t end, const void* in, const void* initial,
              void* out) {
  if (plan.element == ElementType::kF32) return run_fold_f32(plan, begin, end, in, initial, out);
  fold_rows_as<double>(plan, begin, end, in, initial, out);
}

bool is_window_supported(const KernelRequest& request) {
  const ElementType element = request.results[0].type.element;
  return request.view.num_operands() == 2 && recognized_reducer(request.view.region(0)) &&
         (element == ElementType::kF32 || element == ElementType::kF64) &&
         request.results[0].num_dims() <= kMaxWindowDims &&
         request.results[0].type.num_elements() > 0 && request.operands[0].type.num_elements() > 0;
}

}  // namespace

std::vector<WindowDim> window_dims(const ReduceWindowAttrs& a, const Layout& large,
                                   const Layout& small) {
  std::vector<WindowDim> dims;
  for (int d = 0; d < large.num_dims(); ++d) {
    WindowDim dim{large.extent(d),     small.extent(d),
                  a.window[d],         a.strides[d],
                  a.base_dilations[d], a.window_dilations[d],
                  a.pad_low[d],        large.strides[d],
                  small.strides[d],    {}};
    for (int64_t o = 0; o < dim.outputs; ++o) dim.runs.push_back(run_of(dim, o));
    dims.push_back(std::move(dim));
  }
  return dims;
}

WindowDim take_inner_dim(std::vector<WindowDim>& dims, bool plain_only) {
  int best = -1;
  for (int d = 0; d < static_cast<int>(dims.size()); ++d) {
    if (plain_only ? !dims[d].is_plain() : dims[d].base_dilation != 1) continue;
    if (best < 0 || inner_score(dims[d]) > inner_score(dims[best])) best = d;
  }
  if (best < 0) return {.runs = {{.first = 0, .step = 1, .count = 1}}};
  WindowDim inner = std::move(dims[best]);
  dims.erase(dims.begin() + best);
  return inner;
}

std::optional<Kernel> fold_window(const KernelRequest& request) {
  if (!is_window_supported(request)) return std::nullopt;
  FoldPlan plan{.outer = window_dims(request.view.get<ReduceWindowAttrs>(), request.operands[0],
                                     request.results[0])};
  plan.reducer = *recognized_reducer(request.view.region(0));
  plan.element = request.results[0].type.element;
  for (const WindowDim& dim : plan.outer) plan.window_volume *= dim.window;
  plan.inner = take_inner_dim(plan.outer, false);
  const WindowDim& inner = plan.inner;
  for (int64_t w = 0; w < inner.window; ++w) {
    const int64_t shift = w * inner.window_dilation - inner.pad;  // input index of output 0
    const int64_t low = shift >= 0 ? 0 : (-shift + inner.stride - 1) / inner.stride;
    const int64_t room = inner.extent - 1 - shift;
    const int64_t high = room < 0 ? 0 : std::min(inner.outputs, room / inner.stride + 1);
    if (low < high) plan.reaches.push_back({low, high, (low * inner.stride + shift) * inner.in});
  }
  for (const WindowRun& run : inner.runs) plan.inner_counts.push_back(run.count);
  for (const WindowDim& dim : plan.outer) plan.num_rows *= dim.outputs;
  const int64_t work = plan.num_rows * plan.window_volume * inner.outputs;
  const int num_threads = work < 16 << 10 ? 1 : request.num_threads;
  return Kernel{
      .name = "reduce_window",
      .run =
          [plan, num_threads](const KernelCall& call) {
            core::parallel_for(num_threads, plan.num_rows, [&](int64_t begin, int64_t end, int) {
              run_fold(plan, begin, end, call.operands[0], call.operands[1], call.results[0]);
            });
          },
      .work = {{"window.fold",
                static_cast<double>(work) *
                    share_of_busiest(plan.num_rows, num_threads, request.num_threads),
                {static_cast<double>(inner.outputs)},
                true}}};
}

}  // namespace motley::tensor
