// Times that say something on a machine that others use too.
//
//   const Timing t = time_runs(executable, {.seconds = 0.01});
//   t.seconds                                   // 1.31e-3: what a run takes when it is left alone
//
// The median of the runs, where they agree. Where the middle half of them spreads over more than a
// tenth, others are on the machine, and the quickest run is the nearest to what it takes alone.
#pragma once

#include <vector>

#include "tensor/run/executable.h"

namespace motley::tensor {

struct Timing {
  double seconds = 0;  // of one run
  double spread = 0;   // the middle half of all runs, over their median
  int num_runs = 0;
};

struct TimingLimits {
  int fewest_runs = 5;
  double seconds = 0.006;     // then it is enough
  double most_seconds = 0.1;  // even for the fewest runs
};

Timing timing_of(std::vector<double> seconds);

// The first run is not counted.
Timing time_runs(Executable& executable, const TimingLimits& limits);

// The same for each kernel of a step, and what lies between them as the last entry.
std::vector<Timing> time_kernels(Executable& executable, int num_runs);

}  // namespace motley::tensor
