#include <algorithm>
#include <map>

#include "core/balance/linear_program.h"
#include "core/balance/phases.h"
#include "core/base/error.h"

namespace motley::core {

namespace {

// Devices that are identical in every respect. By convexity an optimal ratio gives them equal
// shares, so they form one column: a thousand devices of three types are three columns.
struct Class {
  size_t first = 0;  // representative device
  double count = 0;
  double cap = 1;  // of each; 0 if it has no speed
};

struct Classes {
  std::vector<Class> classes;
  std::vector<size_t> of;  // of each device
};

Classes classes_of(const PhaseProblem& problem) {
  Classes result;
  std::map<std::vector<double>, size_t> known;
  for (size_t j = 0; j < num_devices(problem); ++j) {
    double cap = problem.caps.empty() ? 1.0 : std::clamp(problem.caps[j], 0.0, 1.0);
    std::vector<double> key;
    for (const Phase& phase : problem.phases) {
      key.push_back(phase.speeds[j]);
      key.push_back(phase_seconds(phase, j, 0));
      if (phase.speeds[j] == 0) cap = 0;
    }
    key.push_back(cap);
    const auto [entry, is_new] = known.try_emplace(key, result.classes.size());
    if (is_new) result.classes.push_back({.first = j, .cap = cap});
    result.classes[entry->second].count += 1;
    result.of.push_back(entry->second);
  }
  return result;
}

// minimize sum_p T_p subject to work_p / speed_pc * b_c - T_p <= -fixed_pc and sum_c count_c b_c =
// 1. Columns are the classes' shares times their counts, then T. Seconds are divided by `unit`,
// which keeps both microseconds and hours clear of the solver's tolerances.
std::vector<double> solve(const PhaseProblem& problem, const std::vector<Class>& classes,
                          double unit) {
  LinearProgram program;
  std::vector<std::pair<int, double>> all;
  for (const Class& own : classes)
    all.emplace_back(program.add_variable(0, own.cap * own.count), 1);
  program.add_row(all, 1, 1);
  for (const Phase& phase : problem.phases) {
    const int seconds = program.add_variable(0, LinearProgram::kUnbounded, -1);
    for (size_t c = 0; c < classes.size(); ++c) {
      const Class& own = classes[c];
      const double fixed = phase_seconds(phase, own.first, 0);
      const double rate = own.cap > 0 ? phase_seconds(phase, own.first, 1) - fixed : 0;
      program.add_row({{all[c].first, rate / unit / own.count}, {seconds, -1}}, -fixed / unit);
    }
  }
  auto solution = maximize(program);
  MOTLEY_CHECK(solution, "the solver found no optimal ratio");
  solution->resize(classes.size());
  return *std::move(solution);
}

// Cleans up what the solver's tolerances leave: clamps shares to their bounds and makes them sum to
// 1 up to rounding.
void settle(std::vector<double>& shares, const std::vector<Class>& classes) {
  double sum = 0;
  for (size_t c = 0; c < shares.size(); ++c) {
    const double upper = classes[c].cap * classes[c].count;
    shares[c] = shares[c] < 1e-12 ? 0 : std::min(shares[c], upper);
    sum += shares[c];
  }
  for (size_t c = 0; c < shares.size(); ++c) {
    const double upper = classes[c].cap * classes[c].count;
    const double wanted = std::clamp(shares[c] + (1 - sum), 0.0, upper);
    if (shares[c] == 0) continue;
    sum += wanted - shares[c];
    shares[c] = wanted;
  }
}

// Within a small factor of the optimum: shares each device by its speed over all phases.
double rough_makespan(const PhaseProblem& problem, const Classes& devices) {
  std::vector<double> speeds, caps;
  for (size_t j = 0; j < devices.of.size(); ++j) {
    const double cap = devices.classes[devices.of[j]].cap;
    double seconds = 0;
    for (const Phase& phase : problem.phases) {
      if (cap > 0) seconds += phase.work / phase.speeds[j];
    }
    speeds.push_back(cap > 0 ? 1 / seconds : 0);
    caps.push_back(cap);
  }
  return makespan(problem, proportional_ratio(speeds, caps).value());
}

}  // namespace

PhaseAnswer best_ratio(const PhaseProblem& problem) {
  if (!has_linear_programs()) {
    return {.fault =
                "balancing mixed speeds needs linear programs, and this build lacks COIN-OR "
                "CLP (Debian: coinor-libclp-dev)"};
  }
  const Classes devices = classes_of(problem);
  double room = 0;
  for (const Class& c : devices.classes) room += c.cap * c.count;
  if (room < 1 - 1e-12) {
    return {.fault = fmt::format("the caps of all devices together hold {:.4g} of the whole; "
                                 "raise one or take more devices",
                                 room)};
  }
  const double unit = rough_makespan(problem, devices);
  std::vector<double> shares = solve(problem, devices.classes, unit);
  settle(shares, devices.classes);
  PhaseAnswer answer;
  for (const size_t c : devices.of) answer.ratio.push_back(shares[c] / devices.classes[c].count);
  answer.seconds = makespan(problem, answer.ratio);
  return answer;
}

}  // namespace motley::core
