// Vision transformer: patches as tokens, one more token in front that the label is read from.
#include "tensor/models/transformer.h"

namespace motley::tensor {
namespace {

Expr loss(const Params& p, const Settings& s) {
  const int64_t d = s.number("hidden"), ff = s.number_or("ff", 4 * d), heads = num_heads(s, d);
  const int64_t image = s.number("image"), patch = s.number("patch"), batch = s.number("batch");
  s.require_multiple("image", image, "patch", patch);
  const Expr pixels = p.batch("img", {ElementType::kF32, {batch, image, image, 3}});
  const Expr patches = conv2d(pixels, p.weight("patch", {patch, patch, 3, d}), patch);
  const Expr label_token = broadcast_to(p.weight("cls", {1, 1, d}), {batch, 1, d});
  Expr x = concatenate({label_token, reshape(patches, {batch, -1, d})}, 1);
  x = x + p.weight("pos", {x.extent(1), d});
  for (int64_t i = 0; i < s.number("layers"); ++i) {
    const Params at = block_at(p, i);
    x = x + plain_attention(at, layer_norm(x, at.ones("g1", {d}), at.zeros("c1", {d})), heads);
    const Expr y = layer_norm(x, at.ones("g2", {d}), at.zeros("c2", {d}));
    const Expr inner = gelu(dense(y, at.weight("w1", {d, ff}), at.zeros("b1", {ff})));
    x = x + dense(inner, at.weight("w2", {ff, d}), at.zeros("b2", {d}));
  }
  x = layer_norm(x, p.ones("gf", {d}), p.zeros("bf", {d}));
  const Expr first = reshape(slice_dim(x, 1, 0, 1), {batch, d});
  return cross_entropy(dense(first, p.weight("head", {d, s.number("classes")})),
                       p.batch("lab", {ElementType::kI32, {batch}}));
}

}  // namespace

ModelRow vit_row() {
  return {"vit",
          "ViT-B/16 without biases in the attention",
          {
              {.name = "layers", .value = "12", .meaning = "blocks", .most = 10'000},
              {"hidden", "768", "features of a patch"},
              {"heads", "hidden/64", "attention heads"},
              {"ff", "4*hidden", "width inside the feed-forward layer"},
              {"patch", "16", "pixels a side of a patch"},
              {"image", "224", "pixels a side"},
              {"classes", "1000", "labels to choose from"},
              {"batch", "64", "images of a step"},
          },
          loss};
}

}  // namespace motley::tensor
