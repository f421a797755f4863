// How good the forces are: those of the solver against Ewald's exact sum, part by part.
//
//   const ForceErrors errors = force_errors(particles, gravity, {.num_samples = 1000});
//   errors.total.median                                       4e-4 of each particle's acceleration
//
//   total     whole force against the exact one
//   mesh      long range against what it has to give: exact - exact short range up to its cut-off
//   short     short range against that
//   direct    the same without cells: what polynomial and floats do
//   tree      short range with cells against the one without
//
// Each as |difference| / |exact whole acceleration|.
#pragma once

#include <string>
#include <vector>

#include "nbody/particles/particles.h"
#include "nbody/step/stepper.h"
#include "nbody/step/tree_pm.h"

namespace motley::nbody {

struct Percentiles {
  double median = 0, p90 = 0, p99 = 0, max = 0;
};

Percentiles percentiles(std::vector<double> values);

struct ForceErrors {
  Percentiles total, mesh, short_range, direct, tree;
  int64_t num_samples = 0;
  int64_t evaluated_pairs = 0, useful_pairs = 0;  // of all particles, useful: within the cut-off
  int64_t cell_pairs = 0;
};

struct ForceErrorSettings {
  int64_t num_samples = 1000;
  int num_threads = 1;
};

// Samples are distribution evenly over the particles in their order. Cost: 10 ns a particle and
// sample.
ForceErrors force_errors(const Particles& particles, TreePm& gravity,
                         const ForceErrorSettings& settings);

// Of the forces that a State has, |error| / |exact| of so many particles, evenly drawn from those
// of all ranks of `comm`: what a run says of itself. A collective. Cost: that of some four
// evaluations.
Percentiles sampled_force_errors(const State& state, const TreePm& gravity, int64_t num_samples,
                                 int num_threads, core::Communicator* comm = nullptr);

}  // namespace motley::nbody
