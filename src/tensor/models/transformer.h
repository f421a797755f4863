// Shared by transformers; for gpt and bert also learned positions and blocks with biases.
#pragma once

#include "tensor/models/layers.h"
#include "tensor/models/models.h"

namespace motley::tensor {

struct TransformerShape {
  int64_t layers, hidden, heads, ff, seq, vocab, batch;
};

// The settings of a TransformerShape, with these defaults; and their checked values.
std::vector<Setting> transformer_settings(const std::string& layers, const std::string& hidden,
                                          const std::string& seq, const std::string& vocab,
                                          const std::string& batch);
TransformerShape transformer_shape(const Settings& s);

// hidden / 64 heads, unless set otherwise; must divide `hidden`.
int64_t num_heads(const Settings& s, int64_t hidden);

// Parameters of block i are named "blocks/00/...".
Params block_at(const Params& p, int64_t i);

// Self-attention of x: with the parameters wq, wk, wv, wo and no biases; or with wqkv, bqkv, wo,
// bo. A separate key bias would have no gradient beyond rounding: it adds the same to all scores of
// a query.
Expr plain_attention(const Params& p, Expr x, int64_t heads);
Expr biased_attention(const Params& p, Expr x, int64_t heads,
                      const AttentionSettings& settings = {});

// Layer norm over the features of x, with the parameters NAMEg and NAMEb.
Expr feature_norm(const Params& p, const std::string& name, Expr x, double epsilon = 1e-5);

// [batch, seq] of tokens, and of labels.
Expr tokens(const Params& p, const TransformerShape& shape);
Expr labels(const Params& p, const TransformerShape& shape);

// The token embedding table [vocab, hidden]; logits [batch, seq, vocab] if the output layer is tied
// to it.
Expr token_table(const Params& p, const TransformerShape& shape);
Expr tied_logits(const Params& p, const TransformerShape& shape, Expr x);

// Tokens to features [batch, seq, hidden]: token and position embeddings, then blocks of attention
// and a feed-forward layer.
//
//   pre-norm    x + layer(norm(x)): the final norm is left to the caller
//   post-norm   norm(x + layer(x))
struct BlockForm {
  bool causal = false;  // a position does not attend to later ones
  bool post_norm = false;
  double epsilon = 1e-5;  // of the norms
};
Expr token_features(const Params& p, const TransformerShape& shape);
Expr blocks(const Params& p, const TransformerShape& shape, Expr x, const BlockForm& form);

}  // namespace motley::tensor
