// Weights under which graphs are solved. Overlap is only known once a plan exists: several
// assumptions are tried. A weight above 1 on exposed communication favours fewer and larger
// messages.
#pragma once

#include <vector>

#include "tensor/plan/search/search_graph.h"

namespace motley::tensor::search {

std::vector<Weights> many_weights();
std::vector<Weights> few_weights();    // if there are many graphs
std::vector<Weights> quick_weights();  // for low effort

}  // namespace motley::tensor::search
