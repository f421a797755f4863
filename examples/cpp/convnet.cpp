// A small convolutional net: two convolutions with batch norm, a pool, a mean over the image.
#include "examples/cpp/train.h"
#include "tensor/models/layers.h"
#include "tensor/models/params.h"

using namespace motley::tensor;

constexpr int64_t kBatch = 6, kImage = 8, kClasses = 3;

// 3x3 convolution to `channels`, batch norm, relu.
Expr layer(const Params& p, Expr x, int64_t channels) {
  const int64_t from = x.extent(3);
  x = conv2d(x, p.weight("w", {3, 3, from, channels}, relu_scale(9 * from)));
  return relu(batch_norm(x, p.ones("gain", {channels}), p.zeros("bias", {channels})));
}

Expr build_loss(const Params& p) {
  Expr x = p.batch("img", {ElementType::kF32, {kBatch, kImage, kImage, 3}});
  x = max_pool(layer(p.at("first"), x, 8), 2, 2);  // [6, 4, 4, 8]
  x = layer(p.at("second"), x, 16);                // [6, 4, 4, 16]
  x = mean(x, {1, 2});                             // [6, 16]
  x = dense(x, p.weight("head", {16, kClasses}), p.zeros("head_bias", {kClasses}));
  return cross_entropy(x, p.batch("lab", {ElementType::kI32, {kBatch}}));
}

int main() {
  return examples::train("convnet", build_loss, {.steps = 40, .rate = 0.5, .limit = kClasses});
}
