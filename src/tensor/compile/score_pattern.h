// The scores of an attention: what is under the softmax, taken apart down to the product of
// queries and keys.
#pragma once

#include <optional>
#include <utility>

#include "tensor/compile/score_mask.h"

namespace motley::tensor {

// The scores of which `weights` are the softmax along `dim`, where they are and where nothing of
// the way between is used for anything else.
std::optional<ValueId> softmax_operand(const Uses& uses, ValueId weights, int64_t dim);

// What was found between the softmax and the first product, from the outside in.
struct Scores {
  const Op* product = nullptr;
  Frame frame;  // of the product's result
  double scale = 1;
  std::optional<double> fill;
  ScoreMask mask;
  std::optional<std::pair<ValueId, Frame>> bias;
};

// Nothing where there is anything else between `scores` and a product.
std::optional<Scores> take_apart(const Uses& uses, ValueId scores);

// x and c where the op is x * c or x / (1 / c), c a number.
std::optional<std::pair<ValueId, double>> scaled(const Uses& uses, const Op& op);

}  // namespace motley::tensor
