// Contractions without matrix products (elementwise products, dot products of rows) and tiny ones:
// plain loops, the innermost over the axis with the best strides.
#include <algorithm>
#include <array>

#include "core/base/threads.h"
#include "tensor/kernels/contraction.h"
#include "tensor/kernels/vectorized.h"

namespace motley::tensor {
namespace {

constexpr int kMaxAxes = 8;
constexpr int64_t kPointsPerThread = 16 << 10;  // multiplications

// A loop nest over result axes, inside it one over summed axes, inside it the inner loop.
struct Loops {
  std::array<ContractionAxis, kMaxAxes> results, sums;
  int num_results = 0, num_sums = 0;
  ContractionAxis inner;
  bool inner_sums = false;
};

struct Position {
  int64_t lhs = 0, rhs = 0, out = 0;
};

// Iterates over the axes, the last one fastest.
struct Odometer {
  std::array<int64_t, kMaxAxes> index = {};
  Position at;

  MOTLEY_INLINE void set(const std::array<ContractionAxis, kMaxAxes>& axes, int count,
                         int64_t point) {
    for (int d = count; d-- > 0;) {
      index[d] = point % axes[d].extent;
      point /= axes[d].extent;
      at.lhs += index[d] * axes[d].lhs;
      at.rhs += index[d] * axes[d].rhs;
      at.out += index[d] * axes[d].out;
    }
  }
  MOTLEY_INLINE bool next(const std::array<ContractionAxis, kMaxAxes>& axes, int count) {
    for (int d = count; d-- > 0;) {
      const ContractionAxis& axis = axes[d];
      at.lhs += axis.lhs, at.rhs += axis.rhs, at.out += axis.out;
      if (++index[d] < axis.extent) return true;
      at.lhs -= axis.extent * axis.lhs;
      at.rhs -= axis.extent * axis.rhs;
      at.out -= axis.extent * axis.out;
      index[d] = 0;
    }
    return false;
  }
};

// Sixteen partial sums, added pairwise: faster and more accurate than one running sum.
template <class T>
MOTLEY_INLINE T dot(const T* a, int64_t a_step, const T* b, int64_t b_step, int64_t count) {
  constexpr int kLanes = 16;
  T sums[kLanes] = {};
  int64_t i = 0;
  if (a_step == 1 && b_step == 1) {
    for (; i + kLanes <= count; i += kLanes)
      for (int lane = 0; lane < kLanes; ++lane) sums[lane] += a[i + lane] * b[i + lane];
  }
  for (; i < count; ++i) sums[i % kLanes] += a[i * a_step] * b[i * b_step];
  for (int width = kLanes / 2; width > 0; width /= 2)
    for (int lane = 0; lane < width; ++lane) sums[lane] += sums[lane + width];
  return sums[0];
}

// out[i] += a[i] * b[i].
template <class T>
MOTLEY_INLINE void multiply_add(const ContractionAxis& axis, const T* a, const T* b,
                                T* __restrict out) {
  const int64_t n = axis.extent;
  if (axis.out == 1 && axis.lhs == 1 && axis.rhs == 1) {
    for (int64_t i = 0; i < n; ++i) out[i] += a[i] * b[i];
  } else if (axis.out == 1 && axis.lhs == 0 && axis.rhs == 1) {
    for (int64_t i = 0; i < n; ++i) out[i] += a[0] * b[i];
  } else if (axis.out == 1 && axis.lhs == 1 && axis.rhs == 0) {
    for (int64_t i = 0; i < n; ++i) out[i] += a[i] * b[0];
  } else {
    for (int64_t i = 0; i < n; ++i) out[i * axis.out] += a[i * axis.lhs] * b[i * axis.rhs];
  }
}

template <class T>
MOTLEY_INLINE void run_points(const Loops& loops, int64_t begin, int64_t end, const T* lhs,
                              const T* rhs, T* out) {
  Odometer results;
  results.set(loops.results, loops.num_results, begin);
  const ContractionAxis& inner = loops.inner;
  for (int64_t point = begin; point < end; ++point) {
    const T* a = lhs + results.at.lhs;
    const T* b = rhs + results.at.rhs;
    T* c = out + results.at.out;
    Odometer sums;
    T total = 0;
    if (!loops.inner_sums)
      for (int64_t i = 0; i < inner.extent; ++i) c[i * inner.out] = 0;
    do {
      if (loops.inner_sums) {
        total += dot(a + sums.at.lhs, inner.lhs, b + sums.at.rhs, inner.rhs, inner.extent);
      } else {
        multiply_add(inner, a + sums.at.lhs, b + sums.at.rhs, c);
      }
    } while (sums.next(loops.sums, loops.num_sums));
    if (loops.inner_sums) c[0] = total;
    results.next(loops.results, loops.num_results);
  }
}

MOTLEY_VECTORIZED void run_points_f32(const Loops& loops, int64_t begin, int64_t end,
                                      const float* lhs, const float* rhs, float* out) {
  run_points(loops, begin, end, lhs, rhs, out);
}
MOTLEY_VECTORIZED void run_points_f64(const Loops& loops, int64_t begin, int64_t end,
                                      const double* lhs, const double* rhs, double* out) {
  run_points(loops, begin, end, lhs, rhs, out);
}

bool is_flat(int64_t stride) { return stride == 0 || stride == 1; }

// How well the axis vectorizes as the inner loop; longer ones score higher.
double inner_score(const ContractionAxis& axis, bool sums) {
  const bool good = is_flat(axis.lhs) && is_flat(axis.rhs) && (sums || axis.out == 1);
  return static_cast<double>(std::min<int64_t>(axis.extent, 256)) * (good ? 8 : 1);
}

}  // namespace

std::function<void(const void*, const void*, void*)> loop_runner(const Contraction& c,
                                                                 ElementType element,
                                                                 int num_threads) {
  ContractionAxes results = c.batch;
  results.insert(results.end(), c.m.begin(), c.m.end());
  results.insert(results.end(), c.n.begin(), c.n.end());
  ContractionAxes sums = c.k;
  const int64_t work = volume(results) * volume(sums);
  Loops loops;
  double best = 0;
  int chosen = -1;
  for (bool summing : {false, true}) {
    const ContractionAxes& axes = summing ? sums : results;
    for (size_t i = 0; i < axes.size(); ++i) {
      if (inner_score(axes[i], summing) <= best) continue;
      best = inner_score(axes[i], summing), chosen = static_cast<int>(i);
      loops.inner = axes[i], loops.inner_sums = summing;
    }
  }
  if (chosen >= 0) {
    ContractionAxes& from = loops.inner_sums ? sums : results;
    from.erase(from.begin() + chosen);
  }
  if (results.size() > kMaxAxes || sums.size() > kMaxAxes) return nullptr;
  std::copy(results.begin(), results.end(), loops.results.begin());
  std::copy(sums.begin(), sums.end(), loops.sums.begin());
  loops.num_results = static_cast<int>(results.size());
  loops.num_sums = static_cast<int>(sums.size());
  const int64_t points = volume(results);
  num_threads =
      static_cast<int>(std::clamp<int64_t>(work / kPointsPerThread, 1, std::max(1, num_threads)));
  return [=](const void* lhs, const void* rhs, void* out) {
    core::parallel_for(num_threads, points, [&](int64_t begin, int64_t end, int) {
      if (element == ElementType::kF32) {
        run_points_f32(loops, begin, end, static_cast<const float*>(lhs),
                       static_cast<const float*>(rhs), static_cast<float*>(out));
      } else {
        run_points_f64(loops, begin, end, static_cast<const double*>(lhs),
                       static_cast<const double*>(rhs), static_cast<double*>(out));
      }
    });
  };
}

}  // namespace motley::tensor
