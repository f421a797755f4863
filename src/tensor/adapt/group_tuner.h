// Chooses among schedules of groups (kfkb) as the network changes: large microbatches in small
// groups while it is fast, small ones in large groups while it is slow.
//
//   candidates = groups_within(16, 16, 4)      (k, samples): (1,4) (2,2) (4,1)
//   GroupTuner tuner(candidates.size(), {});
//   after each window of steps: tuner.observe(predicted seconds of each, measured seconds)
//
// A candidate has to be better by `gain` in `patience` windows one after the other; or at once
// where the measured step has become slower than was predicted when the plan was chosen, by
// `alarm`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace motley::tensor {

struct GroupCandidate {
  int32_t k = 1;        // microbatches in a group
  int32_t samples = 1;  // of a microbatch
  friend bool operator==(const GroupCandidate&, const GroupCandidate&) = default;
};

// Pairs on the limit of memory: for each size of microbatch that divides `batch` the largest groups
// such that the first of `stages`, which holds k * stages microbatches, keeps within `most_samples`
// samples; without those that another beats in both numbers. By group size, smallest first.
std::vector<GroupCandidate> groups_within(int32_t batch, int32_t most_samples, int32_t stages);

struct TunerSettings {
  double gain = 0.02;
  int32_t patience = 2;
  std::optional<double> alarm = 0.10;
};

class GroupTuner {
 public:
  GroupTuner(size_t num_candidates, const TunerSettings& settings)
      : settings_(settings), num_candidates_(num_candidates) {}

  // What is to run from now on. `predicted` is each candidate's step on the network as it was in
  // this window; `measured` that of the one that ran. The first call chooses freely.
  size_t observe(std::span<const double> predicted, double measured);

 private:
  TunerSettings settings_;
  size_t num_candidates_;
  std::optional<size_t> current_;
  double promised_ = 0;  // what the current one was predicted to take when it was chosen
  size_t rival_ = 0;
  int32_t wins_ = 0;  // windows in a row in which the rival was the best
};

}  // namespace motley::tensor
