#include "tensor/kernels/attention_vectors.h"

#include "tensor/kernels/vector_math.h"

namespace motley::tensor::MOTLEY_VECTOR_ISA {

static_assert(kRowPadding % kLanes == 0);

static inline int lanes_left(int64_t count, int64_t i) {
  return static_cast<int>(count - i < kLanes ? count - i : kLanes);
}

static inline Floats lane_numbers() {
  Floats x{};
  for (int i = 0; i < kLanes; ++i) x[i] = static_cast<float>(i);
  return x;
}

// Mask of the lanes below `count`.
static inline Ints lanes_below(int64_t count) {
  const int64_t bounded = count < 0 ? 0 : count > kLanes ? kLanes : count;
  return lane_numbers() < static_cast<float>(bounded);
}

// Mask of the keys i, i + 1, ... that are visible.
static inline Ints seen_lanes(const ScoreRow& row, int64_t i) {
  Ints seen = lanes_below(row.seen - i);
  if (row.mask != nullptr) {
    typedef uint8_t Bytes __attribute__((vector_size(MOTLEY_VECTOR_LANES)));
    Bytes bytes{};
    if (row.mask_step == 0) {
      bytes = bytes + row.mask[0];
    } else {
      const int n = lanes_left(row.count, i);
      __builtin_memcpy(&bytes, row.mask + i, n == kLanes ? kLanes : static_cast<size_t>(n));
    }
    seen &= __builtin_convertvector(bytes, Ints) != 0;
  }
  return seen;
}

static float finish_scores(const ScoreRow& row, float* scores) {
  Floats largest = all(-__builtin_inff());
  const Floats fill = all(row.fill);
  const bool is_masked = row.mask != nullptr || row.seen < row.count;
  const int64_t plain = is_masked || row.bias != nullptr ? 0 : row.count / kLanes * kLanes;
  for (int64_t i = 0; i < plain; i += kLanes) largest = max(largest, load(scores + i));
  for (int64_t i = plain; i < row.count; i += kLanes) {
    Floats x = load(scores + i);
    if (row.bias != nullptr) {
      x +=
          row.bias_step == 0 ? all(row.bias[0]) : load_part(row.bias + i, lanes_left(row.count, i));
    }
    if (is_masked) x = seen_lanes(row, i) ? x : fill;
    if (i + kLanes > row.count) x = lanes_below(row.count - i) ? x : all(-__builtin_inff());
    store(scores + i, x);
    largest = max(largest, x);
  }
  return max_of_lanes(largest);
}

// Lanes after the last key hold -infinity after finish_scores, and so contribute nothing.
static float exponentiate(float* scores, int64_t count, float maximum) {
  Floats sum{};
  for (int64_t i = 0; i < count; i += kLanes) {
    const Floats y = exp(load(scores + i) - maximum);
    store(scores + i, y);
    sum += y;
  }
  return sum_of_lanes(sum);
}

static void weigh(float* scores, int64_t count, float maximum, float factor) {
  for (int64_t i = 0; i < count; i += kLanes)
    store(scores + i, exp(load(scores + i) - maximum) * factor);
}

static void pull_back(const ScoreRow& row, const float* weights, float mean, float* d_weights) {
  const bool is_masked = row.mask != nullptr || row.seen < row.count;
  for (int64_t i = 0; i < row.count; i += kLanes) {
    Floats x = load(weights + i) * (load(d_weights + i) - mean);
    if (is_masked) x = seen_lanes(row, i) ? x : Floats{};
    store(d_weights + i, x);
  }
}

static float dot(const float* a, const float* b, int64_t count) {
  Floats sum{};
  for (int64_t i = 0; i < count; i += kLanes) {
    const int n = lanes_left(count, i);
    sum += load_part(a + i, n) * load_part(b + i, n);
  }
  return sum_of_lanes(sum);
}

static void scale(float* x, int64_t count, float factor) {
  for (int64_t i = 0; i < count; i += kLanes) {
    const int n = lanes_left(count, i);
    store_part(x + i, load_part(x + i, n) * factor, n);
  }
}

static void add(const float* x, int64_t count, float* sum) {
  for (int64_t i = 0; i < count; i += kLanes) {
    const int n = lanes_left(count, i);
    store_part(sum + i, load_part(sum + i, n) + load_part(x + i, n), n);
  }
}

extern const AttentionVectors attention_vectors = {finish_scores, exponentiate, weigh, pull_back,
                                                   dot,           scale,        add};

}  // namespace motley::tensor::MOTLEY_VECTOR_ISA
