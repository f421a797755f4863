#include "tensor/models/transformer.h"

#include <fmt/format.h>

#include <algorithm>

namespace motley::tensor {
namespace {

Expr feed_forward(const Params& p, const TransformerShape& shape, Expr x) {
  const int64_t d = shape.hidden, f = shape.ff;
  const Expr inner = gelu(dense(x, p.weight("w1", {d, f}), p.zeros("b1", {f})));
  return dense(inner, p.weight("w2", {f, d}), p.zeros("b2", {d}));
}

}  // namespace

std::vector<Setting> transformer_settings(const std::string& layers, const std::string& hidden,
                                          const std::string& seq, const std::string& vocab,
                                          const std::string& batch) {
  return {
      {.name = "layers", .value = layers, .meaning = "blocks", .most = 10'000},
      {"hidden", hidden, "hidden size"},
      {"heads", "hidden/64", "attention heads"},
      {"ff", "4*hidden", "width of the feed-forward layer"},
      {"seq", seq, "sequence length"},
      {"vocab", vocab, "vocabulary size"},
      {"batch", batch, "sequences per step"},
  };
}

int64_t num_heads(const Settings& s, int64_t hidden) {
  const int64_t heads = s.number_or("heads", std::max<int64_t>(hidden / 64, 1));
  s.require_multiple("hidden", hidden, "heads", heads);
  return heads;
}

TransformerShape transformer_shape(const Settings& s) {
  const int64_t hidden = s.number("hidden");
  return {.layers = s.number("layers"),
          .hidden = hidden,
          .heads = num_heads(s, hidden),
          .ff = s.number_or("ff", 4 * hidden),
          .seq = s.number("seq"),
          .vocab = s.number("vocab"),
          .batch = s.number("batch")};
}

Params block_at(const Params& p, int64_t i) { return p.at(fmt::format("blocks/{:02}", i)); }

Expr plain_attention(const Params& p, Expr x, int64_t heads) {
  const int64_t d = x.extent(-1);
  auto part = [&](const std::string& name) {
    return split_heads(dense(x, p.weight(name, {d, d})), heads);
  };
  const Expr q = part("wq"), k = part("wk"), v = part("wv");
  return dense(attention(q, k, v), p.weight("wo", {d, d}));
}

Expr biased_attention(const Params& p, Expr x, int64_t heads, const AttentionSettings& settings) {
  const int64_t d = x.extent(-1);
  const Expr qkv = dense(x, p.weight("wqkv", {d, 3 * d}), p.zeros("bqkv", {3 * d}));
  auto part = [&](int64_t i) { return split_heads(slice_dim(qkv, -1, i * d, (i + 1) * d), heads); };
  const Expr mixed = attention(part(0), part(1), part(2), settings);
  return dense(mixed, p.weight("wo", {d, d}), p.zeros("bo", {d}));
}

Expr feature_norm(const Params& p, const std::string& name, Expr x, double epsilon) {
  const Shape shape = {x.extent(-1)};
  return layer_norm(x, p.ones(name + "g", shape), p.zeros(name + "b", shape), epsilon);
}

Expr tokens(const Params& p, const TransformerShape& shape) {
  return p.batch("tok", {ElementType::kI32, {shape.batch, shape.seq}});
}
Expr labels(const Params& p, const TransformerShape& shape) {
  return p.batch("lab", {ElementType::kI32, {shape.batch, shape.seq}});
}

Expr token_table(const Params& p, const TransformerShape& shape) {
  return p.weight("wte", {shape.vocab, shape.hidden});
}

Expr tied_logits(const Params& p, const TransformerShape& shape, Expr x) {
  return einsum("bsd,vd->bsv", x, token_table(p, shape));
}

Expr token_features(const Params& p, const TransformerShape& shape) {
  return take_rows(token_table(p, shape), tokens(p, shape)) +
         p.weight("wpe", {shape.seq, shape.hidden});
}

Expr blocks(const Params& p, const TransformerShape& shape, Expr x, const BlockForm& form) {
  for (int64_t i = 0; i < shape.layers; ++i) {
    const Params block = block_at(p, i);
    auto norm = [&](const std::string& name, Expr y) {
      return feature_norm(block, name, y, form.epsilon);
    };
    auto attend = [&](Expr y) {
      return biased_attention(block, y, shape.heads, {.causal = form.causal});
    };
    if (form.post_norm) {
      x = norm("ln1", x + attend(x));
      x = norm("ln2", x + feed_forward(block, shape, x));
    } else {
      x = x + attend(norm("ln1", x));
      x = x + feed_forward(block, shape, norm("ln2", x));
    }
  }
  return x;
}

}  // namespace motley::tensor
