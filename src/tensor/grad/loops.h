// Loops with a statically known trip count, as their gradient needs.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor {

// The integer a value is known to equal, if any.
using KnownInteger = std::function<std::optional<int64_t>(ValueId)>;

// Trip count of a stablehlo.while that counts: its condition compares a carried integer with a
// known bound, its body adds a known step to it, and it starts from a known value. `known` is asked
// for values from outside. nullopt for any other loop.
std::optional<int64_t> trip_count(const Op& loop, const KnownInteger& known);

// Whether the region's i-th argument is used other than as its own i-th result.
bool uses_argument(const Region& region, size_t i);

// Operands, and the values captured by the regions.
std::vector<ValueId> inputs_of(const Op& op);

}  // namespace motley::tensor
