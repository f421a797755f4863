#include "tensor/adapt/schedule_tuner.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/statistics.h"
#include "tensor/plan/simulate/pipeline_workload.h"

namespace motley::tensor {
namespace {

constexpr double kTicksPerSecond = 1e7;
constexpr size_t kOverheadSteps = 5;

schedule::Ticks ticks(double seconds) {
  return std::max<schedule::Ticks>(1, std::llround(seconds * kTicksPerSecond));
}

std::vector<schedule::Ticks> ticks(const std::vector<double>& seconds) {
  std::vector<schedule::Ticks> all;
  for (const double s : seconds) all.push_back(ticks(s));
  return all;
}

// Element by element, the median over records.
std::vector<double> medians(const std::vector<ScheduleRecord>& records,
                            std::vector<double> ScheduleRecord::*figure) {
  std::vector<double> result;
  for (size_t i = 0; i < (records.back().*figure).size(); ++i) {
    std::vector<double> values;
    for (const ScheduleRecord& record : records) values.push_back((record.*figure)[i]);
    result.push_back(core::midpoint_median(values));
  }
  return result;
}

}  // namespace

SchedulePolicy schedule_policy(const std::string& name) {
  // Regularly, by the best prediction; the paper states no interval and no hysteresis.
  if (name == "ada-grouper") {
    return {.rule = {.gain = 0, .patience = 1, .alarm = std::nullopt}, .interval = 10, .window = 3};
  }
  return {.rule = {}, .interval = 1, .window = 3};
}

double predicted_seconds(const schedule::Schedule& lists, const std::vector<StagePair>& pairs,
                         const ScheduleRecord& figures) {
  using simulate::Port;
  MOTLEY_CHECK(figures.transfer.size() == pairs.size(), "{} transfer times for {} pairs",
               figures.transfer.size(), pairs.size());
  schedule::PipelineCosts costs{.forward = ticks(figures.forward),
                                .backward = ticks(figures.input_gradient),
                                .weight = ticks(figures.weight_gradient),
                                .latency = {},
                                .gradient_latency = {}};
  simulate::Workload workload = simulate::work_of_lists(lists, costs);
  workload.ports.assign(2 * lists.lists.size(), Port::kExclusive);  // out, in of each device
  std::vector<simulate::StageTransfer> transfers;
  for (size_t p = 0; p < pairs.size(); ++p) {
    const int32_t from = lists.device_of_stage[pairs[p].from];
    const int32_t to = lists.device_of_stage[pairs[p].to];
    if (from == to) continue;
    transfers.push_back({.from = pairs[p].from,
                         .to = pairs[p].to,
                         .busy = ticks(figures.transfer[p]),
                         .latency = 0,
                         .ports = static_cast<int32_t>(workload.port_sets.size())});
    workload.port_sets.push_back({2 * from, 2 * to + 1});
  }
  simulate::add_transfers(lists, transfers, workload);
  const simulate::Simulation run = simulate::simulate(workload);
  return static_cast<double>(run.makespan) / kTicksPerSecond;
}

ScheduleTuner::ScheduleTuner(ScheduleChoice choice, const SchedulePolicy& policy)
    : choice_(std::move(choice)), policy_(policy), rule_(choice_.candidates.size(), policy.rule) {
  MOTLEY_CHECK(!choice_.candidates.empty(), "no schedules to choose from");
  rule_.begin_with(0);  // the plan's own
}

ScheduleRecord ScheduleTuner::smoothed() const {
  ScheduleRecord result = recent_.back();
  result.forward = medians(recent_, &ScheduleRecord::forward);
  result.input_gradient = medians(recent_, &ScheduleRecord::input_gradient);
  result.weight_gradient = medians(recent_, &ScheduleRecord::weight_gradient);
  result.transfer = medians(recent_, &ScheduleRecord::transfer);
  std::vector<double> seconds;
  for (const ScheduleRecord& record : recent_) seconds.push_back(record.step_seconds);
  result.step_seconds = core::midpoint_median(seconds);
  return result;
}

int ScheduleTuner::observe(const ScheduleRecord& record) {
  recent_.push_back(record);
  if (std::ssize(recent_) > policy_.window) recent_.erase(recent_.begin());
  if (std::ssize(recent_) < policy_.window || record.step % policy_.interval != 0) return current_;
  const ScheduleRecord now = smoothed();
  predicted_.clear();
  for (const ScheduleCandidate& candidate : choice_.candidates) {
    predicted_.push_back(predicted_seconds(candidate.lists, choice_.pairs, now));
  }
  if (overheads_.size() < kOverheadSteps) {
    overheads_.push_back(std::max(0.0, now.step_seconds - predicted_[current_]));
  }
  // A gain is one of the whole step.
  const double overhead = core::midpoint_median(overheads_);
  for (double& seconds : predicted_) seconds += overhead;
  current_ = static_cast<int>(rule_.observe(predicted_, now.step_seconds));
  return current_;
}

}  // namespace motley::tensor
