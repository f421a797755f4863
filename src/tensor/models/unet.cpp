// U-Net: a contracting path with two 3x3 convolutions and a max pool per level, an expanding path
// with up-convolutions, each level concatenated with its features from the contracting path; a
// label per pixel. Convolutions keep the size.
//
//   level 0   conv conv ------------------ join conv conv -> 1x1
//   level 1        conv conv ------- join conv conv
//   level 2              conv conv up
#include <fmt/format.h>

#include "tensor/models/layers.h"
#include "tensor/models/models.h"

namespace motley::tensor {
namespace {

Expr two_convs(const Params& p, Expr x, int64_t to) {
  for (const std::string name : {"k0", "k1"}) {
    const Params at = p.at(name);
    const int64_t from = x.extent(3);
    const Expr kernel = at.weight("w", {3, 3, from, to}, relu_scale(9 * from));
    x = relu(conv2d(x, kernel) + at.zeros("b", {to}));
  }
  return x;
}

Expr unet_loss(const Params& p, const Settings& s) {
  const int64_t image = s.number("image"), batch = s.number("batch"), classes = s.number("classes");
  const int64_t levels = s.number("levels"), width = s.number("width");
  s.require_multiple("image", image, "2^(levels-1)", int64_t{1} << (levels - 1));
  Expr x = p.batch("img", {ElementType::kF32, {batch, image, image, s.number("channels")}});
  std::vector<Expr> down;
  for (int64_t i = 0; i < levels; ++i) {
    if (i > 0) x = max_pool(x, 2, 2);
    x = two_convs(p.at(fmt::format("down{}", i)), x, width << i);
    down.push_back(x);
  }
  for (int64_t i = levels - 2; i >= 0; --i) {
    const Params at = p.at(fmt::format("up{}", i));
    const int64_t from = x.extent(3), to = width << i;
    const Expr kernel = at.at("up").weight("w", {2, 2, from, to}, relu_scale(from));
    x = up_conv(x, kernel) + at.at("up").zeros("b", {to});
    x = two_convs(at, concatenate({down[i], x}, 3), to);
  }
  const Params head = p.at("head");
  x = dense(x, head.weight("w", {width, classes}), head.zeros("b", {classes}));
  return cross_entropy(x, p.batch("lab", {ElementType::kI32, {batch, image, image}}));
}

}  // namespace

ModelRow unet_row() {
  return {"unet",
          "U-Net of 2015",
          {
              {.name = "levels", .value = "5", .meaning = "resolution levels", .most = 12},
              {.name = "width",
               .value = "64",
               .meaning = "channels of the first level",
               .most = 100'000},
              {"image", "512", "side of the image in pixels"},
              {"channels", "1", "channels of the image"},
              {"classes", "2", "number of classes per pixel"},
              {"batch", "1", "images per step"},
          },
          unet_loss};
}

}  // namespace motley::tensor
