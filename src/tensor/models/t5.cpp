// T5: an encoder reads `tok`, a decoder predicts `lab` from it and from the preceding labels.
// RMSNorm, no biases, no position embeddings except a learned relative-position bias on the
// attention scores; token embeddings are shared by encoder, decoder and output layer.
#include <cmath>

#include "tensor/models/transformer.h"

namespace motley::tensor {
namespace {

constexpr int64_t kBuckets = 32;
constexpr int64_t kFarthest = 128;  // distances from here on share the last bucket

struct T5Shape {
  int64_t hidden, ff, heads;
};

// The bucket [s, s] of the distance from each query to each key: one for each small distance, then
// wider and wider. Half of them are for later keys, if a query may attend to them.
Expr distance_buckets(ProgramBuilder& b, int64_t s, bool both_ways) {
  const TensorType type{ElementType::kF32, {s, s}};
  const Expr back = iota(b, type, 0) - iota(b, type, 1);  // positive for keys before the query
  const int64_t buckets = both_ways ? kBuckets / 2 : kBuckets, exact = buckets / 2;
  const Expr distance = both_ways ? abs(back) : maximum(back, 0.0);
  const double per_fold = static_cast<double>(buckets - exact) /
                          std::log(static_cast<double>(kFarthest) / static_cast<double>(exact));
  const auto first = static_cast<double>(exact), last = static_cast<double>(buckets - 1);
  const Expr wide = first + log(maximum(distance, first) / first) * per_fold;
  const Expr is_near = compare(distance, CompareDirection::kLt, first);
  Expr bucket = convert(select(is_near, distance, minimum(wide, last)), ElementType::kI32);
  if (both_ways) {
    const Expr to_come = convert(compare(back, CompareDirection::kLt, 0.0), ElementType::kI32);
    bucket = bucket + to_come * static_cast<double>(buckets);
  }
  return bucket;
}

// [h, s, s], shared by all layers of a stack.
Expr distance_bias(const Params& p, const T5Shape& shape, int64_t s, bool both_ways) {
  const Expr table = p.weight("bias", {kBuckets, shape.heads});
  return transpose(take_rows(table, distance_buckets(p.builder(), s, both_ways)), {2, 0, 1});
}

Expr t5_norm(const Params& p, Expr x) { return rms_norm(x, p.ones("norm", {x.extent(-1)}), 1e-6); }

Expr attend(const Params& p, const T5Shape& shape, Expr x, Expr memory, AttentionSettings how) {
  const int64_t d = shape.hidden;
  const Expr q = split_heads(dense(x, p.weight("wq", {d, d})), shape.heads);
  const Expr k = split_heads(dense(memory, p.weight("wk", {d, d})), shape.heads);
  const Expr v = split_heads(dense(memory, p.weight("wv", {d, d})), shape.heads);
  how.scale = 1;
  return dense(attention(q, k, v, how), p.weight("wo", {d, d}));
}

// A stack of layers over x; with `memory`, each also cross-attends to it, and self-attention is
// causal.
Expr stack(const Params& p, const T5Shape& shape, int64_t layers, Expr x, const Expr* memory) {
  const bool causal = memory != nullptr;
  const Expr bias = distance_bias(p, shape, x.extent(1), !causal);
  for (int64_t i = 0; i < layers; ++i) {
    const Params block = block_at(p, i), self = block.at("self"), ff = block.at("ff");
    const Expr y = t5_norm(self, x);
    x = x + attend(self, shape, y, y, {.causal = causal, .bias = bias});
    if (memory)
      x = x + attend(block.at("cross"), shape, t5_norm(block.at("cross"), x), *memory, {});
    const Expr inner = relu(dense(t5_norm(ff, x), ff.weight("w1", {shape.hidden, shape.ff})));
    x = x + dense(inner, ff.weight("w2", {shape.ff, shape.hidden}));
  }
  return t5_norm(p, x);
}

Expr t5_loss(const Params& p, const Settings& s) {
  const int64_t d = s.number("hidden"), layers = s.number("layers"), batch = s.number("batch");
  const T5Shape shape{.hidden = d, .ff = s.number_or("ff", 4 * d), .heads = num_heads(s, d)};
  const Expr tok = p.batch("tok", {ElementType::kI32, {batch, s.number("seq")}});
  const Expr lab = p.batch("lab", {ElementType::kI32, {batch, s.number("targets")}});
  const Expr table = p.weight("wte", {s.number("vocab"), d});
  const Expr memory = stack(p.at("encoder"), shape, layers, take_rows(table, tok), nullptr);
  // The decoder input: the labels shifted by one position, token 0 first.
  const Expr first = zeros_like(slice_dim(lab, 1, 0, 1));
  const Expr before = concatenate({first, slice_dim(lab, 1, 0, lab.extent(1) - 1)}, 1);
  const Expr x = stack(p.at("decoder"), shape, layers, take_rows(table, before), &memory);
  const Expr scaled = x * (1 / std::sqrt(static_cast<double>(d)));
  return cross_entropy(einsum("bsd,vd->bsv", scaled, table), lab);
}

}  // namespace

ModelRow t5_row() {
  return {"t5",
          "T5-base; T5-small is layers=6,hidden=512",
          {
              {.name = "layers", .value = "12", .meaning = "layers per stack", .most = 10'000},
              {"hidden", "768", "hidden size"},
              {"heads", "hidden/64", "attention heads"},
              {"ff", "4*hidden", "width of the feed-forward layer"},
              {"seq", "512", "encoder sequence length"},
              {"targets", "114", "decoder sequence length"},
              {"vocab", "32128", "vocabulary size"},
              {"batch", "8", "sequences per step"},
          },
          t5_loss};
}

}  // namespace motley::tensor
