// Integer arithmetic of loop counters, done while a Program is transformed.
#pragma once

#include <optional>
#include <vector>

#include "tensor/ir/builder.h"

namespace motley::tensor {

// The integer or truth value (0, 1) of a scalar op on known operands; nullopt for an op that is not
// among those of counters and indices. Wraps around as the result's type does.
std::optional<int64_t> known_result(const Program& program, const Op& op,
                                    const std::vector<int64_t>& operands);

ValueId integer_constant(ProgramBuilder& builder, const TensorType& scalar, int64_t value);

}  // namespace motley::tensor
