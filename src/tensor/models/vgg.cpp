// VGG-19: stages of 3x3 convolutions with relu, each halved by a max pool, then three dense layers.
#include <fmt/format.h>

#include "tensor/models/layers.h"
#include "tensor/models/models.h"

namespace motley::tensor {
namespace {

Expr vgg_loss(const Params& p, const Settings& s) {
  const std::vector<int64_t> channels = s.numbers("channels"), convs = s.numbers("convs");
  s.require(channels.size() == convs.size(),
            fmt::format("channels has {} stages, convs {}", channels.size(), convs.size()));
  s.require(channels.size() <= 20, "more than 20 stages");
  const int64_t image = s.number("image"), batch = s.number("batch"), classes = s.number("classes");
  s.require_multiple("image", image, "2^stages", int64_t{1} << channels.size());
  Expr x = p.batch("img", {ElementType::kF32, {batch, image, image, 3}});
  for (size_t stage = 0; stage < channels.size(); ++stage) {
    for (int64_t i = 0; i < convs[stage]; ++i) {
      const Params at = p.at(fmt::format("c{}_{}", stage, i));
      const int64_t from = x.extent(3), to = channels[stage];
      const Expr kernel = at.weight("w", {3, 3, from, to}, relu_scale(9 * from));
      x = relu(conv2d(x, kernel) + at.zeros("b", {to}));
    }
    x = max_pool(x, 2, 2);
  }
  x = reshape(x, {batch, -1});
  const int64_t ff = s.number("ff");
  const std::vector<int64_t> widths = {ff, ff, classes};
  for (size_t i = 0; i < widths.size(); ++i) {
    const Params at = p.at("f" + std::to_string(i));
    if (i > 0) x = relu(x);
    const int64_t from = x.extent(1), to = widths[i];
    x = dense(x, at.weight("w", {from, to}, relu_scale(from)), at.zeros("b", {to}));
  }
  return cross_entropy(x, p.batch("lab", {ElementType::kI32, {batch}}));
}

}  // namespace

ModelRow vgg_row() {
  const auto list = Setting::Kind::kNumbers;
  return {"vgg",
          "VGG-19",
          {
              {"channels", "64x128x256x512x512", "channels per stage", list},
              {.name = "convs",
               .value = "2x2x4x4x4",
               .meaning = "convolutions per stage",
               .kind = list,
               .most = 1000},
              {"ff", "4096", "width of the two dense layers"},
              {"image", "224", "side of the image in pixels"},
              {"classes", "1000", "number of classes"},
              {"batch", "96", "images per step"},
          },
          vgg_loss};
}

}  // namespace motley::tensor
