// Vision transformer: patches as tokens, with a class token in front from which the label is
// predicted. As published each layer has a bias. With bias=ff only the feed-forward layers have
// one, which is 38,632 parameters fewer, and queries, keys and values come from three layers
// instead of one.
#include "tensor/models/transformer.h"

namespace motley::tensor {
namespace {

Expr vit_loss(const Params& p, const Settings& s) {
  const int64_t d = s.number("hidden"), ff = s.number_or("ff", 4 * d), heads = num_heads(s, d);
  const int64_t image = s.number("image"), patch = s.number("patch"), batch = s.number("batch");
  s.require_multiple("image", image, "patch", patch);
  const bool biases = s.is("bias", "all");
  const double epsilon = s.is("epsilon", "1e-6") ? 1e-6 : 1e-5;
  auto with_bias = [&](Expr x, const std::string& name) {
    return biases ? x + p.zeros(name, {x.extent(-1)}) : x;
  };
  auto norm = [&](const Params& at, Expr x, const std::string& gain, const std::string& bias) {
    return layer_norm(x, at.ones(gain, {d}), at.zeros(bias, {d}), epsilon);
  };
  const Expr pixels = p.batch("img", {ElementType::kF32, {batch, image, image, 3}});
  const Expr patches =
      with_bias(conv2d(pixels, p.weight("patch", {patch, patch, 3, d}), patch), "patch_bias");
  const Expr label_token = broadcast_to(p.weight("cls", {1, 1, d}), {batch, 1, d});
  Expr x = concatenate({label_token, reshape(patches, {batch, -1, d})}, 1);
  x = x + p.weight("pos", {x.extent(1), d});
  for (int64_t i = 0; i < s.number("layers"); ++i) {
    const Params at = block_at(p, i);
    Expr y = norm(at, x, "g1", "c1");
    x = x + (biases ? biased_attention(at, y, heads) : plain_attention(at, y, heads));
    y = norm(at, x, "g2", "c2");
    const Expr inner = gelu(dense(y, at.weight("w1", {d, ff}), at.zeros("b1", {ff})));
    x = x + dense(inner, at.weight("w2", {ff, d}), at.zeros("b2", {d}));
  }
  x = norm(p, x, "gf", "bf");
  const Expr first = reshape(slice_dim(x, 1, 0, 1), {batch, d});
  const Expr logits =
      with_bias(dense(first, p.weight("head", {d, s.number("classes")})), "head_bias");
  return cross_entropy(logits, p.batch("lab", {ElementType::kI32, {batch}}));
}

}  // namespace

ModelRow vit_row() {
  const auto word = Setting::Kind::kWord;
  return {"vit",
          "ViT-B/16",
          {
              {.name = "layers", .value = "12", .meaning = "blocks", .most = 10'000},
              {"hidden", "768", "hidden size"},
              {"heads", "hidden/64", "attention heads"},
              {"ff", "4*hidden", "width of the feed-forward layer"},
              {"patch", "16", "side of a patch in pixels"},
              {"image", "224", "side of the image in pixels"},
              {"classes", "1000", "number of classes"},
              {"bias", "all", "in all layers, or feed-forward ones only", word, {"all", "ff"}},
              {"epsilon", "1e-6", "epsilon of the norms", word, {"1e-6", "1e-5"}},
              {"batch", "64", "images per step"},
          },
          vit_loss};
}

}  // namespace motley::tensor
