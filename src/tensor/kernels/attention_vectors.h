// The loops over rows of scores that attention runs between its products, for each instruction set.
// Rows are in scratch memory, padded to a multiple of kRowPadding; the padding is written too, with
// weights of zero.
#pragma once

#include <cstdint>

#include "core/base/vector_isa.h"

namespace motley::tensor {

inline constexpr int64_t kRowPadding = 16;

// Bias and masking of one row of `count` scores before the softmax.
struct ScoreRow {
  int64_t count = 0;
  int64_t seen = 0;             // keys from here on are masked (causal); may be outside [0, count]
  const float* bias = nullptr;  // may be null
  int64_t bias_step = 0;        // 1, or 0: the same for all keys
  const uint8_t* mask = nullptr;
  int64_t mask_step = 0;
  float fill = 0;
};

struct AttentionVectors {
  // Adds the bias and masks; returns the largest score.
  float (*finish_scores)(const ScoreRow& row, float* scores);
  // Replaces scores by exp(score - maximum); returns their sum.
  float (*exponentiate)(float* scores, int64_t count, float maximum);
  // Replaces scores by exp(score - maximum) * factor.
  void (*weigh)(float* scores, int64_t count, float maximum, float factor);
  // Replaces d_weights by weights * (d_weights - mean), zero at masked keys.
  void (*pull_back)(const ScoreRow& row, const float* weights, float mean, float* d_weights);
  float (*dot)(const float* a, const float* b, int64_t count);
  void (*scale)(float* x, int64_t count, float factor);
  void (*add)(const float* x, int64_t count, float* sum);  // sum += x
};

MOTLEY_DECLARE_VECTOR_ISA(extern const AttentionVectors attention_vectors)

}  // namespace motley::tensor
