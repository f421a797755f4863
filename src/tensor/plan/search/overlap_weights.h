// Weights under which graphs are solved. What overlaps is known only once a plan is there: several
// beliefs are tried. Where a step waits for communication more than its time counts, fewer and
// larger messages come out.
#pragma once

#include <vector>

#include "tensor/plan/search/search_graph.h"

namespace motley::tensor {

std::vector<Weights> many_weights();
std::vector<Weights> few_weights();    // where there are many graphs
std::vector<Weights> quick_weights();  // in a hurry

}  // namespace motley::tensor
