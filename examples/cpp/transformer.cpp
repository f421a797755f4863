// A transformer of our own: one causal block written with the layers of tensor/models, parameters
// asked for by name, trained to repeat its input.
#include "examples/cpp/train.h"
#include "tensor/models/layers.h"
#include "tensor/models/params.h"

using namespace motley::tensor;

constexpr int64_t kVocab = 12, kSeq = 8, kHidden = 16, kHeads = 4, kBatch = 4;

Expr build_loss(const Params& p) {
  const TensorType ids{ElementType::kI32, {kBatch, kSeq}};
  const Expr table = p.weight("table", {kVocab, kHidden}, 0.3);
  Expr x = take_rows(table, p.batch("tok", ids)) + p.weight("positions", {kSeq, kHidden});

  // Attention to what came before. Names below "attention" are attention/q, attention/k, ....
  const Params a = p.at("attention");
  Expr y = layer_norm(x, a.ones("gain", {kHidden}), a.zeros("bias", {kHidden}));
  auto heads = [&](const std::string& name) {
    return split_heads(dense(y, a.weight(name, {kHidden, kHidden}, 0.3)), kHeads);
  };
  const Expr mixed = attention(heads("q"), heads("k"), heads("v"), {.causal = true});
  x = x + dense(mixed, a.weight("out", {kHidden, kHidden}, 0.3));

  // A feed-forward layer.
  const Params f = p.at("feed_forward");
  y = layer_norm(x, f.ones("gain", {kHidden}), f.zeros("bias", {kHidden}));
  y = gelu(dense(y, f.weight("in", {kHidden, 4 * kHidden}, 0.3), f.zeros("b", {4 * kHidden})));
  x = x + dense(y, f.weight("out", {4 * kHidden, kHidden}, 0.1));

  return cross_entropy(einsum("bsd,vd->bsv", x, table), p.batch("lab", ids));
}

int main() {
  return examples::train("transformer", build_loss, {.steps = 60, .rate = 0.05, .limit = kVocab});
}
