// GPT-2: pre-norm blocks, causal attention, output layer tied to the token embeddings.
#include "tensor/models/transformer.h"

namespace motley::tensor {
namespace {

Expr gpt_loss(const Params& p, const Settings& s) {
  const TransformerShape shape = transformer_shape(s);
  const Expr x = blocks(p, shape, token_features(p, shape), {.causal = true});
  return cross_entropy(tied_logits(p, shape, feature_norm(p, "lnf", x)), labels(p, shape));
}

}  // namespace

ModelRow gpt_row() {
  return {"gpt", "GPT-2 small; gpt2-xl is layers=48,hidden=1600",
          transformer_settings("12", "768", "1024", "50257", "1"), gpt_loss};
}

}  // namespace motley::tensor
