// Attention as models write it out, found from its last product:
//
//   scores  = q k^T, times or over a number, plus a bias, a number where a mask says so
//   weights = exp(scores - max(scores)) / sum(exp(scores - max(scores)))     over the keys
//   output  = weights v
//
// with transposes anywhere around, a factor on q or k, operands of sums and products in either
// order. The scores and weights must be used for nothing else: they will not be there any more.
#pragma once

#include <optional>

#include "tensor/compile/origin.h"

namespace motley::tensor {

// A mask or bias: the small tensor whose dimensions other than extents of 1 go by the letters.
struct ScoreOperand {
  ValueId source;
  std::string letters;
  bool negated = false;  // a mask that is true where nothing is seen
};

struct AttentionMatch {
  int op = 0;      // the last product, in whose place attention stands
  ValueId result;  // what is now attention's output: the product's, or a transpose of it
  ValueId query, key, value;
  std::optional<ScoreOperand> mask, bias;
  AttentionAttrs attrs;
};

// Nothing where `product` is not the last product of attention.
std::optional<AttentionMatch> match_attention(const Uses& uses, const Op& product);

}  // namespace motley::tensor
