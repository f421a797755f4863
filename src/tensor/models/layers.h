// Layers shared by the models: functions on expressions, without parameters of their own.
//
// Subscripts in shapes: b batch, s and t positions, h heads, d features, c channels.
#pragma once

#include <optional>

#include "tensor/ir/expr.h"

namespace motley::tensor {

// Activations.
Expr relu(Expr x);
Expr gelu(Expr x);  // the tanh approximation
Expr silu(Expr x);  // x * logistic(x)

// Dense layers: [..., i] times [i, o].
Expr dense(Expr x, Expr weight);
Expr dense(Expr x, Expr weight, Expr bias);

// (x - mean) / sqrt(variance + epsilon) over dims, times gain, plus bias.
Expr layer_norm(Expr x, Expr gain, Expr bias, double epsilon = 1e-5);  // over the last dimension
Expr batch_norm(Expr x, Expr gain, Expr bias);  // [b, y, x, c]: over all but the last, with 1e-5
Expr rms_norm(Expr x, Expr gain, double epsilon);

// Over the last dimension.
Expr softmax(Expr x);
Expr log_softmax(Expr x);
Expr argmax(Expr x);  // int32; the first of equals
// Mean over all but the last dimension of -log softmax(logits) at the label.
Expr cross_entropy(Expr logits, Expr labels);

// Attention: queries [b, s, h, d], keys and values [b, t, g, d]; h is a multiple of g, and each of
// the g is shared by h / g consecutive query heads. Result: [b, s, h * d].
struct AttentionSettings {
  bool causal = false;            // position s sees t <= s
  std::optional<double> scale;    // of the products; default 1 / sqrt(d)
  std::optional<Expr> bias = {};  // added to the scores, [h, s, t]
};
Expr attention(Expr queries, Expr keys, Expr values, const AttentionSettings& settings = {});
Expr split_heads(Expr x, int64_t num_heads);  // [b, s, h * d] -> [b, s, h, d]
// Rotates the pairs (i, i + d/2) of [b, s, h, d] by position * base^(-2i/d).
Expr rotary(Expr x, double base);

// Images [b, y, x, c]; kernels [y, x, i, o]. Padding is SAME: ceil(extent / stride) results; an odd
// row or column of padding goes below and to the right.
Expr conv2d(Expr x, Expr kernel, int64_t stride = 1);
Expr max_pool(Expr x, int64_t window, int64_t stride);
// Each pixel becomes a square of the kernel's extent: a transposed convolution without overlap.
Expr up_conv(Expr x, Expr kernel);

// The inclusive cumulative sum along dim.
Expr cumulative_sum(Expr x, int64_t dim);

}  // namespace motley::tensor
