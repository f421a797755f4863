// best_ratio by COIN-OR CLP; no other source knows of it.
#include <algorithm>
#include <limits>
#include <map>
#include <memory>

#include "core/balance/phases.h"
#include "core/base/error.h"

#ifdef MOTLEY_HAS_CLP
#include <Clp_C_Interface.h>
#endif

namespace motley::core {

#ifndef MOTLEY_HAS_CLP

bool has_linear_programs() { return false; }

PhaseAnswer best_ratio(const PhaseProblem&) {
  return {.fault =
              "mixed speeds are balanced by linear programs, for which this build lacks COIN-OR "
              "CLP (Debian: coinor-libclp-dev)"};
}

#else

namespace {

constexpr double kUnbounded = std::numeric_limits<double>::max();  // CLP's infinity

// Devices that are equal in everything. By convexity some best ratio gives them equal shares, so
// they are one column: a thousand devices of three types are three columns.
struct Class {
  size_t first = 0;  // stands for all
  double count = 0;
  double cap = 1;  // of each; 0 where it lacks a speed
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

// minimise sum_p T_p such that work_p / speed_pc * b_c - T_p <= -fixed_pc and sum_c count_c b_c =
// 1. Columns are the classes' shares, each times its count, then T. Seconds are divided by `unit`
// so that neither microseconds nor hours meet the solver's tolerances.
struct Columns {
  std::vector<CoinBigIndex> start = {0};
  std::vector<int> row;
  std::vector<double> value, lower, upper, objective;

  void add(int r, double v) { row.push_back(r), value.push_back(v); }
  void end(double most, double weight) {
    start.push_back(static_cast<CoinBigIndex>(row.size()));
    lower.push_back(0), upper.push_back(most), objective.push_back(weight);
  }
};

std::vector<double> solve(const PhaseProblem& problem, const std::vector<Class>& classes,
                          double unit) {
  const int num_classes = static_cast<int>(classes.size());
  const int num_phases = static_cast<int>(problem.phases.size());
  Columns columns;
  std::vector<double> row_upper(num_phases * num_classes + 1, 0.0);
  for (int c = 0; c < num_classes; ++c) {
    const Class& own = classes[c];
    for (int p = 0; p < num_phases; ++p) {
      const Phase& phase = problem.phases[p];
      const double fixed = phase_seconds(phase, own.first, 0);
      const double rate = own.cap > 0 ? phase_seconds(phase, own.first, 1) - fixed : 0;
      columns.add(p * num_classes + c, rate / unit / own.count);
      row_upper[p * num_classes + c] = -fixed / unit;
    }
    columns.add(num_phases * num_classes, 1);
    columns.end(own.cap * own.count, 0);
  }
  for (int p = 0; p < num_phases; ++p) {
    for (int c = 0; c < num_classes; ++c) columns.add(p * num_classes + c, -1);
    columns.end(kUnbounded, 1);
  }
  std::vector<double> row_lower(row_upper.size(), -kUnbounded);
  row_lower.back() = row_upper.back() = 1;

  const std::unique_ptr<Clp_Simplex, void (*)(Clp_Simplex*)> model(Clp_newModel(), Clp_deleteModel);
  Clp_setLogLevel(model.get(), 0);
  Clp_setPrimalTolerance(model.get(), 1e-10);
  Clp_setDualTolerance(model.get(), 1e-10);
  Clp_loadProblem(model.get(), num_classes + num_phases, static_cast<int>(row_upper.size()),
                  columns.start.data(), columns.row.data(), columns.value.data(),
                  columns.lower.data(), columns.upper.data(), columns.objective.data(),
                  row_lower.data(), row_upper.data());
  Clp_initialSolve(model.get());
  MOTLEY_CHECK(Clp_status(model.get()) == 0, "CLP ends with status {}", Clp_status(model.get()));
  const double* solution = Clp_primalColumnSolution(model.get());
  return {solution, solution + num_classes};
}

// What the solver's tolerances leave: shares inside their bounds, together 1 to the last bits.
void settle(std::vector<double>& shares, const std::vector<Class>& classes) {
  double sum = 0;
  for (size_t c = 0; c < shares.size(); ++c) {
    const double most = classes[c].cap * classes[c].count;
    shares[c] = shares[c] < 1e-12 ? 0 : std::min(shares[c], most);
    sum += shares[c];
  }
  for (size_t c = 0; c < shares.size(); ++c) {
    const double most = classes[c].cap * classes[c].count;
    const double wanted = std::clamp(shares[c] + (1 - sum), 0.0, most);
    if (shares[c] == 0) continue;
    sum += wanted - shares[c];
    shares[c] = wanted;
  }
}

// Within a small factor of the best: each device by its speed over all phases.
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

bool has_linear_programs() { return true; }

PhaseAnswer best_ratio(const PhaseProblem& problem) {
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

#endif

}  // namespace motley::core
