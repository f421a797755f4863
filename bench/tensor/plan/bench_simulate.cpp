// The simulator on whole clusters: `replicas` copies of a pipeline run in parallel and are joined
// by one all-reduce per stage. A wrong makespan reports an error instead of a time.
#include <benchmark/benchmark.h>

#include "tensor/plan/schedule/generators.h"
#include "tensor/plan/simulate/pipeline_workload.h"

namespace motley::tensor {
namespace {

using namespace schedule;
using namespace simulate;

// `copies` of one pipeline's workload; stage s of all copies ends in one all-reduce.
Workload replicated(const Workload& one, int32_t copies, Ticks all_reduce) {
  Workload all;
  const int32_t num_items = static_cast<int32_t>(one.items.size());
  for (int32_t copy = 0; copy < copies; ++copy) {
    const int32_t offset = copy * num_items;
    all.items.insert(all.items.end(), one.items.begin(), one.items.end());
    for (int32_t d = 0; d < one.num_devices(); ++d) {
      all.device_begin.push_back(one.device_begin[d] + offset);
    }
    for (Workload::Transfer t : one.transfers) {
      t.from += offset, t.to += offset;
      all.transfers.push_back(t);
    }
  }
  all.device_begin.push_back(copies * num_items);
  for (int32_t d = 0; d < one.num_devices(); ++d) {
    Workload::Collective collective{.busy = all_reduce};
    for (int32_t copy = 0; copy < copies; ++copy) {
      collective.after.push_back(copy * num_items + one.device_begin[d + 1] - 1);
    }
    all.collectives.push_back(std::move(collective));
  }
  return all;
}

void simulate_cluster(benchmark::State& state) {
  const auto stages = static_cast<int32_t>(state.range(0));
  const auto replicas = static_cast<int32_t>(state.range(1));
  const auto microbatches = static_cast<int32_t>(state.range(2));
  const PipelineCosts costs = {.forward = std::vector<Ticks>(stages, 1000),
                               .backward = std::vector<Ticks>(stages, 2000),
                               .latency = std::vector<Ticks>(stages - 1, 100)};
  const Ticks all_reduce = 5000;
  const Ticks expected = (microbatches + stages - 1) * 3000 + 2 * 100 * (stages - 1) + all_reduce;
  for (auto _ : state) {
    const Schedule schedule =
        deep_one_f_one_b({stages, microbatches}, uniform_depth({stages, microbatches}, 1));
    const Workload workload = replicated(pipeline_workload(schedule, costs), replicas, all_reduce);
    if (simulate::simulate(workload).makespan != expected) {
      state.SkipWithError("the makespan is wrong");
      break;
    }
  }
  state.counters["items/s"] = benchmark::Counter(2.0 * stages * replicas * microbatches,
                                                 benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(simulate_cluster)
    ->ArgNames({"stages", "replicas", "microbatches"})
    ->Args({64, 1, 1024})
    ->Args({64, 64, 256})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace motley::tensor
