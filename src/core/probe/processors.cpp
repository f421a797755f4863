#include "core/probe/processors.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

namespace motley::core {
namespace {

std::string text_of(const std::string& file) {
  std::ifstream stream(file);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

// The path of our group below a controller's root: in version 2 the line `0::PATH`, in version 1
// the one with `cpu` among its controllers.
std::string group_path(bool version_2) {
  std::istringstream lines(text_of("/proc/self/cgroup"));
  for (std::string line; std::getline(lines, line);) {
    const size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == line.npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const bool is_it = version_2 ? controllers == ",," : controllers.find(",cpu,") != line.npos;
    if (is_it) return line.substr(second + 1);
  }
  return "";
}

double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace

namespace {

ProcessorQuota quota_of(double quota_us, double period_us) {
  if (quota_us <= 0 || period_us <= 0) return {};
  return {.cores = quota_us / period_us, .period_seconds = period_us * 1e-6};
}

}  // namespace

ProcessorQuota quota_of_version_2(const std::string& cpu_max) {
  std::istringstream words(cpu_max);
  std::string quota;
  double period = 0;
  words >> quota >> period;
  return quota_of(quota == "max" ? 0 : std::atof(quota.c_str()), period);
}

ProcessorQuota quota_of_version_1(const std::string& quota_us, const std::string& period_us) {
  return quota_of(std::atof(quota_us.c_str()), std::atof(period_us.c_str()));
}

ProcessorQuota processor_quota() {
  const std::string old = "/sys/fs/cgroup/cpu" + group_path(false);
  const ProcessorQuota first =
      quota_of_version_1(text_of(old + "/cpu.cfs_quota_us"), text_of(old + "/cpu.cfs_period_us"));
  if (first.cores > 0) return first;
  return quota_of_version_2(text_of("/sys/fs/cgroup" + group_path(true) + "/cpu.max"));
}

double processor_share(int num_threads, double seconds) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> worked(static_cast<size_t>(num_threads));
  const auto begin = Clock::now();
  const auto work = [&](size_t thread) {
    const double before = thread_seconds();
    while (std::chrono::duration<double>(Clock::now() - begin).count() < seconds) {
    }
    worked[thread] = thread_seconds() - before;
  };
  std::vector<std::thread> threads;
  for (size_t t = 1; t < worked.size(); ++t) threads.emplace_back(work, t);
  work(0);
  for (std::thread& thread : threads) thread.join();
  const double elapsed = std::chrono::duration<double>(Clock::now() - begin).count();
  double sum = 0;
  for (const double each : worked) sum += each;
  return std::min(1.0, sum / elapsed / num_threads);
}

}  // namespace motley::core
