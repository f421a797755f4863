// Times every line of cases.txt on the cpu engine; README.md explains the table.
//
//   bench_tensor_kernels [--threads N] [--only TEXT] [--seconds S] [FILE]
//
// The first run of a case is the warm-up and is checked: a wrong result is reported without a time
// and makes the exit status 1.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iostream>

#include "case_check.h"
#include "core/base/peak.h"
#include "core/base/threads.h"
#include "tensor/run/executable.h"

namespace motley::tensor {
namespace {

constexpr int kFewestRuns = 5;
constexpr double kMostSeconds = 5;   // of a case; the minimum number of runs is always made
constexpr double kAffordable = 1e9;  // steps of the reference interpreter: a few seconds

struct Settings {
  int num_threads = core::num_cores();
  std::string only;
  double seconds = 0.3;
  std::string file = MOTLEY_BENCH_CASES;
};

Settings parse_settings(const std::vector<std::string>& words) {
  Settings s;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (!word.starts_with("--")) {
      s.file = word;
      continue;
    }
    if (++i == words.size()) throw core::UserError(word + " needs a value");
    if (word == "--threads") {
      s.num_threads = std::max(1, std::stoi(words[i]));
    } else if (word == "--only") {
      s.only = words[i];
    } else if (word == "--seconds") {
      s.seconds = std::stod(words[i]);
    } else {
      throw core::UserError(word + " is unknown; there are --threads, --only and --seconds");
    }
  }
  return s;
}

// --- Measuring -----------------------------------------------------------------------------------

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double processor_seconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// Of all runs, sorted.
struct Times {
  std::vector<double> sorted;
  double cores = 0;  // used on average: CPU time over wall time
  double quantile(double q) const {
    return sorted[static_cast<size_t>(q * static_cast<double>(sorted.size() - 1) + 0.5)];
  }
  double median() const { return quantile(0.5); }
  double best() const { return sorted.front(); }
  double spread() const { return (quantile(0.75) - quantile(0.25)) / median(); }
};

Times time_runs(Executable& executable, double seconds) {
  Times times;
  const double begin_processor = processor_seconds(), begin_all = now();
  for (double total = 0; total < kMostSeconds || times.sorted.size() < kFewestRuns;) {
    if (total >= seconds && times.sorted.size() >= kFewestRuns) break;
    const double begin = now();
    executable.run();
    times.sorted.push_back(now() - begin);
    total += times.sorted.back();
  }
  times.cores = (processor_seconds() - begin_processor) / (now() - begin_all);
  std::sort(times.sorted.begin(), times.sorted.end());
  return times;
}

bool reads_argument(const CompiledProgram& compiled, int i) {
  return std::ranges::any_of(compiled.steps, [&](const KernelStep& step) {
    return std::ranges::any_of(step.operands, [&](const Place& place) {
      return place.kind == Place::Kind::kArgument && place.index == i;
    });
  });
}

// Every argument that is read and every result, once.
double bytes_moved(const BenchCase& c, const Executable& executable) {
  if (c.bytes > 0) return c.bytes;
  const CompiledProgram& compiled = executable.compiled();
  int64_t bytes = 0;
  for (size_t i = 0; i < compiled.arguments.size(); ++i)
    if (reads_argument(compiled, static_cast<int>(i))) bytes += compiled.arguments[i].num_bytes();
  for (const CompiledResult& result : compiled.results) bytes += result.type.num_bytes();
  return static_cast<double>(bytes);
}

// The distinct kernels that ran, and the total number: "copy dot.openblas", "reverse (1000)".
std::string kernels_of(const CompiledProgram& compiled) {
  std::vector<std::string> names;
  for (const KernelStep& step : compiled.steps)
    if (std::find(names.begin(), names.end(), step.kernel.name) == names.end())
      names.push_back(step.kernel.name);
  std::string text = fmt::format("{}", fmt::join(names, " "));
  if (compiled.steps.size() > names.size()) text += fmt::format(" ({})", compiled.steps.size());
  return text;
}

// --- The table -----------------------------------------------------------------------------------

struct Machine {
  double flops = 0, bandwidth = 0;  // per second
};

Machine measure_machine(int num_threads) {
  return {core::measure_peak_flops(num_threads, 0.2),
          core::measure_copy_bandwidth(num_threads, 0.2)};
}

std::string to_string(const Machine& machine) {
  return fmt::format("{:.1f} Gflop/s {}, copies {:.1f} GB/s", machine.flops * 1e-9,
                     core::peak_instructions(), machine.bandwidth * 1e-9);
}

std::string first_line_of(const std::string& command) {
  char text[256] = "";
  if (FILE* pipe = popen(command.c_str(), "r")) {
    if (!std::fgets(text, sizeof text, pipe)) text[0] = 0;
    pclose(pipe);
  }
  const std::string line = text;
  return line.substr(0, line.find('\n'));
}

std::string processor_name() {
  std::ifstream stream("/proc/cpuinfo");
  for (std::string line; std::getline(stream, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "an unknown processor";
}

std::string others_on_the_machine() {
  std::ifstream stream("/proc/loadavg");
  std::string load;
  stream >> load;
  return load;
}

void print_header(const Settings& settings, const Machine& machine) {
  fmt::print("# commit {}\n",
             first_line_of("git -C '" MOTLEY_SOURCE "' describe --always --dirty 2> /dev/null"));
  fmt::print(
      "# {} on {}, load {}\n",
      settings.num_threads == 1 ? "1 thread" : fmt::format("{} threads", settings.num_threads),
      processor_name(), others_on_the_machine());
  fmt::print("# machine peak {}\n", to_string(machine));
  fmt::print("{:<78} {:>9} {:>9} {:>6} {:>5} {:>8} {:>5} {:>7} {:>5}  {}\n", "# case", "median us",
             "best us", "spread", "cores", "Gflop/s", "peak", "GB/s", "copy", "kernels");
}

void print_row(const CaseLine& line, const BenchCase& c, const Executable& executable,
               const Times& times, const Machine& machine) {
  const double flops = c.flops / times.median();
  const double bandwidth = bytes_moved(c, executable) / times.median();
  fmt::print(
      "{:<78} {:>9.1f} {:>9.1f} {:>5.0f}% {:>5.2f} {:>8.2f} {:>4.0f}% {:>7.2f} {:>4.0f}%  {}",
      line.to_string(), times.median() * 1e6, times.best() * 1e6, times.spread() * 100, times.cores,
      flops * 1e-9, flops / machine.flops * 100, bandwidth * 1e-9,
      bandwidth / machine.bandwidth * 100, kernels_of(executable.compiled()));
  if (c.num_ops)
    fmt::print("; {:.0f} ns per op", times.median() * 1e9 / static_cast<double>(c.num_ops));
  fmt::print("\n");
  std::fflush(stdout);
}

// Returns whether the result is correct.
bool run_case(const CaseLine& line, const Settings& settings, const Machine& machine) {
  const BenchCase c = make_case(line);
  const std::vector<Literal> arguments = draw_arguments(c);
  Executable executable(
      compile(c.program, {.num_threads = settings.num_threads, .updates = c.updates}));
  for (size_t i = 0; i < arguments.size(); ++i)
    std::memcpy(executable.argument(static_cast<int>(i)).data(), arguments[i].data(),
                arguments[i].bytes().size());
  executable.run();
  std::vector<Literal> results;
  for (size_t i = 0; i < executable.compiled().results.size(); ++i)
    results.push_back(Literal::from_bytes(executable.compiled().results[i].type,
                                          executable.result(static_cast<int>(i))));
  const CheckedAnswer answer = check_answer(c, arguments, results, kAffordable);
  if (!answer.fault.empty()) {
    fmt::print("{:<78} WRONG: {}\n", line.to_string(), answer.fault);
    return false;
  }
  print_row(line, c, executable, time_runs(executable, settings.seconds), machine);
  return true;
}

int run_all(const Settings& settings) {
  const Machine machine = measure_machine(settings.num_threads);
  print_header(settings, machine);
  int num_wrong = 0;
  for (const CaseLine& line : read_cases(settings.file)) {
    if (line.to_string().find(settings.only) == std::string::npos) continue;
    num_wrong += !run_case(line, settings, machine);
  }
  fmt::print("# machine peak at the end {}, load {}\n",
             to_string(measure_machine(settings.num_threads)), others_on_the_machine());
  return num_wrong ? 1 : 0;
}

}  // namespace
}  // namespace motley::tensor

int main(int argc, char** argv) {
  using namespace motley;
  core::restart_with_short_waits(argv);
  try {
    return tensor::run_all(tensor::parse_settings({argv + 1, argv + argc}));
  } catch (const std::exception& e) {
    std::cerr << "bench: " << e.what() << "\n";
    return 2;
  }
}
