// The planner's problem core: one state per node at least cost within a memory limit, as in the
// public contest.
//
//   const auto problem = std::make_shared<const
//   ChoiceProblem>(read_choice_problem("asplos.json.gz")); solve_within(problem, {.limit_seconds =
//   60}).choice.cost
#pragma once

#include "tensor/plan/solve/choice_problem.h"
#include "tensor/plan/solve/problem_reader.h"
#include "tensor/plan/solve/timed_solve.h"

namespace motley {

using tensor::solve::ChoiceProblem;
using tensor::solve::read_choice_problem;
using tensor::solve::solve_within;

}  // namespace motley
