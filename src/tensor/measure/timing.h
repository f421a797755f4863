// Times that say something on a machine that others use too.
//
//   const Timing t = time_runs(executable, {.seconds = 0.01});
//   t.seconds                                   // 1.31e-3: what a run takes when it is left alone
//
// The median of the runs, where they agree and the calling thread worked nearly all of the time.
// Else others are on the machine: then it is the quickest run, or what the calling thread worked in
// a run where that is less. Kernels cut their work evenly, so that is about what a run takes when
// no thread has to wait for a core.
//
// Where the others are ranks of the same job, they will be there when it runs, too: with
// `with_neighbours` it is the median, whatever they do.
#pragma once

#include <vector>

#include "tensor/run/executable.h"

namespace motley::tensor {

struct Timing {
  double seconds = 0;  // of one run
  double spread = 0;   // the middle half of all runs, over their median
  int num_runs = 0;
  bool disturbed = false;
};

struct TimingLimits {
  int fewest_runs = 5;
  double seconds = 0.006;     // then it is enough
  double most_seconds = 0.1;  // even for the fewest runs
  bool with_neighbours = false;
};

// One run: by the clock, and how long the calling thread had a core in it.
struct TimedRun {
  double seconds = 0, worked_seconds = 0;
};
Timing timing_of(const std::vector<TimedRun>& runs, bool with_neighbours = false);

// The first run is not counted.
Timing time_runs(Executable& executable, const TimingLimits& limits);

// The same for each kernel of a Program, from the end of the one before.
std::vector<Timing> time_kernels(Executable& executable, int num_runs);

}  // namespace motley::tensor
