#include "tensor/measure/timing.h"

#include <algorithm>
#include <ctime>

#include "core/base/statistics.h"

namespace motley::tensor {

namespace {

constexpr double kMaxSpread = 0.1;  // largest spread of undisturbed runs
// Largest wall time over the calling thread's CPU time, likewise.
constexpr double kMaxWallOverCpu = 1.15;

double seconds_of(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

TimedRun moment() { return {seconds_of(CLOCK_MONOTONIC), seconds_of(CLOCK_THREAD_CPUTIME_ID)}; }

TimedRun between(const TimedRun& begin, const TimedRun& end) {
  return {end.seconds - begin.seconds, end.cpu_seconds - begin.cpu_seconds};
}

std::vector<double> sorted(const std::vector<TimedRun>& runs, double TimedRun::*member) {
  std::vector<double> values;
  for (const TimedRun& run : runs) values.push_back(run.*member);
  std::sort(values.begin(), values.end());
  return values;
}

}  // namespace

Timing timing_of(const std::vector<TimedRun>& runs, bool with_neighbours) {
  const std::vector<double> all = sorted(runs, &TimedRun::seconds),
                            cpu = sorted(runs, &TimedRun::cpu_seconds);
  Timing timing{.seconds = core::quantile(all, 0.5), .num_runs = static_cast<int>(all.size())};
  timing.spread = (core::quantile(all, 0.75) - core::quantile(all, 0.25)) / timing.seconds;
  if (with_neighbours) return timing;
  timing.disturbed =
      timing.spread > kMaxSpread || timing.seconds > kMaxWallOverCpu * core::quantile(cpu, 0.5);
  // At least half of it: two threads may share a core, and a paused virtual machine may report too
  // little CPU time.
  if (timing.disturbed)
    timing.seconds = std::clamp(core::quantile(cpu, 0.25), all.front() / 2, all.front());
  return timing;
}

Timing time_runs(Executable& executable, const TimingLimits& limits) {
  executable.run();
  std::vector<TimedRun> runs;
  for (double total = 0; total < limits.max_seconds; total += runs.back().seconds) {
    if (static_cast<int>(runs.size()) >= limits.min_runs && total >= limits.seconds) break;
    const TimedRun begin = moment();
    executable.run();
    runs.push_back(between(begin, moment()));
  }
  return timing_of(runs, limits.with_neighbours);
}

std::vector<Timing> time_kernels(Executable& executable, int num_runs) {
  const size_t num_steps = executable.compiled().steps.size();
  std::vector<std::vector<TimedRun>> runs(num_steps);
  TimedRun last;
  executable.on_kernel([&](const KernelSpan& span) {
    const TimedRun now = moment();
    runs[span.step].push_back(between(last, now));
    last = now;
  });
  executable.run();
  for (std::vector<TimedRun>& each : runs) each.clear();
  for (int i = 0; i < num_runs; ++i) {
    last = moment();
    executable.run();
  }
  executable.on_kernel({});
  std::vector<Timing> timings;
  for (const std::vector<TimedRun>& each : runs) timings.push_back(timing_of(each));
  return timings;
}

}  // namespace motley::tensor
