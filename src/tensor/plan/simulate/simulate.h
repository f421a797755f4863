// The simulator: from lists of work, transfers between them and ports, to times. It knows devices,
// ports and what waits for what; no schedule, no model, no closed form.
//
//   Workload w = pipeline_workload(one_f_one_b({4, 8}), costs);   // pipeline_workload.h
//   Simulation s = simulate(w);                                   // s.makespan == 33
//
// A device runs its list in order, each item when all that it waits for has arrived. A transfer
// sets out when its item has ended, once its ports are free, and takes `busy` on them and then
// `latency` on the way. Everything that is ready earlier goes first; at equal times the lower
// device does. The same workload gives the same times, to the tick. Cost: some 0.2 us for an item
// or a transfer.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tensor/plan/schedule/pipeline_costs.h"

namespace motley::tensor {

// Where transfers leave a device or host, or come in; a full-duplex port is two of these.
enum class Port : uint8_t {
  kExclusive,  // one transfer at a time; the earliest that is ready and whose other ports are idle
  kShared,     // all at once, each at an equal share of the rate
};

struct Workload {
  // One item of a device's list. Bytes are added to the device's memory when it starts, and taken
  // away when it ends.
  struct Item {
    Ticks duration = 0;
    int64_t bytes_taken = 0, bytes_freed = 0;
  };
  // Item `to` waits for item `from`. Its ports are port_sets[ports]; -1 is none, any number at
  // once.
  struct Transfer {
    int32_t from = 0, to = 0;
    Ticks busy = 0, latency = 0;
    int32_t ports = -1;
    int64_t bytes = 0;  // held at the receiver from arrival until `to` has ended
  };
  // Runs on the ports of all its members at once, as an all-reduce does, when each of `after` has
  // come to `lead` before its end: gradients of a stage's last layers are there before its first's.
  struct Collective {
    std::vector<int32_t> after;  // items
    Ticks lead = 0, busy = 0;
    int32_t ports = -1;
  };

  std::vector<Item> items;            // device by device, each device's in order
  std::vector<int32_t> device_begin;  // where each device's items begin, and the end of all
  std::vector<Transfer> transfers;    // by `from`
  std::vector<Collective> collectives;
  std::vector<Port> ports;
  std::vector<std::vector<int32_t>> port_sets;

  int32_t num_devices() const { return static_cast<int32_t>(device_begin.size()) - 1; }
};

struct TransferTimes {
  Ticks ready = 0, begin = 0, arrival = 0;
};

struct Simulation {
  Ticks makespan = 0;               // end of the last item and collective
  std::vector<Ticks> start;         // per item
  std::vector<int32_t> last_input;  // per item: the transfer that came last, -1 for none
  std::vector<TransferTimes> transfers, collectives;
  // Where not everything could run: the item at which each device stands, -1 where it is done.
  std::vector<int32_t> stuck;
};

Simulation simulate(const Workload& workload);

// Most bytes held on each device at once, beyond what is there all the time.
std::vector<int64_t> high_water_bytes(const Workload& workload, const Simulation& simulation);

}  // namespace motley::tensor
