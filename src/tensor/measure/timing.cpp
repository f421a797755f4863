#include "tensor/measure/timing.h"

#include <algorithm>
#include <chrono>

namespace motley::tensor {

namespace {

constexpr double kAgreed = 0.1;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Timing timing_of(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  const auto quantile = [&](double q) {
    return seconds[static_cast<size_t>(q * static_cast<double>(seconds.size() - 1) + 0.5)];
  };
  Timing timing{.seconds = quantile(0.5), .num_runs = static_cast<int>(seconds.size())};
  timing.spread = (quantile(0.75) - quantile(0.25)) / timing.seconds;
  if (timing.spread > kAgreed) timing.seconds = seconds.front();
  return timing;
}

Timing time_runs(Executable& executable, const TimingLimits& limits) {
  executable.run();
  std::vector<double> seconds;
  for (double total = 0; total < limits.most_seconds; total += seconds.back()) {
    if (static_cast<int>(seconds.size()) >= limits.fewest_runs && total >= limits.seconds) break;
    const double begin = now();
    executable.run();
    seconds.push_back(now() - begin);
  }
  return timing_of(std::move(seconds));
}

std::vector<Timing> time_kernels(Executable& executable, int num_runs) {
  const size_t num_steps = executable.compiled().steps.size();
  std::vector<std::vector<double>> seconds(num_steps + 1);
  double inside = 0;
  executable.on_kernel([&](const KernelSpan& span) {
    seconds[span.step].push_back(span.end_seconds - span.begin_seconds);
    inside += seconds[span.step].back();
  });
  executable.run();
  for (std::vector<double>& each : seconds) each.clear();
  for (int i = 0; i < num_runs; ++i) {
    inside = 0;
    const double begin = now();
    executable.run();
    seconds[num_steps].push_back(std::max(0.0, now() - begin - inside));
  }
  executable.on_kernel({});
  std::vector<Timing> timings;
  for (std::vector<double>& each : seconds)
    timings.push_back(each.empty() ? Timing{} : timing_of(std::move(each)));
  return timings;
}

}  // namespace motley::tensor
