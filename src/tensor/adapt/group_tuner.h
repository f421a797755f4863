// Chooses among grouped schedules (kFkB, Ada-Grouper) as the network changes: large micro-batches
// in small groups while it is fast, small ones in large groups while it is slow.
//
//   candidates = groups_within(16, 16, 4)      (k, samples): (1,4) (2,2) (4,1)
//   GroupTuner tuner(candidates.size(), {});
//   after each window of steps: tuner.observe(predicted seconds of each, measured seconds)
//
// A candidate must be better by `gain` in `patience` consecutive windows. It is taken at once if
// the measured step is slower by `alarm` than predicted when the current plan was chosen.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace motley::tensor {

struct GroupCandidate {
  int32_t k = 1;        // micro-batches per group
  int32_t samples = 1;  // per micro-batch
  friend bool operator==(const GroupCandidate&, const GroupCandidate&) = default;
};

// Candidates at the memory limit: for each micro-batch size that divides `batch`, the largest group
// such that the first of `stages`, with k * stages micro-batches in flight, holds at most
// `max_samples` samples; dominated candidates are dropped. Ascending by group size.
std::vector<GroupCandidate> groups_within(int32_t batch, int32_t max_samples, int32_t stages);

struct TunerSettings {
  double gain = 0.02;
  int32_t patience = 2;
  std::optional<double> alarm = 0.10;
};

class GroupTuner {
 public:
  GroupTuner(size_t num_candidates, const TunerSettings& settings)
      : settings_(settings), num_candidates_(num_candidates) {}

  // This one is running already, so the first call of observe does not choose.
  void begin_with(size_t candidate) { current_ = candidate; }
  // Returns the candidate to run from now on. `predicted` is each candidate's step time on the
  // network as observed in this window; `measured` is that of the current one. The first call
  // chooses the best prediction.
  size_t observe(std::span<const double> predicted, double measured);

 private:
  TunerSettings settings_;
  size_t num_candidates_;
  std::optional<size_t> current_;
  std::optional<double> expected_;  // the current one's prediction when it was chosen
  size_t rival_ = 0;
  int32_t wins_ = 0;  // consecutive windows in which the rival was best
};

}  // namespace motley::tensor
