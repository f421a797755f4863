// The general load-balancing problem: a step of several phases, each ending in a barrier.
//
//   device 0  |#########|####     |     phase p takes max_j fixed_j + work * b_j / speed_j seconds,
//   device 1  |#######  |#########|     the step takes the sum of its phases
//              flops     bandwidth
//
//   PhaseProblem problem{.phases = {{.speeds = {4, 2, 1}},         compute-bound ops
//                                   {.speeds = {1, 2, 2}}}};       bandwidth-bound ops
//   best_ratio(problem)        0.25, 0.5, 0.25 in 0.5 seconds, by a linear program; the optimum of
//                              either phase alone takes 0.71 and 0.6
//
// One Ratio applies to all phases. If the phases' speeds are proportional, or one of them is even,
// the closed forms of ratio.h give the same answer without a solver.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/balance/ratio.h"

namespace motley::core {

struct Phase {
  std::vector<double> speeds;         // one per device; 0: it can take no share
  double work = 1;                    // of all devices in total
  std::vector<double> fixed_seconds;  // one per device, whatever its share; empty: none
};

struct PhaseProblem {
  std::vector<Phase> phases;
  std::vector<double> caps;  // maximum share of each device (its memory); empty: no limit
};

size_t num_devices(const PhaseProblem& problem);

// Seconds of device j in a phase with this share; infinite for a positive share without a speed.
double phase_seconds(const Phase& phase, size_t device, double share);

// Seconds of the step.
double makespan(const PhaseProblem& problem, const Ratio& ratio);

struct PhaseAnswer {
  Ratio ratio;         // identical devices get equal shares
  double seconds = 0;  // its makespan, optimal up to rounding
  std::string fault;   // one sentence saying why there is no ratio; empty: there is one
};

// The Ratio of minimum makespan. Needs COIN-OR CLP; without it `fault` says so.
PhaseAnswer best_ratio(const PhaseProblem& problem);

}  // namespace motley::core
