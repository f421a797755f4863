// Large-neighbourhood search: some nodes near each other, or near in time where memory is full, are
// freed with all others fixed, and solved by elimination and bounded search under the memory that
// is left. Neighbourhoods grow while nothing is found and shrink when something is.
#pragma once

#include "tensor/plan/solve/instance.h"
#include "tensor/plan/solve/prices.h"

namespace motley::tensor {

// Betters the incumbent until `share` of the budget is gone, or the bound is met. Each round draws
// the same neighbourhoods and takes their results in the same order, whatever the number of
// threads.
void improve(const Instance& instance, const PricedBound& priced, int num_threads, double share,
             Budget& budget, Incumbent& incumbent);

}  // namespace motley::tensor
