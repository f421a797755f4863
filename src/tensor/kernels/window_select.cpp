// select_and_scatter with "greater or equal" and "add": the gradient of max pooling. Each source
// element is added at the position that its window selects, the first of the largest.
//
// Rows of a dimension without windows (features) are processed together: the best value and its
// position are kept for each. Windows overlap only within one point of the dimensions without
// windows, so threads divide those points.
#include <algorithm>

#include "core/base/threads.h"
#include "tensor/kernels/movement.h"
#include "tensor/kernels/vectorized.h"
#include "tensor/kernels/window_kernel.h"

namespace motley::tensor {
namespace {

struct SelectPlan {
  std::vector<WindowDim> plain, windowed;
  std::vector<int64_t> plain_result, windowed_result;  // strides of the result
  WindowDim inner;
  int64_t inner_result = 1;
  int64_t num_plain = 1, num_windows = 1;
  int64_t inner_pieces = 1;  // of the inner row, if there are fewer plain points than threads
  CopyPlan clearing;
  int num_threads = 1;
};

// The best positions for a piece of a row, in the thread's scratch memory.
struct Best {
  float* value;
  int32_t* place;  // in elements of the result, relative to the window's plain point
};

struct Window {
  std::array<WindowRun, kMaxWindowDims> runs;
  int64_t count = 1, in = 0, result = 0, source = 0;
};

MOTLEY_INLINE Window window_at(const SelectPlan& plan, int64_t index) {
  Window window;
  for (size_t d = plan.windowed.size(); d-- > 0;) {
    const WindowDim& dim = plan.windowed[d];
    const int64_t o = index % dim.outputs;
    index /= dim.outputs;
    window.runs[d] = dim.runs[o];
    window.count *= dim.runs[o].count;
    window.in += dim.runs[o].first * dim.in;
    window.result += dim.runs[o].first * plan.windowed_result[d];
    window.source += o * dim.out;
  }
  return window;
}

// Comparisons with NaN are false: a NaN replaces the best value and is replaced by the next one, as
// the comparison prescribes.
MOTLEY_INLINE void keep_better(const float* __restrict in, int64_t step, int32_t place,
                               int64_t count, float* __restrict value, int32_t* __restrict places) {
  if (step == 1) {
    for (int64_t i = 0; i < count; ++i) {
      const bool keep = value[i] >= in[i];
      value[i] = keep ? value[i] : in[i];
      places[i] = keep ? places[i] : place;
    }
  } else {
    for (int64_t i = 0; i < count; ++i) {
      const bool keep = value[i] >= in[i * step];
      value[i] = keep ? value[i] : in[i * step];
      places[i] = keep ? places[i] : place;
    }
  }
}

MOTLEY_VECTORIZED void select_rows(const SelectPlan& plan, int64_t first, int64_t count, Best best,
                                   const float* in, const float* source, float* result) {
  in += first * plan.inner.in;
  source += first * plan.inner.out;
  result += first * plan.inner_result;
  for (int64_t w = 0; w < plan.num_windows; ++w) {
    Window window = window_at(plan, w);
    if (window.count == 0) continue;
    std::array<int64_t, kMaxWindowDims> index = {};
    for (int64_t i = 0; i < window.count; ++i) {
      const auto place = static_cast<int32_t>(window.result);
      if (i == 0) {
        for (int64_t c = 0; c < count; ++c) {
          best.value[c] = in[window.in + c * plan.inner.in];
          best.place[c] = place;
        }
      } else {
        keep_better(in + window.in, plan.inner.in, place, count, best.value, best.place);
      }
      for (size_t d = plan.windowed.size(); d-- > 0;) {
        const int64_t in_step = window.runs[d].step * plan.windowed[d].in;
        const int64_t result_step = window.runs[d].step * plan.windowed_result[d];
        window.in += in_step, window.result += result_step;
        if (++index[d] < window.runs[d].count) break;
        window.in -= index[d] * in_step, window.result -= index[d] * result_step;
        index[d] = 0;
      }
    }
    for (int64_t c = 0; c < count; ++c)
      result[best.place[c] + c * plan.inner_result] += source[window.source + c * plan.inner.out];
  }
}

bool is_compare_ge(const Region& region) {
  if (region.arguments.size() != 2 || region.ops.size() != 1) return false;
  const Op& op = region.ops[0];
  if (op.code != OpCode::kCompare || region.results != op.results) return false;
  const auto& attrs = op.get<CompareAttrs>();
  return attrs.direction == CompareDirection::kGe && attrs.kind == CompareKind::kFloat &&
         op.operands == region.arguments;
}

bool is_window_select_supported(const KernelRequest& request) {
  for (const Layout& layout : {request.operands[0], request.operands[1], request.results[0]}) {
    if (layout.type.element != ElementType::kF32 || layout.num_dims() > kMaxWindowDims ||
        layout.type.num_elements() == 0)
      return false;
  }
  return is_compare_ge(request.view.region(0)) &&
         recognized_reducer(request.view.region(1)) == Reducer::kSum;
}

void run_select(const SelectPlan& plan, const KernelCall& call) {
  strided_copy(plan.clearing, call.operands[2], call.results[0]);
  const int64_t width = plan.inner.outputs, pieces = plan.inner_pieces;
  core::parallel_for(plan.num_threads, plan.num_plain * pieces,
                     [&](int64_t begin, int64_t end, int thread) {
                       auto* memory = reinterpret_cast<float*>(call.scratch) + 2 * width * thread;
                       const Best best{memory, reinterpret_cast<int32_t*>(memory + width)};
                       for (int64_t i = begin; i < end; ++i) {
                         int64_t rest = i / pieces, in = 0, source = 0, result = 0;
                         for (size_t d = plan.plain.size(); d-- > 0;) {
                           const int64_t o = rest % plan.plain[d].outputs;
                           rest /= plan.plain[d].outputs;
                           in += o * plan.plain[d].in, source += o * plan.plain[d].out;
                           result += o * plan.plain_result[d];
                         }
                         const int64_t first = width * (i % pieces) / pieces;
                         const int64_t last = width * (i % pieces + 1) / pieces;
                         select_rows(plan, first, last - first, best,
                                     reinterpret_cast<const float*>(call.operands[0]) + in,
                                     reinterpret_cast<const float*>(call.operands[1]) + source,
                                     reinterpret_cast<float*>(call.results[0]) + result);
                       }
                     });
}

// Elements examined, by the length of contiguous runs.
WorkPart select_work(const SelectPlan& plan, const KernelRequest& request) {
  double looks = static_cast<double>(request.operands[1].type.num_elements());
  for (const WindowDim& dim : plan.windowed) looks *= static_cast<double>(dim.window);
  const int64_t pieces = plan.num_plain * plan.inner_pieces;
  return {.kind = "window.select",
          .amount = looks * share_of_busiest(pieces, plan.num_threads, request.num_threads),
          .size = {static_cast<double>(plan.inner.outputs)},
          .streams = true};
}

}  // namespace

std::optional<Kernel> select_window(const KernelRequest& request) {
  if (!is_window_select_supported(request)) return std::nullopt;
  const auto& attrs = request.view.get<SelectAndScatterAttrs>();
  const Layout& result = request.results[0];
  const Dims ones(attrs.window.size(), 1);
  const std::vector<WindowDim> all =
      window_dims({attrs.window, attrs.strides, ones, ones, attrs.pad_low, attrs.pad_high},
                  request.operands[0], request.operands[1]);
  SelectPlan plan{.inner = {.runs = {{.first = 0, .step = 1, .count = 1}}}};
  int inner = -1;
  for (int d = 0; d < static_cast<int>(all.size()); ++d) {
    if (!all[d].is_plain()) continue;
    const bool better =
        inner < 0 || (all[d].in == 1) > (all[inner].in == 1) ||
        ((all[d].in == 1) == (all[inner].in == 1) && all[d].outputs > all[inner].outputs);
    if (better) inner = d;
  }
  for (int d = 0; d < static_cast<int>(all.size()); ++d) {
    if (d == inner) {
      plan.inner = all[d], plan.inner_result = result.strides[d];
    } else if (all[d].is_plain()) {
      plan.plain.push_back(all[d]), plan.plain_result.push_back(result.strides[d]);
      plan.num_plain *= all[d].outputs;
    } else {
      plan.windowed.push_back(all[d]), plan.windowed_result.push_back(result.strides[d]);
      plan.num_windows *= all[d].outputs;
    }
  }
  int64_t last_place = 0;  // positions are kept in 32 bits
  for (size_t d = 0; d < plan.windowed.size(); ++d)
    last_place += (plan.windowed[d].extent - 1) * std::abs(plan.windowed_result[d]);
  if (last_place > INT32_MAX) return std::nullopt;
  plan.num_threads = result.type.num_elements() < 16 << 10 ? 1 : request.num_threads;
  if (plan.num_plain < 2 * plan.num_threads)
    plan.inner_pieces = std::min<int64_t>(plan.num_threads, plan.inner.outputs);
  plan.clearing = plan_copy(result.type.shape, std::vector<int64_t>(result.strides.size(), 0),
                            result.strides, sizeof(float), request.num_threads);
  return Kernel{.name = "select_and_scatter",
                .scratch_bytes = 8 * plan.inner.outputs * plan.num_threads,
                .run = [plan](const KernelCall& call) { run_select(plan, call); },
                .work = {select_work(plan, request), copy_work(plan.clearing)}};
}

}  // namespace motley::tensor
