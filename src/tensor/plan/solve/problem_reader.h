// Streaming reader of the contest's problems: JSON, gzipped or not. Only the numbers are kept, not
// the text: 8 bytes per cost, so 150 MB of text take about 100 MB of memory.
//
//   {"problem": {"name": .., "nodes": {"intervals": [[0, 3], ..], "costs": [[..], ..],
//    "usages": [[..], ..]}, "edges": {"nodes": [[0, 1], ..], "costs": [[..], ..]},
//    "usage_limit": 100}}
#pragma once

#include <string>

#include "tensor/plan/solve/choice_problem.h"

namespace motley::tensor::solve {

// Errors in the file are UserErrors with the file's name and position.
ChoiceProblem read_choice_problem(const std::string& path);

}  // namespace motley::tensor::solve
