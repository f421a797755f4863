// Random instances of every op: one Program with one op on its arguments, and values for them.
// Whatever is claimed of rows (index structure, sharding, gradients) is tried on these.
#pragma once

#include <functional>
#include <random>
#include <string>
#include <vector>

#include "tensor/ir/builder.h"

namespace motley::tensor {

using Random = std::mt19937_64;

// [low, high], both ends included.
int64_t draw(Random& random, int64_t low, int64_t high);
Shape draw_shape(Random& random, int max_dims = 3, int64_t max_extent = 5);
// Floats in (-2, 2) that are no round numbers; integers in [-2, 3]; booleans.
Literal draw_literal(Random& random, const TensorType& type);

struct OpCase {
  Program program;                 // body.ops.back() is the op; its operands are the arguments
  std::vector<Literal> arguments;  // in the order of the op's operands
  const Op& op() const { return program.body.ops.back(); }
};

// An op on fresh arguments of these types.
OpCase one_op(Random& random, OpCode code, const std::vector<TensorType>& operands,
              Attrs attrs = {},
              const std::function<std::vector<Region>(ProgramBuilder&)>& regions = nullptr);
OpCase attention(Random& random, bool backward);

struct CaseMaker {
  std::string name;  // the op, and the variant
  OpCode code;
  std::function<OpCase(Random&)> make;
};

const std::vector<CaseMaker>& case_makers();

}  // namespace motley::tensor
