// Loops with a statically known trip count: lax.scan and lax.fori_loop print as such.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor {

// The integer a value is known to equal, if any.
using KnownInteger = std::function<std::optional<int64_t>(ValueId)>;

// The one element of an integer constant; nullopt for others.
std::optional<int64_t> one_integer(const Literal& value);

// Trip count of a stablehlo.while that counts: its condition compares a carried integer with a
// known bound, its body adds a known step to it, and it starts from a known value. `known` is asked
// for values from outside. nullopt for any other loop.
std::optional<int64_t> trip_count(const Op& loop, const KnownInteger& known);

// The carried integer that a loop counts by, its value at the start and its change per iteration.
struct LoopCounter {
  size_t position = 0;
  int64_t start = 0, step = 1;
};
std::optional<LoopCounter> counter_of(const Op& loop, const KnownInteger& known);

// How often the body of a loop runs; nullopt for an op that is no loop or does not count.
std::optional<int64_t> num_turns(const Op& op);

// Whether the region's i-th argument is used other than as its own i-th result.
bool uses_argument(const Region& region, size_t i);

// Operands, and the values captured by the regions.
std::vector<ValueId> inputs_of(const Op& op);

}  // namespace motley::tensor
