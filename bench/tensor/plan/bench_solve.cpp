// The choice-problem solver on the public contest's instances, scored by best published cost over
// ours.
//
//   bench_solve FOLDER [--share X] [--threads N]
//
// FOLDER holds the instances named in contest.txt as NAME.json.gz; each gets X times the contest's
// time limit, reading included (default 1). An infeasible choice scores zero, and the exit status
// is then 1.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "core/base/error.h"
#include "core/base/threads.h"
#include "tensor/plan/solve/choice_problem.h"
#include "tensor/plan/solve/problem_reader.h"

namespace motley::tensor {
namespace {

using namespace solve;

using Clock = std::chrono::steady_clock;

struct Case {
  std::string name;
  double seconds = 0, best = 0;
};

std::vector<Case> read_cases(const std::string& path) {
  std::vector<Case> cases;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with("#")) continue;
    Case each;
    std::istringstream(line) >> each.name >> each.seconds >> each.best;
    cases.push_back(each);
  }
  return cases;
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Returns the score; prints a row.
double run_case(const Case& each, const std::string& folder, double share, int num_threads) {
  const Clock::time_point start = Clock::now();
  const double seconds = share * each.seconds * 0.99;
  const ChoiceProblem problem = read_choice_problem(folder + "/" + each.name + ".json.gz");
  const Choice choice =
      solve::solve(problem, {.deadline = start + std::chrono::duration_cast<Clock::duration>(
                                                     std::chrono::duration<double>(seconds)),
                             .num_threads = num_threads});
  const double taken = seconds_since(start);
  const bool holds =
      choice.feasible && std::isfinite(cost_of(problem, choice.states)) &&
      (!problem.byte_limit || peak_bytes_of(problem, choice.states) <= *problem.byte_limit);
  const double points = holds ? each.best / cost_of(problem, choice.states) : 0;
  fmt::print("{:<8} {:>16.0f} {:>16.0f} {:>16.0f} {:>8.3f} {:>7.1f} {:>9} {:>8.5f}\n", each.name,
             each.best, choice.cost, choice.lower_bound, 100 * choice.gap(), taken,
             choice.exact ? "optimal" : "", points);
  std::fflush(stdout);
  return points;
}

int run(int argc, char** argv) {
  std::string folder;
  double share = 1;
  int num_threads = core::num_cores();
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--share" && i + 1 < argc) {
      share = std::stod(argv[++i]);
    } else if (word == "--threads" && i + 1 < argc) {
      num_threads = std::stoi(argv[++i]);
    } else {
      folder = word;
    }
  }
  if (folder.empty()) {
    fmt::print("# bench_solve needs the folder with the contest's instances; nothing was run\n");
    return 0;
  }
  fmt::print("# {} threads, {} times the contest's time limit\n", num_threads, share);
  fmt::print("{:<8} {:>16} {:>16} {:>16} {:>8} {:>7} {:>9} {:>8}\n", "problem", "best published",
             "cost", "bound", "gap %", "s", "", "points");
  double sum = 0;
  int present = 0;
  bool all = true;
  for (const Case& each : read_cases(MOTLEY_CONTEST_CASES)) {
    if (!std::filesystem::exists(folder + "/" + each.name + ".json.gz")) continue;
    const double points = run_case(each, folder, share, num_threads);
    sum += points;
    all = all && points > 0;
    ++present;
  }
  fmt::print("# {:.5f} of {} points\n", sum, present);
  return all ? 0 : 1;
}

}  // namespace
}  // namespace motley::tensor

int main(int argc, char** argv) {
  try {
    return motley::tensor::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_solve: {}\n", error.what());
    return 2;
  }
}
