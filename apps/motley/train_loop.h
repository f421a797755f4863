// The loop of `motley train`: one step after the other, and what is told of them.
#pragma once

#include "apps/motley/training.h"

namespace motley::apps {

struct TrainResult {
  int64_t steps_done = 0;            // those before this run included
  std::vector<double> losses;        // of this run
  std::vector<double> step_seconds;  // beside them
  double wall_seconds = 0;
  double step_flops = 0, peak_flops = 0;  // peak: of the CPU; 0: an accelerator's is not known
  int64_t checkpoint_step = 0;            // of the newest checkpoint
  bool interrupted = false;

  double median_seconds() const;
  double peak_share(double seconds) const { return step_flops / seconds / peak_flops; }
  bool diverged() const;  // the last loss is no finite number
};

// Trains until all steps are done, the loss is no number any more, or a signal (Ctrl-C, SIGTERM)
// asks to stop; then, and every now and then, keeps a checkpoint where one is wanted. A state with
// a loss that is no number is not kept.
TrainResult run_training(Training& training);

// "41.2 ms/step  24.9 k tokens/s  62 % of peak" at this many seconds a step.
std::string speed_text(const Training& training, const TrainResult& result, double seconds);

}  // namespace motley::apps
