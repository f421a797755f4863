// The scores of an attention: the operand of the softmax, decomposed down to the product of queries
// and keys.
#pragma once

#include <optional>
#include <utility>

#include "tensor/compile/score_mask.h"

namespace motley::tensor {

// The scores whose softmax along `dim` is `weights`, if it is one and no intermediate value has
// other uses.
std::optional<ValueId> softmax_operand(const Uses& uses, ValueId weights, int64_t dim);

// The ops between the softmax and the first product, from the outside in.
struct Scores {
  const Op* product = nullptr;
  Frame frame;  // of the product's result
  double scale = 1;
  std::optional<double> fill;
  ScoreMask mask;
  std::optional<std::pair<ValueId, Frame>> bias;
};

// nullopt if there is anything else between `scores` and a product.
std::optional<Scores> decompose_scores(const Uses& uses, ValueId scores);

// x and c if the op is x * c or x / (1 / c), c a constant.
std::optional<std::pair<ValueId, double>> scaled(const Uses& uses, const Op& op);

}  // namespace motley::tensor
