// Quality and run time of choose_schedule on random heterogeneous pipelines:
//
//   bench_choose [pipelines] [seed]
//
// The gap is makespan / lower bound - 1: an upper bound on what a better schedule could save. Each
// schedule is simulated; a wrong makespan stops the bench.
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <map>

#include "core/base/error.h"
#include "tensor/plan/schedule/choose.h"
#include "tensor/plan/schedule/random_pipelines.h"
#include "tensor/plan/schedule/validate.h"
#include "tensor/plan/simulate/pipeline_workload.h"

namespace motley::tensor {
namespace {

using namespace schedule;
using namespace simulate;

struct Kind {
  const char* name;
  bool split;
  Links links;
};

struct Figures {
  std::vector<double> gaps, milliseconds;
  int closed = 0;
  std::map<std::string, int> origins;
};

void measure(const RandomPipeline& p, Figures& figures) {
  const std::clock_t begin = std::clock();
  const ChosenSchedule chosen = choose_schedule(p.costs, p.microbatches, p.cap);
  const std::clock_t end = std::clock();
  const std::string fault = fault_of(chosen.schedule) + cap_violation(chosen.schedule, p.cap);
  MOTLEY_CHECK(fault.empty(), "{}", fault);
  const Ticks simulated = run_pipeline(chosen.schedule, p.costs).simulation.makespan;
  MOTLEY_CHECK(simulated == chosen.makespan, "makespan {} but simulated {}", chosen.makespan,
               simulated);
  const auto makespan = static_cast<double>(chosen.makespan);
  figures.gaps.push_back(100 * (makespan / static_cast<double>(chosen.lower_bound) - 1));
  figures.milliseconds.push_back(1000.0 * static_cast<double>(end - begin) / CLOCKS_PER_SEC);
  figures.closed += chosen.makespan == chosen.lower_bound;
  ++figures.origins[chosen.origin.substr(0, chosen.origin.find(':'))];
}

std::string quantiles(std::vector<double> values) {
  std::ranges::sort(values);
  const auto at = [&](double share) {
    return values[static_cast<size_t>(share * static_cast<double>(values.size() - 1))];
  };
  return fmt::format("{:7.2f} {:7.2f} {:7.2f} {:7.2f}", at(0.5), at(0.9), at(0.99), at(1));
}

void run(int num_pipelines, uint64_t seed) {
  constexpr Kind kKinds[] = {{"split, parallel links", true, Links::kParallel},
                             {"split, serial links", true, Links::kSerial},
                             {"whole, parallel links", false, Links::kParallel},
                             {"whole, serial links", false, Links::kSerial}};
  fmt::print("{} pipelines of 2 to 8 stages and up to 32 micro-batches, seed {}\n", num_pipelines,
             seed);
  fmt::print("{:22} {:>7} | gap, %: median, 90 %, 99 %, max | ms: median, 90 %, 99 %, max\n",
             "backward", "proven");
  for (const Kind& kind : kKinds) {
    PipelineDice dice(seed);
    Figures figures;
    for (int i = 0; i < num_pipelines; ++i) {
      RandomPipeline p = dice.unequal();
      if (!kind.split) p.costs.weight.clear();
      p.costs.links = kind.links;
      measure(p, figures);
    }
    fmt::print("{:22} {:7} | {} | {}\n", kind.name, figures.closed, quantiles(figures.gaps),
               quantiles(figures.milliseconds));
    fmt::print("{:22}", "");
    for (const auto& [origin, count] : figures.origins) fmt::print(" {} {}", origin, count);
    fmt::print("\n");
  }
}

}  // namespace
}  // namespace motley::tensor

int main(int argc, char** argv) {
  motley::tensor::run(argc > 1 ? std::atoi(argv[1]) : 1000,
                      argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 20261115);
}
