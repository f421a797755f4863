// Attention written out in primitive ops, matched from its last product:
//
//   scores  = q k^T, times or over a number, plus a bias, replaced by a number where masked
//   weights = exp(scores - max(scores)) / sum(exp(scores - max(scores)))     over the keys
//   output  = weights v
//
// with transposes anywhere in between, a factor on q or k, operands of sums and products in either
// order. The scores and weights must have no other uses: they no longer exist afterwards.
#pragma once

#include <optional>

#include "tensor/compile/origin.h"

namespace motley::tensor {

// A mask or bias: a small tensor whose dimensions, except extents of 1, have these subscripts.
struct ScoreOperand {
  ValueId source;
  std::string letters;
  bool negated = false;  // a mask that is true where a score is masked out
};

struct AttentionMatch {
  int op = 0;      // the last product, which attention replaces
  ValueId result;  // becomes attention's output: the product's result, or a transpose of it
  ValueId query, key, value;
  std::optional<ScoreOperand> mask, bias;
  AttentionAttrs attrs;
};

// nullopt if `product` is not the last product of an attention.
std::optional<AttentionMatch> match_attention(const Uses& uses, const Op& product);

}  // namespace motley::tensor
