// reduce with a known reducer, over any dimensions of any layout.
//
// Either rows are reduced (the contiguous dimension is reduced), by several accumulators in
// parallel; or columns (it is kept), a block of them at a time. Sums of f32 are accumulated in f64
// across blocks of some thousand elements, so their error does not grow with the length.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/base/threads.h"
#include "tensor/kernels/reducers.h"
#include "tensor/kernels/reduction.h"

namespace motley::tensor {
namespace {

constexpr int kMaxAxes = 8;
constexpr int64_t kMaxPieces = 64;   // of one long reduction, for threads
constexpr int64_t kColumns = 1024;   // reduced together
constexpr int64_t kRowBlock = 64;    // rows of columns before the sum moves to f64
constexpr int64_t kRunBlock = 4096;  // elements of a row before the sum moves to f64

struct ReduceAxis {
  int64_t extent = 1, in = 0, out = 0;
};

struct ReducePlan {
  std::vector<ReduceAxis> kept, reduced;  // without the inner one
  ReduceAxis inner;
  bool inner_is_kept = false;
  int64_t num_kept = 1, num_reduced = 1;
  int64_t column_blocks = 1;
  // one result divided among threads: along `num_reduced`, or along the inner row
  int64_t pieces = 1;
  Reducer reducer = Reducer::kSum;
  ElementType element = ElementType::kF32;
  int num_threads = 1;
};

struct Offsets {
  int64_t in = 0, out = 0;
};
MOTLEY_INLINE Offsets offsets_of(const std::vector<ReduceAxis>& axes, int64_t index) {
  Offsets offsets;
  for (size_t d = axes.size(); d-- > 0;) {
    const int64_t i = index % axes[d].extent;
    index /= axes[d].extent;
    offsets.in += i * axes[d].in, offsets.out += i * axes[d].out;
  }
  return offsets;
}

// Input offsets of the reduced points from `begin` on, in order.
struct Walk {
  std::array<int64_t, kMaxAxes> index = {};
  int64_t at = 0;
  MOTLEY_INLINE Walk(const std::vector<ReduceAxis>& axes, int64_t begin) {
    for (size_t d = axes.size(); d-- > 0;) {
      if (axes[d].extent == 0) return;  // no points
      index[d] = begin % axes[d].extent;
      begin /= axes[d].extent;
      at += index[d] * axes[d].in;
    }
  }
  MOTLEY_INLINE void next(const std::vector<ReduceAxis>& axes) {
    for (size_t d = axes.size(); d-- > 0;) {
      at += axes[d].in;
      if (++index[d] < axes[d].extent) return;
      at -= axes[d].extent * axes[d].in;
      index[d] = 0;
    }
  }
};

// The type and op that accumulate results across blocks.
template <class T, class Op>
struct BlockAccumulator {
  using Type = T;
  using Accumulate = Op;
};
template <>
struct BlockAccumulator<float, SumOf<float>> {
  using Type = double;
  using Accumulate = SumOf<double>;
};

template <class T, class Op>
MOTLEY_INLINE T fold_run(Op op, const T* in, int64_t step, int64_t count) {
  constexpr int kLanes = 32;
  T lanes[kLanes];
  for (T& lane : lanes) lane = Op::identity();
  int64_t i = 0;
  if (step == 1) {
    for (; i + kLanes <= count; i += kLanes)
      for (int lane = 0; lane < kLanes; ++lane) lanes[lane] = op(lanes[lane], in[i + lane]);
  }
  for (; i < count; ++i) lanes[i % kLanes] = op(lanes[i % kLanes], in[i * step]);
  for (int width = kLanes / 2; width > 0; width /= 2)
    for (int lane = 0; lane < width; ++lane) lanes[lane] = op(lanes[lane], lanes[lane + width]);
  return lanes[0];
}

// All elements of one result in reduced points [begin, end) and inner indices [first, last).
struct FoldRange {
  int64_t begin, end, first, last;
};
template <class T, class Op>
MOTLEY_INLINE auto fold_part(const ReducePlan& plan, Op op, const T* in, const FoldRange& part) {
  using C = typename BlockAccumulator<T, Op>::Type;
  using Accumulate = typename BlockAccumulator<T, Op>::Accumulate;
  C total = Accumulate::identity();
  Walk walk(plan.reduced, part.begin);
  for (int64_t r = part.begin; r < part.end; ++r, walk.next(plan.reduced)) {
    for (int64_t i = part.first; i < part.last; i += kRunBlock) {
      const T* run = in + walk.at + i * plan.inner.in;
      total = Accumulate{}(total, static_cast<C>(fold_run<T>(op, run, plan.inner.in,
                                                             std::min(kRunBlock, part.last - i))));
    }
  }
  return total;
}

template <class T, class Op>
MOTLEY_INLINE void fold_columns(const ReducePlan& plan, Op op, const T* in, T initial, T* out,
                                int64_t count) {
  using C = typename BlockAccumulator<T, Op>::Type;
  using Accumulate = typename BlockAccumulator<T, Op>::Accumulate;
  C totals[kColumns];
  T block[kColumns];
  for (int64_t c = 0; c < count; ++c) totals[c] = static_cast<C>(initial);
  Walk walk(plan.reduced, 0);
  for (int64_t r = 0; r < plan.num_reduced;) {
    const int64_t end = std::min(plan.num_reduced, r + kRowBlock);
    for (int64_t c = 0; c < count; ++c) block[c] = Op::identity();
    for (; r < end; ++r, walk.next(plan.reduced)) {
      const T* row = in + walk.at;
      if (plan.inner.in == 1) {
        for (int64_t c = 0; c < count; ++c) block[c] = op(block[c], row[c]);
      } else {
        for (int64_t c = 0; c < count; ++c) block[c] = op(block[c], row[c * plan.inner.in]);
      }
    }
    for (int64_t c = 0; c < count; ++c)
      totals[c] = Accumulate{}(totals[c], static_cast<C>(block[c]));
  }
  for (int64_t c = 0; c < count; ++c) out[c * plan.inner.out] = static_cast<T>(totals[c]);
}

// Chunk [begin, end) of the work divided among threads: results, blocks of columns, or pieces of
// one result.
template <class T, class Op>
MOTLEY_INLINE void reduce_chunk(const ReducePlan& plan, Op op, int64_t begin, int64_t end,
                                const T* in, T initial, T* out, double* partial) {
  using C = typename BlockAccumulator<T, Op>::Type;
  using Accumulate = typename BlockAccumulator<T, Op>::Accumulate;
  for (int64_t i = begin; i < end; ++i) {
    if (plan.inner_is_kept) {
      const Offsets at = offsets_of(plan.kept, i / plan.column_blocks);
      const int64_t b = i % plan.column_blocks, n = plan.inner.extent;
      const int64_t first = n * b / plan.column_blocks, last = n * (b + 1) / plan.column_blocks;
      for (int64_t c = first; c < last; c += kColumns) {
        fold_columns<T>(plan, op, in + at.in + c * plan.inner.in, initial,
                        out + at.out + c * plan.inner.out, std::min(kColumns, last - c));
      }
      continue;
    }
    FoldRange part{0, plan.num_reduced, 0, plan.inner.extent};
    if (plan.pieces > 1) {
      const bool cut_rows = plan.num_reduced >= plan.pieces;
      const int64_t n = cut_rows ? plan.num_reduced : plan.inner.extent;
      (cut_rows ? part.begin : part.first) = n * i / plan.pieces;
      (cut_rows ? part.end : part.last) = n * (i + 1) / plan.pieces;
    }
    const Offsets at = offsets_of(plan.kept, plan.pieces > 1 ? 0 : i);
    const C total = fold_part<T>(plan, op, in + at.in, part);
    if (plan.pieces > 1) {
      partial[i] = static_cast<double>(total);
    } else {
      out[at.out] = static_cast<T>(Accumulate{}(static_cast<C>(initial), total));
    }
  }
}

struct Memory {
  const void *in, *initial;
  void* out;
  double* partial;
};

template <class T>
MOTLEY_INLINE void reduce_chunk_of(const ReducePlan& plan, int64_t begin, int64_t end,
                                   const Memory& m) {
  with_reducer<T>(
      plan.reducer, [&](auto op) __attribute__((always_inline)) {
        reduce_chunk<T>(plan, op, begin, end, static_cast<const T*>(m.in),
                        *static_cast<const T*>(m.initial), static_cast<T*>(m.out), m.partial);
      });
}

// Only the hot cases are compiled per instruction set; all of them would take half a minute.
MOTLEY_VECTORIZED void reduce_chunk_f32(const ReducePlan& plan, int64_t begin, int64_t end,
                                        const Memory& m) {
  reduce_chunk_of<float>(plan, begin, end, m);
}

void reduce_chunk_as(const ReducePlan& plan, int64_t begin, int64_t end, const Memory& m) {
  if (plan.element == ElementType::kF32) return reduce_chunk_f32(plan, begin, end, m);
  if (plan.element == ElementType::kF64) return reduce_chunk_of<double>(plan, begin, end, m);
  if (plan.element == ElementType::kI1) return reduce_chunk_of<uint8_t>(plan, begin, end, m);
  const bool wraps = plan.reducer == Reducer::kSum || plan.reducer == Reducer::kProduct;
  return wraps ? reduce_chunk_of<uint32_t>(plan, begin, end, m)
               : reduce_chunk_of<int32_t>(plan, begin, end, m);
}

// Combines the partial results of one reduction, in order. Only floats are divided.
template <class T>
void combine(const ReducePlan& plan, const Memory& m) {
  with_reducer<double>(plan.reducer, [&](auto op) {
    double total = static_cast<double>(*static_cast<const T*>(m.initial));
    for (int64_t i = 0; i < plan.pieces; ++i) total = op(total, m.partial[i]);
    *static_cast<T*>(m.out) = static_cast<T>(total);
  });
}

void run_reduce(const ReducePlan& plan, const KernelCall& call) {
  double partial[kMaxPieces];
  const Memory memory{call.operands[0], call.operands[1], call.results[0], partial};
  const int64_t chunks = plan.pieces > 1 ? plan.pieces : plan.num_kept * plan.column_blocks;
  core::parallel_for(plan.num_threads, chunks, [&](int64_t begin, int64_t end, int) {
    reduce_chunk_as(plan, begin, end, memory);
  });
  if (plan.pieces == 1) return;
  if (plan.element == ElementType::kF32) return combine<float>(plan, memory);
  combine<double>(plan, memory);
}

// --- Planning --------------------------------------------------------------------------------

bool is_reduction_fold_supported(const KernelRequest& request) {
  if (request.view.num_operands() != 2) return false;
  const auto reducer = recognized_reducer(request.view.region(0));
  if (!reducer || request.operands[0].num_dims() > kMaxAxes) return false;
  const bool is_bitwise =
      *reducer == Reducer::kAnd || *reducer == Reducer::kOr || *reducer == Reducer::kXor;
  switch (request.results[0].type.element) {
    case ElementType::kF32:
    case ElementType::kF64:
      return !is_bitwise;
    case ElementType::kI32:
      return true;
    case ElementType::kI1:
      return is_bitwise;
    default:
      return false;
  }
}

std::vector<ReduceAxis> merged(std::vector<ReduceAxis> axes) {
  std::erase_if(axes, [](const ReduceAxis& axis) { return axis.extent == 1; });
  std::stable_sort(axes.begin(), axes.end(), [](const ReduceAxis& a, const ReduceAxis& b) {
    return std::abs(a.in) > std::abs(b.in);
  });
  std::vector<ReduceAxis> result;
  for (const ReduceAxis& axis : axes) {
    if (!result.empty() && result.back().in == axis.in * axis.extent &&
        result.back().out == axis.out * axis.extent) {
      result.back() = {result.back().extent * axis.extent, axis.in, axis.out};
    } else {
      result.push_back(axis);
    }
  }
  return result;
}

// The axis with the smallest stride; a reduced one in case of a tie.
void take_inner(ReducePlan& plan) {
  const auto step = [](const std::vector<ReduceAxis>& axes) {
    return axes.empty() ? INT64_MAX : std::abs(axes.back().in);
  };
  plan.inner_is_kept = step(plan.kept) < step(plan.reduced);
  std::vector<ReduceAxis>& from = plan.inner_is_kept ? plan.kept : plan.reduced;
  if (from.empty()) return;
  plan.inner = from.back();
  from.pop_back();
}

int64_t volume(const std::vector<ReduceAxis>& axes) {
  int64_t product = 1;
  for (const ReduceAxis& axis : axes) product *= axis.extent;
  return product;
}

}  // namespace

std::optional<Kernel> fold_reduce(const KernelRequest& request) {
  if (!is_reduction_fold_supported(request)) return std::nullopt;
  const Layout &in = request.operands[0], &out = request.results[0];
  if (out.type.num_elements() == 0)
    return Kernel{.name = "reduce", .run = [](const KernelCall&) {}};
  ReducePlan plan{.reducer = *recognized_reducer(request.view.region(0)),
                  .element = out.type.element};
  const Dims& dims = request.view.get<ReduceAttrs>().dims;
  int next = 0;
  for (int d = 0; d < in.num_dims(); ++d) {
    const bool is_reduced = std::find(dims.begin(), dims.end(), d) != dims.end();
    const ReduceAxis axis{in.extent(d), in.strides[d], is_reduced ? 0 : out.strides[next++]};
    (is_reduced ? plan.reduced : plan.kept).push_back(axis);
  }
  plan.kept = merged(plan.kept), plan.reduced = merged(plan.reduced);
  take_inner(plan);
  plan.num_kept = volume(plan.kept), plan.num_reduced = volume(plan.reduced);
  const int64_t work = in.type.num_elements();
  plan.num_threads =
      static_cast<int>(std::clamp<int64_t>(work / (16 << 10), 1, std::max(1, request.num_threads)));
  if (plan.inner_is_kept) {
    plan.column_blocks = std::clamp<int64_t>(plan.num_threads, 1, plan.inner.extent / 16 + 1);
  } else if (plan.num_kept == 1 && is_float(plan.element) && work > 0) {
    plan.pieces = std::min<int64_t>(plan.num_threads, kMaxPieces);
  }
  return Kernel{.name = "reduce",
                .run = [plan](const KernelCall& call) { run_reduce(plan, call); },
                .work = {{plan.inner_is_kept ? "reduce.rows" : "reduce.columns",
                          static_cast<double>(work * request.num_threads / plan.num_threads),
                          {static_cast<double>(plan.inner.extent)},
                          true}}};
}

}  // namespace motley::tensor
