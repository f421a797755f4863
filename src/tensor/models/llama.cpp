// Llama 3: pre-norm blocks with RMSNorm, rotary position embeddings, grouped-query attention and
// SwiGLU; no biases.
#include <fmt/format.h>

#include <algorithm>

#include "tensor/models/transformer.h"

namespace motley::tensor {
namespace {

constexpr double kEpsilon = 1e-5;

struct HeadCounts {
  int64_t queries, keys;
};

HeadCounts head_counts(const Settings& s, int64_t hidden) {
  const int64_t heads = s.number_or("heads", std::max<int64_t>(hidden / 128, 1));
  const int64_t kv_heads = s.number_or("kv_heads", std::max<int64_t>(heads / 4, 1));
  s.require_multiple("hidden", hidden, "heads", heads);
  s.require_multiple("heads", heads, "kv_heads", kv_heads);
  s.require(
      hidden / heads % 2 == 0,
      fmt::format("hidden/heads ({}) is odd, but rotary embeddings need pairs", hidden / heads));
  return {heads, kv_heads};
}

Expr self_attention(const Params& p, Expr x, HeadCounts heads, double base) {
  const int64_t d = x.extent(-1), kv = d / heads.queries * heads.keys;
  const Expr q = split_heads(dense(x, p.weight("wq", {d, d})), heads.queries);
  const Expr k = split_heads(dense(x, p.weight("wk", {d, kv})), heads.keys);
  const Expr v = split_heads(dense(x, p.weight("wv", {d, kv})), heads.keys);
  const Expr mixed = attention(rotary(q, base), rotary(k, base), v, {.causal = true});
  return dense(mixed, p.weight("wo", {d, d}));
}

Expr llama_loss(const Params& p, const Settings& s) {
  const int64_t d = s.number("hidden"), ff = s.number_or("ff", 7 * d / 2);
  const HeadCounts heads = head_counts(s, d);
  const auto base = static_cast<double>(s.number("theta"));
  const int64_t vocab = s.number("vocab");
  const TensorType ids{ElementType::kI32, {s.number("batch"), s.number("seq")}};
  auto norm = [&](Expr x, Expr gain) { return rms_norm(x, gain, kEpsilon); };
  Expr x = take_rows(p.weight("wte", {vocab, d}), p.batch("tok", ids));
  for (int64_t i = 0; i < s.number("layers"); ++i) {
    const Params at = block_at(p, i);
    x = x + self_attention(at, norm(x, at.ones("norm1", {d})), heads, base);
    const Expr y = norm(x, at.ones("norm2", {d}));
    const Expr inner =
        silu(dense(y, at.weight("w1", {d, ff}))) * dense(y, at.weight("w3", {d, ff}));
    x = x + dense(inner, at.weight("w2", {ff, d}));
  }
  x = norm(x, p.ones("norm", {d}));
  return cross_entropy(dense(x, p.weight("head", {d, vocab})), p.batch("lab", ids));
}

}  // namespace

ModelRow llama_row() {
  return {"llama",
          "Llama 3 8B",
          {
              {.name = "layers", .value = "32", .meaning = "blocks", .most = 10'000},
              {"hidden", "4096", "hidden size"},
              {"heads", "hidden/128", "query heads"},
              {"kv_heads", "heads/4", "key and value heads"},
              {"ff", "7*hidden/2", "width of the feed-forward layer"},
              {"theta", "500000", "base of the rotary embeddings"},
              {"seq", "8192", "sequence length"},
              {"vocab", "128256", "vocabulary size"},
              {"batch", "1", "sequences per step"},
          },
          llama_loss};
}

}  // namespace motley::tensor
