// ResNet: residual blocks of convolutions, each followed by a batch norm; if a block changes the
// shape, its shortcut is a 1x1 convolution. The first block of each later stage halves the image in
// its 3x3 convolution.
#include <fmt/format.h>

#include "tensor/models/layers.h"
#include "tensor/models/models.h"

namespace motley::tensor {
namespace {

Expr convolution(const Params& p, Expr x, int64_t window, int64_t to, int64_t stride) {
  const int64_t from = x.extent(3);
  const double scale = relu_scale(window * window * from);
  return conv2d(x, p.weight("w", {window, window, from, to}, scale), stride);
}

Expr batch_norm_layer(const Params& p, Expr x) {
  const Shape shape = {x.extent(3)};
  return batch_norm(x, p.ones("g", shape), p.zeros("b", shape));
}

struct BlockShape {
  int64_t inner, outer, stride;
  bool bottleneck, shortcut_norm;
};

Expr residual_block(const Params& p, Expr x, const BlockShape& shape) {
  auto layer = [&](const std::string& name, Expr y, int64_t window, int64_t to, int64_t stride) {
    const Params at = p.at(name);
    return batch_norm_layer(at, convolution(at, y, window, to, stride));
  };
  Expr y = x;
  if (shape.bottleneck) {
    y = relu(layer("k0", y, 1, shape.inner, 1));
    y = relu(layer("k1", y, 3, shape.inner, shape.stride));
    y = layer("k2", y, 1, shape.outer, 1);
  } else {
    y = relu(layer("k0", y, 3, shape.inner, shape.stride));
    y = layer("k1", y, 3, shape.outer, 1);
  }
  if (x.shape() != y.shape()) {
    const Params at = p.at("skip");
    x = convolution(at, x, 1, shape.outer, shape.stride);
    if (shape.shortcut_norm) x = batch_norm_layer(at, x);
  }
  return relu(y + x);
}

Expr resnet_loss(const Params& p, const Settings& s) {
  const int64_t image = s.number("image"), batch = s.number("batch"), classes = s.number("classes");
  const std::vector<int64_t> stages = s.numbers("blocks");
  const bool plain = s.is("stem", "plain"), bottleneck = s.is("block", "bottleneck");
  s.require(stages.size() <= 20, "more than 20 stages");
  s.require(bottleneck || s.number("wide") == 1, "wide requires block=bottleneck");
  int64_t width = s.number("width");
  Expr x = p.batch("img", {ElementType::kF32, {batch, image, image, 3}});
  const Params stem = p.at("stem");
  x = relu(batch_norm_layer(stem, convolution(stem, x, plain ? 3 : 7, width, plain ? 1 : 2)));
  if (!plain) x = max_pool(x, 3, 2);
  for (size_t stage = 0; stage < stages.size(); ++stage, width *= 2) {
    for (int64_t i = 0; i < stages[stage]; ++i) {
      x = residual_block(p.at(fmt::format("b{}_{}", stage, i)), x,
                         {.inner = width * s.number("wide"),
                          .outer = bottleneck ? 4 * width : width,
                          .stride = stage > 0 && i == 0 ? 2 : 1,
                          .bottleneck = bottleneck,
                          .shortcut_norm = !plain});
    }
  }
  const Params head = p.at("head");
  x = mean(x, {1, 2});
  x = dense(x, head.weight("w", {x.extent(1), classes}), head.zeros("b", {classes}));
  return cross_entropy(x, p.batch("lab", {ElementType::kI32, {batch}}));
}

}  // namespace

ModelRow resnet_row() {
  return {"resnet",
          "ResNet-50; wide ResNet-50-2 is wide=2",
          {
              {.name = "blocks",
               .value = "3x4x6x3",
               .meaning = "blocks per stage",
               .kind = Setting::Kind::kNumbers,
               .most = 1000},
              {"block",
               "bottleneck",
               "three convolutions (bottleneck) or two (basic)",
               Setting::Kind::kWord,
               {"bottleneck", "basic"}},
              {"stem",
               "standard",
               "plain: 3x3, no pooling, shortcuts without norm",
               Setting::Kind::kWord,
               {"standard", "plain"}},
              {.name = "width",
               .value = "64",
               .meaning = "channels of the first stage",
               .most = 100'000},
              {.name = "wide",
               .value = "1",
               .meaning = "factor on the channels inside a bottleneck",
               .most = 1000},
              {"image", "224", "side of the image in pixels"},
              {"classes", "1000", "number of classes"},
              {"batch", "64", "images per step"},
          },
          resnet_loss};
}

}  // namespace motley::tensor
