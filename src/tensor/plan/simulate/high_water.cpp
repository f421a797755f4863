#include <algorithm>

#include "tensor/plan/simulate/simulate.h"

namespace motley::tensor::simulate {
namespace {

using namespace schedule;

struct Arrival {
  Ticks time;
  int64_t bytes;
};

// Walks along one device's list; inputs occupy memory from their arrival on.
int64_t high_water(const Workload& workload, const Simulation& simulation, int32_t device,
                   std::vector<Arrival>& arrivals, const std::vector<int64_t>& received) {
  std::ranges::sort(arrivals, {}, &Arrival::time);
  int64_t bytes = 0, most = 0;
  auto arrival = arrivals.begin();
  const auto arrive_until = [&](Ticks time) {
    for (; arrival != arrivals.end() && arrival->time <= time; ++arrival) bytes += arrival->bytes;
    most = std::max(most, bytes);
  };
  for (int32_t i = workload.device_begin[device]; i < workload.device_begin[device + 1]; ++i) {
    const Workload::Item& item = workload.items[i];
    arrive_until(simulation.start[i]);
    bytes += item.bytes_taken;
    most = std::max(most, bytes);
    arrive_until(simulation.start[i] + item.duration - 1);
    bytes -= item.bytes_freed + received[i];
  }
  return most;
}

}  // namespace

std::vector<int64_t> high_water_bytes(const Workload& workload, const Simulation& simulation) {
  std::vector<int32_t> device_of(workload.items.size());
  for (int32_t d = 0; d < workload.num_devices(); ++d) {
    std::fill(device_of.begin() + workload.device_begin[d],
              device_of.begin() + workload.device_begin[d + 1], d);
  }
  std::vector<std::vector<Arrival>> arrivals(workload.num_devices());
  std::vector<int64_t> received(workload.items.size());
  for (size_t t = 0; t < workload.transfers.size(); ++t) {
    const Workload::Transfer& transfer = workload.transfers[t];
    if (transfer.bytes == 0) continue;
    arrivals[device_of[transfer.to]].push_back({simulation.transfers[t].arrival, transfer.bytes});
    received[transfer.to] += transfer.bytes;
  }
  std::vector<int64_t> most;
  for (int32_t d = 0; d < workload.num_devices(); ++d) {
    most.push_back(high_water(workload, simulation, d, arrivals[d], received));
  }
  return most;
}

}  // namespace motley::tensor::simulate
