// The solution of a choice problem, as `motley solve` prints it.
#pragma once

#include <optional>
#include <string>

#include "tensor/plan/solve/choice_problem.h"

namespace motley::tensor {

struct SolveSeconds {
  double reading = 0, all = 0;
};

std::string solve_text(const solve::ChoiceProblem& problem, const solve::Choice& choice,
                       const SolveSeconds& seconds, const std::optional<double>& time_limit);
std::string solve_json(const solve::Choice& choice, const SolveSeconds& seconds);

}  // namespace motley::tensor
