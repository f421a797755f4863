// What transformers share; for gpt and bert that is all but the head: pre-norm blocks with biases
// and learned positions.
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

// Attention of x to itself with the parameters wq, wk, wv, wo and no biases.
Expr plain_attention(const Params& p, Expr x, int64_t heads);

// [batch, seq] of tokens, of labels.
Expr tokens(const Params& p, const TransformerShape& shape);
Expr labels(const Params& p, const TransformerShape& shape);

// Tokens to features: embedding, positions, blocks, a last norm: [batch, seq, hidden].
Expr transformer(const Params& p, const TransformerShape& shape, bool causal);
// The table [vocab, hidden] of token embeddings.
Expr token_table(const Params& p, const TransformerShape& shape);

}  // namespace motley::tensor
