#include "core/balance/rebalance.h"

#include <algorithm>
#include <cmath>

#include "core/balance/rounding.h"
#include "core/base/error.h"
#include "core/base/statistics.h"

namespace motley::core {
namespace {

// Standard error of the median, relative to it: 1.4826 times the median absolute deviation
// estimates the standard deviation of a normal distribution, whose median has 1.2533 times the
// standard error of its mean.
double relative_error(const std::vector<double>& values, double middle) {
  std::vector<double> deviations;
  for (const double v : values) deviations.push_back(std::abs(v - middle));
  return 1.4826 * 1.2533 * midpoint_median(deviations) / std::sqrt(values.size()) / middle;
}

double moved_share(const Ratio& from, const Ratio& to) {
  double sum = 0;
  for (size_t j = 0; j < from.size(); ++j) sum += std::max(0.0, to[j] - from[j]);
  return sum;
}

double fixed_of(const Observation& step, size_t device) {
  return step.fixed.empty() ? 0 : step.fixed[device];
}

// Of the slowest device: its share and its fixed work.
double step_seconds(const std::vector<double>& speeds, const Observation& step,
                    const Ratio& ratio) {
  double seconds = seconds_of(speeds, {}, ratio);
  for (size_t j = 0; j < ratio.size() && !step.fixed.empty(); ++j) {
    if (speeds[j] > 0) seconds = std::max(seconds, (ratio[j] + step.fixed[j]) / speeds[j]);
  }
  return seconds;
}

// The best shares at these speeds, in whole units where the whole has units.
std::optional<Ratio> best_shares(const std::vector<double>& speeds, const Observation& step) {
  if (step.num_units == 0 && step.fixed.empty()) return proportional_ratio(speeds, step.caps);
  PhaseProblem problem{.phases = {{.speeds = speeds}}, .caps = step.caps};
  for (size_t j = 0; j < step.fixed.size(); ++j) {
    problem.phases[0].fixed_seconds.push_back(speeds[j] > 0 ? step.fixed[j] / speeds[j] : 0);
  }
  if (step.num_units == 0) {
    const PhaseAnswer answer = best_ratio(problem);
    return answer.fault.empty() ? std::optional(answer.ratio) : std::nullopt;
  }
  const auto rounded = best_units(problem, step.num_units);
  if (!rounded) return std::nullopt;
  Ratio ratio;
  for (const int64_t units : rounded->units) {
    ratio.push_back(static_cast<double>(units) / static_cast<double>(step.num_units));
  }
  return ratio;
}

void remember(Balance& balance, const Observation& step) {
  for (size_t j = 0; j < step.ratio.size(); ++j) {
    if (step.ratio[j] <= 0 || !(step.seconds[j] > 0)) continue;
    auto& history = balance.history[j];
    history.push_back(step.seconds[j] / (step.ratio[j] + fixed_of(step, j)));
    if (std::ssize(history) > balance.settings.window) history.erase(history.begin());
  }
}

struct Estimate {
  std::vector<double> speeds;  // shares per second
  double noise = 0;            // the largest relative error among them
  bool known = true;           // every device with a share has enough measurements
};

// Described speeds have another unit than measured ones: they are scaled such that the measured
// devices have the same total speed in both.
Estimate estimate(const Balance& balance, const Ratio& ratio) {
  Estimate result{.speeds = std::vector<double>(ratio.size(), 0.0)};
  const int32_t enough = std::max(2, balance.settings.window / 2);
  double measured = 0, described = 0;
  for (size_t j = 0; j < ratio.size(); ++j) {
    const auto& history = balance.history[j];
    if (ratio[j] > 0 && std::ssize(history) < enough) result.known = false;
    if (history.empty()) continue;
    const double middle = midpoint_median(history);
    result.speeds[j] = 1 / middle;
    if (ratio[j] > 0) result.noise = std::max(result.noise, relative_error(history, middle));
    measured += result.speeds[j];
    described += balance.speeds[j];
  }
  for (size_t j = 0; j < ratio.size(); ++j) {
    if (!balance.history[j].empty()) continue;
    result.speeds[j] = described > 0 ? balance.speeds[j] * measured / described : 0;
  }
  return result;
}

}  // namespace

Balance begin_balance(std::vector<double> speeds, const BalanceSettings& settings) {
  const size_t devices = speeds.size();
  return {.settings = settings,
          .speeds = std::move(speeds),
          .history = std::vector<std::vector<double>>(devices)};
}

// A partial move never beats both the full move and none: between the current ratio and the best
// one the step's time falls linearly, and so does the cost of moving rise.
Verdict observe(Balance balance, const Observation& step) {
  const size_t devices = balance.history.size();
  MOTLEY_CHECK(step.ratio.size() == devices && step.seconds.size() == devices,
               "{} shares and {} times for {} devices", step.ratio.size(), step.seconds.size(),
               devices);
  remember(balance, step);
  const Estimate now = estimate(balance, step.ratio);
  Verdict verdict{.balance = std::move(balance)};
  Balance& next = verdict.balance;
  const auto stay = [&](std::string reason) {
    next.wins = 0;
    verdict.reason = std::move(reason);
    return std::move(verdict);
  };
  if (!now.known) return stay("too few steps measured so far");
  const std::optional<Ratio> best = best_shares(now.speeds, step);
  if (!best) return stay("the caps allow no other ratio");

  const double before = step_seconds(now.speeds, step, step.ratio);
  const double after = step_seconds(now.speeds, step, *best);
  verdict.gain_seconds = before - after;
  const double threshold =
      std::max(next.settings.min_gain, next.settings.noise * now.noise) * before;
  if (verdict.gain_seconds <= threshold) {
    return stay(fmt::format("a gain of {:.3g} s per step is below noise and threshold, {:.3g} s",
                            verdict.gain_seconds, threshold));
  }
  const double move =
      step.moving.fixed_seconds + step.moving.per_share * moved_share(step.ratio, *best);
  const double saved = verdict.gain_seconds * static_cast<double>(step.steps_left);
  if (saved <= move) {
    return stay(fmt::format("moving takes {:.3g} s and saves {:.3g} s in the remaining {} steps",
                            move, saved, step.steps_left));
  }
  if (++next.wins < next.settings.patience) {
    verdict.reason = fmt::format("a move would pay off, seen {} of {} times in a row", next.wins,
                                 next.settings.patience);
    return verdict;
  }
  next.wins = 0;
  verdict.ratio = best;
  verdict.reason = fmt::format("moving takes {:.3g} s and saves {:.3g} s in the remaining {} steps",
                               move, saved, step.steps_left);
  return verdict;
}

}  // namespace motley::core
