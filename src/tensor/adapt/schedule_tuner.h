// Chooses among the schedules of a pipeline that are kept ready, on measured figures: each is
// simulated with the phases and transfers of the last steps.
//
//   ScheduleTuner tuner({candidates, pairs}, tuning_policy("ada-grouper"));
//   after each step: tuner.observe(record)         the candidate to run
//
// All candidates give the same bits. A pure function of its records (decision_log.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tensor/adapt/group_tuner.h"
#include "tensor/plan/schedule/schedule.h"

namespace motley::tensor {

// Stages between which each micro-batch sends something.
struct StagePair {
  int from = 0, to = 0;
  friend bool operator==(const StagePair&, const StagePair&) = default;
};

struct ScheduleCandidate {
  std::string name;  // "kfkb:k=2"
  schedule::Schedule lists;
};

struct ScheduleChoice {
  std::vector<ScheduleCandidate> candidates;
  std::vector<StagePair> pairs;
};

// A step as it was measured: medians over its micro-batches.
struct ScheduleRecord {
  int64_t step = 0;
  std::vector<double> forward, input_gradient, weight_gradient;  // seconds, by stage
  std::vector<double> transfer;                                  // seconds, by pair
  double step_seconds = 0;
};

struct SchedulePolicy {
  TunerSettings rule;
  int64_t interval = 1;  // steps between decisions
  int window = 3;        // steps per median
};
// Ours: every step, with hysteresis. `ada-grouper`: the best prediction at a fixed interval.
SchedulePolicy schedule_policy(const std::string& name);

// Of one step, with exclusive ports of each device in both directions.
double predicted_seconds(const schedule::Schedule& lists, const std::vector<StagePair>& pairs,
                         const ScheduleRecord& figures);

class ScheduleTuner {
 public:
  ScheduleTuner(ScheduleChoice choice, const SchedulePolicy& policy);

  // The candidate to run from now on.
  int observe(const ScheduleRecord& record);
  int current() const { return current_; }
  const ScheduleChoice& choice() const { return choice_; }
  // Whole steps as predicted at the last decision, by candidate; empty before the first.
  const std::vector<double>& predicted() const { return predicted_; }

 private:
  ScheduleRecord smoothed() const;

  ScheduleChoice choice_;
  SchedulePolicy policy_;
  GroupTuner rule_;
  std::vector<ScheduleRecord> recent_;
  std::vector<double> predicted_;
  // Seconds of a step that no schedule changes: reductions, the update. Measured over predicted, in
  // the first steps.
  std::vector<double> overheads_;
  int current_ = 0;
};

}  // namespace motley::tensor
