// What transformers share; for gpt and bert that is learned positions and blocks with biases.
#pragma once

#include "tensor/models/layers.h"
#include "tensor/models/models.h"

namespace motley::tensor {

struct TransformerShape {
  int64_t layers, hidden, heads, ff, seq, vocab, batch;
};

// The settings of a TransformerShape, with these defaults; what they say, checked.
std::vector<Setting> transformer_settings(const std::string& layers, const std::string& hidden,
                                          const std::string& seq, const std::string& vocab,
                                          const std::string& batch);
TransformerShape transformer_shape(const Settings& s);

// The heads of 64 that fit into `hidden`, unless set otherwise; they divide it.
int64_t num_heads(const Settings& s, int64_t hidden);

// Parameters of block i stand at "blocks/00", ....
Params block_at(const Params& p, int64_t i);

// Attention of x to itself: with the parameters wq, wk, wv, wo and no biases; with wqkv, bqkv, wo,
// bo. A bias of the keys alone would have no gradient but rounding: it adds the same to all scores
// of a query.
Expr plain_attention(const Params& p, Expr x, int64_t heads);
Expr biased_attention(const Params& p, Expr x, int64_t heads,
                      const AttentionSettings& settings = {});

// Layer norm over the features of x, with the parameters NAMEg and NAMEb.
Expr feature_norm(const Params& p, const std::string& name, Expr x, double epsilon = 1e-5);

// [batch, seq] of tokens, of labels.
Expr tokens(const Params& p, const TransformerShape& shape);
Expr labels(const Params& p, const TransformerShape& shape);

// The table [vocab, hidden] of token embeddings; logits [batch, seq, vocab] where it is the last
// layer too.
Expr token_table(const Params& p, const TransformerShape& shape);
Expr tied_logits(const Params& p, const TransformerShape& shape, Expr x);

// Tokens to features [batch, seq, hidden]: the embeddings of tokens and positions, then blocks of
// attention and a feed-forward layer.
//
//   pre-norm    x + layer(norm(x)): a norm after the last block is left to the caller
//   post-norm   norm(x + layer(x))
struct BlockForm {
  bool causal = false;  // a position does not see those to come
  bool post_norm = false;
  double epsilon = 1e-5;  // of the norms
};
Expr token_features(const Params& p, const TransformerShape& shape);
Expr blocks(const Params& p, const TransformerShape& shape, Expr x, const BlockForm& form);

}  // namespace motley::tensor
