// Solving within a time limit that holds whatever the solver is doing.
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "tensor/plan/solve/choice_problem.h"

namespace motley::tensor::solve {

struct TimedSolve {
  int num_threads = 1;
  std::chrono::steady_clock::time_point begin;  // from which the limit counts
  std::optional<double> limit_seconds;          // of all; none: a fixed number of search steps
};

struct TimedChoice {
  Choice choice;
  // The search runs on, in a thread that is left behind: the process should end without waiting.
  bool is_still_working = false;
};

// The best choice that is known shortly before the limit. The thread keeps the problem.
TimedChoice solve_within(std::shared_ptr<const ChoiceProblem> problem, const TimedSolve& timed);

}  // namespace motley::tensor::solve
