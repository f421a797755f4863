#include "tensor/plan/simulate/pipeline_workload.h"

#include <algorithm>

#include "core/base/error.h"

namespace motley::tensor {
namespace {

using enum Pass;

// Which item runs the forward pass of a stage and microbatch, and which makes its gradient.
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

// The message that an action sends to another device, if it does.
bool add_transfer(const Schedule& s, const PipelineCosts& costs, const ItemIndex& index,
                  const Action& a, Workload::Transfer& transfer) {
  const bool forward = a.pass == kForward;
  const int32_t to = forward ? a.stage + 1 : a.stage - 1;
  if (a.pass == kWeightGradient || to < 0 || to >= s.num_stages ||
      s.device_of_stage[to] == s.device_of_stage[a.stage]) {
    return false;
  }
  const int32_t edge = std::min(a.stage, to);
  const Ticks latency = forward ? costs.activation_latency(edge) : costs.backward_latency(edge);
  transfer.to = (forward ? index.forward : index.gradient)[index.at(to, a.microbatch)];
  if (costs.links == Links::kSerial) {
    transfer.ports = 2 * edge + (forward ? 0 : 1);
    transfer.busy = latency;
  } else {
    transfer.latency = latency;
  }
  return true;
}

}  // namespace

Workload pipeline_workload(const Schedule& s, const PipelineCosts& costs) {
  Workload workload;
  for (const auto& list : s.lists) {
    workload.device_begin.push_back(static_cast<int32_t>(workload.items.size()));
    for (const Action& a : list) {
      workload.items.push_back({.duration = costs.duration(a.pass, a.stage)});
    }
  }
  workload.device_begin.push_back(static_cast<int32_t>(workload.items.size()));
  if (costs.links == Links::kSerial) {  // one port for each edge and direction
    workload.ports.assign(2 * s.num_stages, Port::kExclusive);
    for (int32_t port = 0; port < 2 * s.num_stages; ++port) workload.port_sets.push_back({port});
  }
  const ItemIndex index(s, workload.device_begin);
  int32_t item = 0;
  for (const auto& list : s.lists) {
    for (const Action& a : list) {
      Workload::Transfer transfer{.from = item++};
      if (add_transfer(s, costs, index, a, transfer)) workload.transfers.push_back(transfer);
    }
  }
  return workload;
}

namespace {

// How long the device of `item` stood idle before it, and how much of that its last message was on
// its way.
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
  PipelineRun run{.workload = pipeline_workload(schedule, costs)};
  run.simulation = simulate(run.workload);
  double busy = 0;
  for (int32_t d = 0; d < schedule.num_devices(); ++d) {
    MOTLEY_CHECK(run.simulation.stuck[d] < 0, "device {} waits forever", d);
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

}  // namespace motley::tensor
