#include "tensor/models/layers.h"

#include <cmath>

namespace motley::tensor {
namespace {

Expr normalized(Expr x, const Dims& dims, double epsilon) {
  const Expr centered = x - mean_keep(x, dims);
  return centered * rsqrt(mean_keep(square(centered), dims) + epsilon);
}

struct Padding {
  int64_t low, high;
};

Padding same_padding(int64_t extent, int64_t window, int64_t stride) {
  const int64_t num_windows = (extent + stride - 1) / stride;
  const int64_t total = std::max<int64_t>((num_windows - 1) * stride + window - extent, 0);
  return {total / 2, total - total / 2};
}

Expr reduce_window(Expr x, Reducer reducer, ReduceWindowAttrs attrs) {
  ProgramBuilder& b = x.builder();
  attrs.base_dilations = attrs.window_dilations = Dims(x.num_dims(), 1);
  std::vector<Region> body;
  body.push_back(binary_region(b, op_of(reducer), x.element()));
  return emit(OpCode::kReduceWindow, {x, constant(b, identity_of(reducer, x.element()))},
              std::move(attrs), std::move(body));
}

// True where position t of the last dimension is later than position s of the one before.
Expr later(ProgramBuilder& b, int64_t num_queries, int64_t num_keys) {
  const TensorType type{ElementType::kI32, {num_queries, num_keys}};
  return compare(iota(b, type, 0), CompareDirection::kLt, iota(b, type, 1));
}

}  // namespace

Expr relu(Expr x) { return maximum(x, 0.0); }
Expr gelu(Expr x) {
  const double scale = std::sqrt(2 / M_PI);
  return x * (0.5 * (1.0 + tanh(scale * (x + 0.044715 * (x * x * x)))));
}
Expr silu(Expr x) { return x * logistic(x); }

Expr dense(Expr x, Expr weight) {
  DotAttrs attrs{.lhs_contracting = {x.num_dims() - 1}, .rhs_contracting = {0}};
  attrs.element = x.element();
  return dot_general(x, weight, std::move(attrs));
}
Expr dense(Expr x, Expr weight, Expr bias) { return dense(x, weight) + bias; }

Expr layer_norm(Expr x, Expr gain, Expr bias, double epsilon) {
  return normalized(x, {-1}, epsilon) * gain + bias;
}
Expr batch_norm(Expr x, Expr gain, Expr bias) {
  return normalized(x, {0, 1, 2}, 1e-5) * gain + bias;
}
Expr rms_norm(Expr x, Expr gain, double epsilon) {
  return x * rsqrt(mean_keep(square(x), {-1}) + epsilon) * gain;
}

Expr softmax(Expr x) {
  const Expr e = exponential(x - max_keep(x, {-1}));
  return e / sum_keep(e, {-1});
}

Expr log_softmax(Expr x) {
  const Expr shifted = x - max_keep(x, {-1});
  return shifted - log(sum_keep(exponential(shifted), {-1}));
}

Expr argmax(Expr x) {
  const TensorType type{ElementType::kI32, x.shape()};
  const Expr index = iota(x.builder(), type, -1);
  const Expr is_largest = compare(x, CompareDirection::kEq, max_keep(x, {-1}));
  const auto past_the_end = static_cast<double>(x.extent(-1));
  return reduce(select(is_largest, index, full_like(index, past_the_end)), Reducer::kMin, {-1});
}

Expr cross_entropy(Expr logits, Expr labels) {
  const auto num_labels = static_cast<double>(labels.type().num_elements());
  return -(sum_all(take_last(log_softmax(logits), labels)) / num_labels);
}

Expr split_heads(Expr x, int64_t num_heads) {
  return reshape(x, {x.extent(0), x.extent(1), num_heads, -1});
}

Expr attention(Expr queries, Expr keys, Expr values, const AttentionSettings& settings) {
  const int64_t b = queries.extent(0), s = queries.extent(1), h = queries.extent(2),
                d = queries.extent(3), t = keys.extent(1), g = keys.extent(2);
  const bool grouped = h != g;
  if (grouped) queries = reshape(queries, {b, s, g, h / g, d});
  Expr scores = grouped ? einsum("bsgrd,btgd->bgrst", queries, keys)
                        : einsum("bshd,bthd->bhst", queries, keys);
  const double scale = settings.scale.value_or(1 / std::sqrt(static_cast<double>(d)));
  if (scale != 1) scores = scores * scale;
  if (settings.bias) {
    scores = scores + (grouped ? reshape(*settings.bias, {g, h / g, s, t}) : *settings.bias);
  }
  if (settings.causal) {
    scores = select(later(scores.builder(), s, t), full_like(scores, -1e9), scores);
  }
  const Expr weights = softmax(scores);
  const Expr mixed = grouped ? einsum("bgrst,btgd->bsgrd", weights, values)
                             : einsum("bhst,bthd->bshd", weights, values);
  return reshape(mixed, {b, s, h * d});
}

Expr rotary(Expr x, double base) {
  const int64_t s = x.extent(1), half = x.extent(3) / 2;
  const TensorType type{x.element(), {s, 1, half}};
  const Expr position = iota(x.builder(), type, 0), pair = iota(x.builder(), type, 2);
  const Expr angle = position * exponential(pair * (-std::log(base) / static_cast<double>(half)));
  const Expr first = slice_dim(x, 3, 0, half), second = slice_dim(x, 3, half, 2 * half);
  return concatenate(
      {first * cosine(angle) - second * sine(angle), second * cosine(angle) + first * sine(angle)},
      3);
}

Expr conv2d(Expr x, Expr kernel, int64_t stride) {
  ConvolutionAttrs attrs{.input_batch = 0,
                         .input_feature = 3,
                         .input_spatial = {1, 2},
                         .kernel_input_feature = 2,
                         .kernel_output_feature = 3,
                         .kernel_spatial = {0, 1},
                         .output_batch = 0,
                         .output_feature = 3,
                         .output_spatial = {1, 2},
                         .strides = {stride, stride},
                         .lhs_dilation = {1, 1},
                         .rhs_dilation = {1, 1},
                         .reversal = {false, false},
                         .element = x.element()};
  for (int64_t d : {0, 1}) {
    const Padding padding = same_padding(x.extent(1 + d), kernel.extent(d), stride);
    attrs.pad_low.push_back(padding.low);
    attrs.pad_high.push_back(padding.high);
  }
  return emit(OpCode::kConvolution, {x, kernel}, std::move(attrs));
}

Expr max_pool(Expr x, int64_t window, int64_t stride) {
  const Padding y = same_padding(x.extent(1), window, stride);
  const Padding z = same_padding(x.extent(2), window, stride);
  return reduce_window(x, Reducer::kMax,
                       {.window = {1, window, window, 1},
                        .strides = {1, stride, stride, 1},
                        .pad_low = {0, y.low, z.low, 0},
                        .pad_high = {0, y.high, z.high, 0}});
}

Expr up_conv(Expr x, Expr kernel) {
  const Expr squares = einsum("byxi,vwio->byvxwo", x, kernel);
  return reshape(squares, {x.extent(0), x.extent(1) * kernel.extent(0),
                           x.extent(2) * kernel.extent(1), kernel.extent(3)});
}

Expr cumulative_sum(Expr x, int64_t dim) {
  Dims window(x.num_dims(), 1), low(x.num_dims(), 0);
  window.at(dim) = x.extent(dim);
  low.at(dim) = x.extent(dim) - 1;
  const Dims ones(x.num_dims(), 1), zeros(x.num_dims(), 0);
  return reduce_window(x, Reducer::kSum,
                       {.window = window, .strides = ones, .pad_low = low, .pad_high = zeros});
}

}  // namespace motley::tensor
