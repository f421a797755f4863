// Force errors: the solver's forces against the exact Ewald sum, component by component.
//
//   const ForceErrors errors = force_errors(particles, gravity, {.num_samples = 1000});
//   errors.total.median                                       4e-4 of each particle's acceleration
//
//   total     full force against the exact one
//   mesh      long range against its target: exact minus exact short range up to the cut-off
//   short     short range against the exact short range
//   direct    the same without multipoles: errors of polynomial and float arithmetic
//   tree      short range with multipoles against the one without
//
// Each as |difference| / |exact full acceleration|.
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
  std::string device = "none";  // whose forces
  int64_t num_samples = 0;
  int64_t evaluated_pairs = 0, useful_pairs = 0;  // over all particles; useful: within the cut-off
  int64_t cell_pairs = 0;
};

struct ForceErrorSettings {
  int64_t num_samples = 1000;
  int num_threads = 1;
  std::string device = "none";  // whose forces: of this host, or of a device (device_module.h)
};

// Samples are spaced evenly over the particles. Cost: 10 ns per particle and sample.
ForceErrors force_errors(const Particles& particles, TreePm& gravity,
                         const ForceErrorSettings& settings);

// Errors |error| / |exact| of the forces in a State, for this many particles sampled evenly over
// all ranks of `comm`: the self-check of a run. Collective. Cost: about that of four force
// evaluations.
Percentiles sampled_force_errors(const State& state, const TreePm& gravity, int64_t num_samples,
                                 int num_threads, core::Communicator* comm = nullptr);

}  // namespace motley::nbody
