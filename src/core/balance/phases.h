// The general problem of balance: a step of several phases, after each of which all wait for all.
//
//   device 0  |#########|####     |     phase p takes max_j fixed_j + work * b_j / speed_j seconds,
//   device 1  |#######  |#########|     the step takes the sum of its phases
//              flops     bandwidth
//
//   PhaseProblem problem{.phases = {{.speeds = {4, 2, 1}},         flop-bound ops
//                                   {.speeds = {1, 2, 2}}}};       bandwidth-bound ones
//   best_ratio(problem)        0.25, 0.5, 0.25 in 0.5 seconds, by a linear program; the best of
//                              either phase alone takes 0.71 and 0.6
//
// One Ratio serves all phases. Where the phases' speeds are alike, or one of them is even, the
// closed forms of ratio.h give the same answer without a solver.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/balance/ratio.h"

namespace motley::core {

struct Phase {
  std::vector<double> speeds;         // of each device; 0: it cannot take any share
  double work = 1;                    // of all devices together
  std::vector<double> fixed_seconds;  // of each device, whatever its share, 0 too; empty: none
};

struct PhaseProblem {
  std::vector<Phase> phases;
  std::vector<double> caps;  // most that each device can take (its memory); empty: the whole
};

size_t num_devices(const PhaseProblem& problem);

// Seconds of device j in a phase with this share; infinite for a share without a speed.
double phase_seconds(const Phase& phase, size_t device, double share);

// The step's seconds.
double makespan(const PhaseProblem& problem, const Ratio& ratio);

struct PhaseAnswer {
  Ratio ratio;         // devices that are equal in everything get equal shares
  double seconds = 0;  // its makespan; nothing is less by more than rounding
  std::string fault;   // why there is no ratio, in one sentence; empty: there is one
};

// The Ratio of least makespan. Needs COIN-OR CLP: without it, the fault says so.
PhaseAnswer best_ratio(const PhaseProblem& problem);

}  // namespace motley::core
