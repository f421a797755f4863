// Discrete-event simulator: from work lists, transfers between them and ports to times. It knows
// devices, ports and dependencies; no schedule, no model, no closed form.
//
//   Workload w = pipeline_workload(one_f_one_b({4, 8}), costs);   // pipeline_workload.h
//   Simulation s = simulate(w);                                   // s.makespan == 33
//
// A device runs its list in order, each item as soon as all its inputs have arrived. A transfer
// starts when its item has ended and its ports are free; it occupies them for `busy` and then takes
// `latency`. What is ready first goes first; ties go to the lower device. Deterministic to the
// tick. Cost: about 0.2 us per item or transfer.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tensor/plan/schedule/pipeline_costs.h"

namespace motley::tensor::simulate {

// Where transfers leave or enter a device or host; a full-duplex port is two of these.
enum class Port : uint8_t {
  kExclusive,  // one transfer at a time: the earliest ready one whose other ports are idle
  kShared,     // all at once, at equal shares of the bandwidth
};

struct Workload {
  // One entry of a device's list. Its bytes are allocated when it starts and freed when it ends.
  struct Item {
    schedule::Ticks duration = 0;
    int64_t bytes_taken = 0, bytes_freed = 0;
  };
  // Item `to` waits for item `from`. Uses port_sets[ports]; -1 means no ports and no contention.
  struct Transfer {
    int32_t from = 0, to = 0;
    schedule::Ticks busy = 0, latency = 0;
    int32_t ports = -1;
    int64_t bytes = 0;  // held at the receiver from arrival until `to` ends
  };
  // Occupies the ports of all its members, as an all-reduce does, and starts when each item of
  // `after` is within `lead` of its end: gradients of a stage's last layers are ready before those
  // of its first.
  struct Collective {
    std::vector<int32_t> after;  // items
    schedule::Ticks lead = 0, busy = 0;
    int32_t ports = -1;
  };

  std::vector<Item> items;            // grouped by device, in list order
  std::vector<int32_t> device_begin;  // index of each device's first item, and the end
  std::vector<Transfer> transfers;    // sorted by `from`
  std::vector<Collective> collectives;
  std::vector<Port> ports;
  std::vector<std::vector<int32_t>> port_sets;

  int32_t num_devices() const { return static_cast<int32_t>(device_begin.size()) - 1; }
};

struct TransferTimes {
  schedule::Ticks ready = 0, begin = 0, arrival = 0;
};

struct Simulation {
  schedule::Ticks makespan = 0;        // end of the last item and collective
  std::vector<schedule::Ticks> start;  // per item
  std::vector<int32_t> last_input;     // per item: the transfer that arrived last, -1 for none
  std::vector<TransferTimes> transfers, collectives;
  // On deadlock: the item at which each device is blocked, -1 if it has finished.
  std::vector<int32_t> stuck;
};

Simulation simulate(const Workload& workload);

// Peak bytes on each device, on top of static memory.
std::vector<int64_t> high_water_bytes(const Workload& workload, const Simulation& simulation);

}  // namespace motley::tensor::simulate
