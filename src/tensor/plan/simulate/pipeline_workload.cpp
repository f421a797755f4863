#include "tensor/plan/simulate/pipeline_workload.h"

#include <algorithm>

#include "core/base/error.h"

namespace motley::tensor::simulate {
namespace {

using namespace schedule;

using enum ActionKind;

// The item that runs the forward pass of a stage and micro-batch, and the one that produces its
// gradient.
struct ItemIndex {
  ItemIndex(const Schedule& s, const std::vector<int32_t>& device_begin)
      : num_microbatches(s.num_microbatches),
        forward(static_cast<size_t>(s.num_stages) * s.num_microbatches),
        gradient(forward.size()) {
    for (int32_t d = 0; d < s.num_devices(); ++d) {
      for (size_t i = 0; i < s.lists[d].size(); ++i) {
        const Action& a = s.lists[d][i];
        if (a.pass == kWeightGradient) continue;
        auto& items = a.pass == kForward ? forward : gradient;
        items[at(a.stage, a.microbatch)] = device_begin[d] + static_cast<int32_t>(i);
      }
    }
  }
  size_t at(int32_t stage, int32_t m) const {
    return static_cast<size_t>(stage) * num_microbatches + m;
  }

  int64_t num_microbatches;
  std::vector<int32_t> forward, gradient;
};

}  // namespace

void add_transfers(const Schedule& s, std::span<const StageTransfer> transfers,
                   Workload& workload) {
  std::vector<std::vector<const StageTransfer*>> of_stage(s.num_stages);
  for (const StageTransfer& t : transfers) of_stage[t.from].push_back(&t);
  const ItemIndex index(s, workload.device_begin);
  int32_t item = 0;
  for (const auto& list : s.lists) {
    for (const Action& a : list) {
      for (const StageTransfer* t : of_stage[a.stage]) {
        if (a.pass == kWeightGradient || (a.pass == kForward) != (t->from < t->to)) continue;
        const auto& items = a.pass == kForward ? index.forward : index.gradient;
        workload.transfers.push_back({.from = item,
                                      .to = items[index.at(t->to, a.microbatch)],
                                      .busy = t->busy,
                                      .latency = t->latency,
                                      .ports = t->ports});
      }
      ++item;
    }
  }
}

Workload work_of_lists(const Schedule& s, const PipelineCosts& costs) {
  Workload workload;
  for (const auto& list : s.lists) {
    workload.device_begin.push_back(static_cast<int32_t>(workload.items.size()));
    for (const Action& a : list) {
      workload.items.push_back({.duration = costs.duration(a.pass, a.stage)});
    }
  }
  workload.device_begin.push_back(static_cast<int32_t>(workload.items.size()));
  return workload;
}

Workload pipeline_workload(const Schedule& s, const PipelineCosts& costs) {
  Workload workload = work_of_lists(s, costs);
  const bool serial = costs.links == Links::kSerial;  // one port per edge and direction
  std::vector<StageTransfer> transfers;
  const auto add = [&](int32_t from, int32_t to, Ticks time) {
    StageTransfer transfer{.from = from, .to = to};
    (serial ? transfer.busy : transfer.latency) = time;
    if (serial) {
      transfer.ports = static_cast<int32_t>(workload.ports.size());
      workload.port_sets.push_back({transfer.ports});
      workload.ports.push_back(Port::kExclusive);
    }
    transfers.push_back(transfer);
  };
  for (int32_t edge = 0; edge + 1 < s.num_stages; ++edge) {
    if (s.device_of_stage[edge] == s.device_of_stage[edge + 1]) continue;
    add(edge, edge + 1, costs.activation_latency(edge));
    add(edge + 1, edge, costs.backward_latency(edge));
  }
  add_transfers(s, transfers, workload);
  return workload;
}

namespace {

// Idle time of the device before `item`, and the part of it while its last message was in flight.
struct Idle {
  Ticks waiting = 0, exposed = 0;
};

Idle idle_before(const PipelineRun& run, int32_t item, Ticks free_since) {
  const Ticks start = run.simulation.start[item];
  Idle idle{.waiting = start - free_since};
  const int32_t input = run.simulation.last_input[item];
  if (idle.waiting > 0 && input >= 0) {
    idle.exposed = std::min(idle.waiting, start - run.simulation.transfers[input].ready);
  }
  return idle;
}

DeviceTimes device_times(const PipelineRun& run, int32_t device) {
  DeviceTimes times;
  const int32_t begin = run.workload.device_begin[device];
  const int32_t end = run.workload.device_begin[device + 1];
  if (begin == end) return times;
  times.first_start = times.last_end = run.simulation.start[begin];
  for (int32_t i = begin; i < end; ++i) {
    const Idle idle = idle_before(run, i, times.last_end);
    times.waiting += idle.waiting;
    times.exposed += idle.exposed;
    times.busy += run.workload.items[i].duration;
    times.last_end = run.simulation.start[i] + run.workload.items[i].duration;
  }
  return times;
}

}  // namespace

PipelineRun run_pipeline(const Schedule& schedule, const PipelineCosts& costs) {
  return run_workload(schedule, pipeline_workload(schedule, costs));
}

PipelineRun run_workload(const Schedule& schedule, Workload workload) {
  PipelineRun run{.workload = std::move(workload)};
  run.simulation = simulate(run.workload);
  double busy = 0;
  for (int32_t d = 0; d < schedule.num_devices(); ++d) {
    MOTLEY_CHECK(run.simulation.stuck[d] < 0, "device {} is deadlocked", d);
    run.devices.push_back(device_times(run, d));
    busy += static_cast<double>(run.devices.back().busy);
  }
  const double all = static_cast<double>(run.simulation.makespan) * schedule.num_devices();
  run.bubble = all > 0 ? 1 - busy / all : 0;
  return run;
}

std::vector<EdgeWaiting> edge_waiting(const Schedule& schedule, const PipelineRun& run) {
  std::vector<EdgeWaiting> edges(schedule.num_stages - 1);
  for (int32_t d = 0; d < schedule.num_devices(); ++d) {
    Ticks free_since = run.devices[d].first_start;
    for (size_t i = 0; i < schedule.lists[d].size(); ++i) {
      const Action& a = schedule.lists[d][i];
      const int32_t item = run.workload.device_begin[d] + static_cast<int32_t>(i);
      const Ticks exposed = idle_before(run, item, free_since).exposed;
      free_since = run.simulation.start[item] + run.workload.items[item].duration;
      if (exposed == 0) continue;
      if (a.pass == kForward) {
        edges[a.stage - 1].activation += exposed;
      } else {
        edges[a.stage].gradient += exposed;
      }
    }
  }
  return edges;
}

}  // namespace motley::tensor::simulate
