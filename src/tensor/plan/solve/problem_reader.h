// Reads the contest's problems: JSON, gzipped or not, as a stream. The text is never held, only
// the numbers: 8 bytes for each cost, so 150 MB of text are some 100 MB of memory.
//
//   {"problem": {"name": .., "nodes": {"intervals": [[0, 3], ..], "costs": [[..], ..],
//    "usages": [[..], ..]}, "edges": {"nodes": [[0, 1], ..], "costs": [[..], ..]},
//    "usage_limit": 100}}
#pragma once

#include <string>

#include "tensor/plan/solve/choice_problem.h"

namespace motley::tensor {

// A mistake in the file is a UserError with the file's name and the place.
ChoiceProblem read_choice_problem(const std::string& path);

}  // namespace motley::tensor
