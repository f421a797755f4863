// Robust timing on a machine that other processes use too.
//
//   const Timing t = time_runs(executable, {.seconds = 0.01});
//   t.seconds                                   // 1.31e-3: an undisturbed run
//
// The median of the runs if they agree and the calling thread was on a core nearly all of the time.
// Otherwise other processes disturb the runs: then the fastest run, or the calling thread's CPU
// time in a run if that is less. Kernels split their work evenly, so that is about the time of a
// run in which no thread waits for a core.
//
// If the other processes are ranks of the same job, they will also be there in the real run: with
// `with_neighbours` the result is always the median.
#pragma once

#include <vector>

#include "tensor/run/executable.h"

namespace motley::tensor {

struct Timing {
  double seconds = 0;  // of one run
  double spread = 0;   // interquartile range over median
  int num_runs = 0;
  bool disturbed = false;
};

struct TimingLimits {
  int min_runs = 5;
  double seconds = 0.006;    // enough in total
  double max_seconds = 0.1;  // in total, even if fewer than min_runs
  bool with_neighbours = false;
};

// One run: wall time, and CPU time of the calling thread.
struct TimedRun {
  double seconds = 0, cpu_seconds = 0;
};
Timing timing_of(const std::vector<TimedRun>& runs, bool with_neighbours = false);

// A first, untimed run warms up.
Timing time_runs(Executable& executable, const TimingLimits& limits);

// The same for each kernel of a Program; a kernel's time starts at the end of the previous one.
std::vector<Timing> time_kernels(Executable& executable, int num_runs);

}  // namespace motley::tensor
