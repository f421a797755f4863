// Pipeline plans as text: one plan with its timeline, and a table of several.
#pragma once

#include <span>
#include <string>

#include "tensor/plan/stage/planners.h"

namespace motley::tensor {

// One line per stage, and the timeline of a step.
//
//   motley: 2 stages, 32 micro-batches, deep:h=1: a step takes 551.2 ms
//
//   stage  layers                    devices   forward  backward  transfer  all-reduce  live memory
//   0      Input .. MaxPool2d_4      0-13 ...
std::string plan_text(const stage::PlanProblem& problem, const stage::PlannedResult& result,
                      int width);

// One row per result, in the order given; marks the fastest that fits.
std::string strategies_text(std::span<const stage::PlannedResult> results);

// "0-13", "0-3,8-11": ascending numbers.
std::string ranges_text(std::span<const int32_t> numbers);

// "551.2 ms", "3.2 s": three or four digits with a suitable unit.
std::string duration_text(double seconds);

}  // namespace motley::tensor
