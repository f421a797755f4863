#include "core/balance/phases.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.h"

namespace motley::core {

size_t num_devices(const PhaseProblem& problem) {
  MOTLEY_CHECK(!problem.phases.empty(), "a balancing problem has no phases");
  const size_t devices = problem.phases.front().speeds.size();
  for (const Phase& phase : problem.phases) {
    MOTLEY_CHECK(phase.speeds.size() == devices, "one phase has {} devices, another {}", devices,
                 phase.speeds.size());
    MOTLEY_CHECK(phase.fixed_seconds.empty() || phase.fixed_seconds.size() == devices,
                 "{} fixed times for {} devices", phase.fixed_seconds.size(), devices);
    MOTLEY_CHECK(phase.work > 0 && std::isfinite(phase.work), "invalid work {}", phase.work);
    for (const double f : phase.speeds) {
      MOTLEY_CHECK(f >= 0 && std::isfinite(f), "invalid speed {}", f);
    }
  }
  MOTLEY_CHECK(problem.caps.empty() || problem.caps.size() == devices, "{} caps for {} devices",
               problem.caps.size(), devices);
  return devices;
}

double phase_seconds(const Phase& phase, size_t device, double share) {
  const double fixed = phase.fixed_seconds.empty() ? 0 : phase.fixed_seconds[device];
  if (share == 0) return fixed;
  if (phase.speeds[device] == 0) return std::numeric_limits<double>::infinity();
  return fixed + phase.work * share / phase.speeds[device];
}

double makespan(const PhaseProblem& problem, const Ratio& ratio) {
  const size_t devices = num_devices(problem);
  MOTLEY_CHECK(ratio.size() == devices, "{} shares for {} devices", ratio.size(), devices);
  double sum = 0;
  for (const Phase& phase : problem.phases) {
    double slowest = 0;
    for (size_t j = 0; j < devices; ++j) {
      slowest = std::max(slowest, phase_seconds(phase, j, ratio[j]));
    }
    sum += slowest;
  }
  return sum;
}

}  // namespace motley::core
