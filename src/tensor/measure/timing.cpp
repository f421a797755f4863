#include "tensor/measure/timing.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>

namespace motley::tensor {

namespace {

constexpr int kEnoughUndisturbed = 3;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// How often the system has stopped one of our threads for somebody else.
int64_t num_interruptions() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_nivcsw;
}

double quantile(const std::vector<double>& sorted, double q) {
  return sorted[static_cast<size_t>(q * static_cast<double>(sorted.size() - 1) + 0.5)];
}

std::vector<double> sorted_seconds(const std::vector<TimedRun>& runs, bool undisturbed_only) {
  std::vector<double> seconds;
  for (const TimedRun& run : runs)
    if (run.undisturbed || !undisturbed_only) seconds.push_back(run.seconds);
  std::sort(seconds.begin(), seconds.end());
  return seconds;
}

}  // namespace

Timing timing_of(std::vector<TimedRun> runs) {
  const std::vector<double> all = sorted_seconds(runs, false), good = sorted_seconds(runs, true);
  const bool enough = good.size() >= kEnoughUndisturbed;
  return {.seconds = enough ? quantile(good, 0.25) : all.front(),
          .spread = (quantile(all, 0.75) - quantile(all, 0.25)) / quantile(all, 0.5),
          .num_runs = static_cast<int>(all.size())};
}

Timing time_runs(Executable& executable, const TimingLimits& limits) {
  executable.run();
  std::vector<TimedRun> runs;
  int undisturbed = 0;
  const double start = now();
  for (double total = 0; total < limits.most_seconds;) {
    const bool enough = static_cast<int>(runs.size()) >= limits.fewest_runs &&
                        undisturbed >= kEnoughUndisturbed && total >= limits.seconds;
    if (enough) break;
    const int64_t before = num_interruptions();
    const double begin = now();
    executable.run();
    const double end = now();
    runs.push_back({end - begin, num_interruptions() == before});
    undisturbed += runs.back().undisturbed;
    total = end - start;
  }
  return timing_of(std::move(runs));
}

std::vector<Timing> time_kernels(Executable& executable, int num_runs) {
  const size_t num_steps = executable.compiled().steps.size();
  std::vector<std::vector<TimedRun>> runs(num_steps + 1);
  int64_t before = 0;
  double inside = 0;
  executable.on_kernel([&](const KernelSpan& span) {
    const int64_t after = num_interruptions();
    const double seconds = span.end_seconds - span.begin_seconds;
    runs[span.step].push_back({seconds, after == before});
    before = after;
    inside += seconds;
  });
  executable.run();
  for (std::vector<TimedRun>& each : runs) each.clear();
  for (int i = 0; i < num_runs; ++i) {
    before = num_interruptions();
    inside = 0;
    const int64_t first = before;
    const double begin = now();
    executable.run();
    const double between = std::max(0.0, now() - begin - inside);
    runs[num_steps].push_back({between, num_interruptions() == first});
  }
  executable.on_kernel({});
  std::vector<Timing> timings;
  for (std::vector<TimedRun>& each : runs)
    timings.push_back(each.empty() ? Timing{} : timing_of(std::move(each)));
  return timings;
}

}  // namespace motley::tensor
