#include "tensor/train/layer_moves.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>
#include <utility>

#include "core/base/background.h"
#include "core/base/error.h"
#include "tensor/plan/planner/pipeline_time.h"
#include "tensor/plan/planner/staged_plan.h"

namespace motley::tensor {
namespace {

constexpr int kSpeedWindow = 5;           // steps per median
constexpr double kSpeedChange = 1.1;      // of a speed relative to the others
constexpr int kLayerPatience = 2;         // steps in a row
constexpr double kLeastLayerGain = 0.05;  // of a step, as simulated
constexpr double kSlower = 1.03;          // a step after a move, to undo it
constexpr int64_t kUndoneHoldSteps = 20;  // after that, and twice as many each time
// A host with a quota, or one that may burst, computes faster the less it has to do. A rank that
// computes for less than this part of a step is taken to be as fast as described, or as it was when
// it had more to do, but no faster.
constexpr double kBusy = 0.7;
constexpr int64_t kLayerHoldSteps = 10;  // after a change that was considered and dropped

std::vector<double> compute_of_ranks(const planner::Plan& plan) {
  const planner::PipelineTime time =
      planner::pipeline_time(planner::pipeline_of(plan), plan.on.cluster, plan.devices());
  std::vector<double> seconds;
  for (const planner::PipelineRankTime& rank : time.ranks) seconds.push_back(rank.compute_seconds);
  return seconds;
}

// To one another: a machine that is slower as a whole needs no other shares.
std::vector<double> relative(std::vector<double> slowdowns) {
  double sum = 0;
  for (const double s : slowdowns) sum += std::log(s);
  const double mean = std::exp(sum / static_cast<double>(slowdowns.size()));
  for (double& s : slowdowns) s /= mean;
  return slowdowns;
}

void use_schedule_in(planner::Plan& plan, const planner::Plan& as) {
  plan.pipeline->schedule = as.pipeline->schedule;
  plan.pipeline->lists = as.pipeline->lists;
}

std::string change_words(const planner::Plan& from, const planner::Plan& to) {
  return fmt::format("stages begin at layers [{}] -> [{}]",
                     fmt::join(from.pipeline->cuts.cuts, ", "),
                     fmt::join(to.pipeline->cuts.cuts, ", "));
}

}  // namespace

std::string text_of_cuts(const std::vector<int>& cuts) {
  return fmt::format("{}", fmt::join(cuts, " "));
}

std::vector<int> cuts_of_text(const std::string& text) {
  std::istringstream words(text);
  std::vector<int> cuts;
  for (int cut = 0; words >> cut;) cuts.push_back(cut);
  return cuts;
}

void LayerMoves::begin(const planner::Plan& plan) {
  plan_ = plan;
  predicted_.clear();
  compute_.assign(plan.num_ranks(), RecentValues(kSpeedWindow));
  steps_ = RecentValues(kSpeedWindow);
  num_changed_ = 0;
  predicting_ = core::in_background([plan] { return compute_of_ranks(plan); });
}

std::vector<double> LayerMoves::slowdowns() const {
  const bool is_known = !predicted_.empty() && compute_[0].is_full();
  if (!is_known) return {};
  std::vector<double> result(core::num_devices(plan_.on.cluster), 1.0);
  const std::vector<int> devices = plan_.devices();
  for (size_t rank = 0; rank < devices.size(); ++rank) {
    const double measured = compute_[rank].median();
    if (measured <= 0 || predicted_[rank] <= 0) continue;
    double& slowdown = result[devices[rank]];
    const double taken = taken_.empty() ? 1 : taken_[rank];
    slowdown = measured / predicted_[rank];
    if (measured < kBusy * steps_.median()) {
      slowdown = std::max(slowdown, std::min(taken, 1.0));
    }
  }
  return result;
}

// Of devices in use, relative to one another.
bool LayerMoves::is_changed() {
  const std::vector<double> all = slowdowns();
  std::vector<double> now;
  for (const int device : plan_.devices()) now.push_back(all[device]);
  if (taken_.empty()) taken_.assign(now.size(), 1.0);
  const std::vector<double> used = relative(now), known = relative(taken_);
  bool is_other = false;
  for (size_t i = 0; i < used.size(); ++i) {
    is_other |= std::abs(std::log(used[i] / known[i])) > std::log(kSpeedChange);
  }
  num_changed_ = is_other ? num_changed_ + 1 : 0;
  if (num_changed_ < kLayerPatience) return false;
  taken_ = now;
  num_changed_ = 0;
  return true;
}

const std::vector<double>& LayerMoves::predicted() {
  if (settings_.waits && predicting_.valid()) predicting_.wait();
  if (predicted_.empty() && core::is_ready(predicting_)) predicted_ = predicting_.get();
  return predicted_;
}

void LayerMoves::use_schedule(const std::string& name, const schedule::Schedule& lists) {
  plan_.pipeline->schedule = name;
  plan_.pipeline->lists = lists;
}

void LayerMoves::observe(const std::vector<double>& compute_seconds, double step_seconds,
                         int64_t steps_left) {
  for (size_t rank = 0; rank < compute_seconds.size(); ++rank) {
    compute_[rank].add(compute_seconds[rank]);
  }
  steps_.add(step_seconds);
  steps_left_ = steps_left;
  if (phase_ != Phase::kIdle || predicted().empty() || !compute_[0].is_full()) return;
  if (hold_steps_ > 0) {
    --hold_steps_;
    return;
  }
  const bool changed = is_changed();
  if (before_) {
    const bool is_slower = steps_.median() > kSlower * before_->step_seconds;
    if (settings_.undoes && is_slower) return begin_undoing();
    before_.reset();
  }
  if (changed || std::exchange(tries_again_, false)) begin_planning();
}

void LayerMoves::begin_planning() {
  phase_ = Phase::kPlanning;
  std::vector<std::string> percent;
  for (const double slowdown : taken_) percent.push_back(fmt::format("{:.0f}", 100 / slowdown));
  next_ = {.kind = "layers",
           .reason = fmt::format("devices compute at {} % of their described speeds",
                                 fmt::join(percent, ", ")),
           .before_seconds = steps_.median()};
  std::vector<double> of_devices(core::num_devices(plan_.on.cluster), 1.0);
  const std::vector<int> devices = plan_.devices();
  for (size_t rank = 0; rank < devices.size(); ++rank) of_devices[devices[rank]] = taken_[rank];
  planning_ = core::in_background([plan = plan_, of_devices] {
    return planner::rebalanced_layers(plan, as_measured(plan.on.cluster, {.slowdown = of_devices}));
  });
}

void LayerMoves::begin_undoing() {
  phase_ = Phase::kUndoing;
  next_ = {.kind = "layers",
           .change = change_words(plan_, before_->plan),
           .reason = fmt::format("undone: {:.0f} ms/step before, {:.0f} since",
                                 1e3 * before_->step_seconds, 1e3 * steps_.median()),
           .before_seconds = steps_.median(),
           .predicted_seconds = before_->step_seconds};
  next_plan_ = std::move(before_->plan);
  before_.reset();
  use_schedule_in(next_plan_, plan_);
}

const planner::Plan* LayerMoves::decided() {
  if (phase_ == Phase::kUndoing) {
    phase_ = Phase::kPreparing;
    hold_steps_ = kUndoneHoldSteps << std::min(num_undone_++, 5);
    tries_again_ = true;  // it may have been the machine that became slower meanwhile
    return &next_plan_;
  }
  if (settings_.waits && planning_.valid()) planning_.wait();
  if (phase_ != Phase::kPlanning || !core::is_ready(planning_)) return nullptr;
  planner::RebalancedLayers found = planning_.get();
  const double gained = (found.now_seconds - found.next_seconds) * static_cast<double>(steps_left_);
  const double rate = slowest_port(plan_.on.cluster);
  const double moving = rate > 0 ? static_cast<double>(found.moved_bytes) / rate : 0;
  if (!found.fits || found.gain() < kLeastLayerGain || gained < moving) {
    phase_ = Phase::kIdle;
    hold_steps_ = kLayerHoldSteps;
    return nullptr;
  }
  phase_ = Phase::kPreparing;
  hold_steps_ = 0;
  next_.change = change_words(plan_, found.plan);
  next_.predicted_seconds = next_.before_seconds * found.next_seconds / found.now_seconds;
  next_plan_ = std::move(found.plan);
  use_schedule_in(next_plan_, plan_);  // it may have been switched meanwhile
  return &next_plan_;
}

const Adaptation& LayerMoves::prepared() {
  phase_ = Phase::kSwitching;
  return next_;
}

const planner::Plan& LayerMoves::adopted() {
  MOTLEY_CHECK(phase_ == Phase::kSwitching, "no layers were to move");
  phase_ = Phase::kIdle;
  if (hold_steps_ == 0) before_ = {std::move(plan_), next_.before_seconds};
  begin(next_plan_);
  return plan_;
}

}  // namespace motley::tensor
