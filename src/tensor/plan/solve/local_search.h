// Large-neighbourhood search: frees a set of nodes that are adjacent, or close in time where memory
// is full, with all others fixed, and solves it by elimination and bounded search within the
// remaining memory. Neighbourhoods grow after failures and shrink after improvements.
#pragma once

#include "tensor/plan/solve/instance.h"
#include "tensor/plan/solve/prices.h"

namespace motley::tensor::solve {

// Improves the incumbent until `share` of the budget is spent or the bound is reached. Each round
// draws the same neighbourhoods and applies their results in the same order, independent of the
// number of threads.
void improve(const Instance& instance, const PricedBound& priced, int num_threads, double share,
             Budget& budget, Incumbent& incumbent);

}  // namespace motley::tensor::solve
