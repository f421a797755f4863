// Times that say something on a machine that others use too.
//
//   const Timing t = time_runs(executable, {.seconds = 0.01});
//   t.seconds                                   // 1.31e-3: what a run takes when it is left alone
//
// A run during which the system took a core away from us is not counted where there are others.
// Of those that are left the lower quartile is taken: on a quiet machine it is the median within a
// percent or two, on a busy one it is what the median would be on a quiet one.
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
  double seconds = 0.01;      // then it is enough
  double most_seconds = 0.3;  // for the fewest runs and for undisturbed ones
};

// One sample, and whether nobody interfered.
struct TimedRun {
  double seconds = 0;
  bool undisturbed = true;
};
Timing timing_of(std::vector<TimedRun> runs);

// The first run is not counted.
Timing time_runs(Executable& executable, const TimingLimits& limits);

// The same for each kernel of a step, and what lies between them as the last entry.
std::vector<Timing> time_kernels(Executable& executable, int num_runs);

}  // namespace motley::tensor
