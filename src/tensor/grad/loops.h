// Loops whose number of turns is known beforehand: what their gradient needs to know.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor {

// The integer that a value is known to be, where it is.
using KnownInteger = std::function<std::optional<int64_t>(ValueId)>;

// Turns of a stablehlo.while that counts: its condition compares a carried integer with a known
// bound, its body adds a known step to it, and it starts from a known value. `known` answers for
// values from outside. nullopt for any other loop.
std::optional<int64_t> trip_count(const Op& loop, const KnownInteger& known);

// Is the region's i-th argument used at all, other than as its own i-th result?
bool uses_argument(const Region& region, size_t i);

// Operands, and what the bodies use from outside.
std::vector<ValueId> inputs_of(const Op& op);

}  // namespace motley::tensor
