// Pipeline plans in words: one plan with its picture, and many beside each other.
#pragma once

#include <span>
#include <string>

#include "tensor/plan/stage/planners.h"

namespace motley::tensor {

// Its stages, one line each, and the timeline of a step.
//
//   motley: 2 stages, 32 microbatches, deep:h=1: a step takes 551.2 ms
//
//   stage  layers                    devices   forward  backward  transfer  all-reduce  live memory
//   0      Input .. MaxPool2d_4      0-13 ...
std::string plan_text(const PlanProblem& problem, const PlannedResult& result, int width);

// A row for each result, in the order given; the fastest that fit are marked.
std::string strategies_text(std::span<const PlannedResult> results);

// "0-13", "0-3,8-11": ascending numbers.
std::string ranges_text(std::span<const int32_t> numbers);

// "551.2 ms", "3.2 s": three or four figures with the unit that suits them.
std::string duration_text(double seconds);

}  // namespace motley::tensor
