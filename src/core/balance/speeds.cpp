#include "core/balance/speeds.h"

#include <algorithm>

#include "core/base/error.h"

namespace motley::core {

std::vector<double> described_speeds(const Cluster& cluster, SpeedFigure figure) {
  std::vector<double> speeds;
  for (const Device& device : devices(cluster)) {
    const DeviceType& type = cluster.device_types.at(device.type);
    speeds.push_back(figure == SpeedFigure::kFlops ? type.flops_per_second
                                                   : type.memory_bytes_per_second);
  }
  return speeds;
}

std::vector<double> memory_caps(const Cluster& cluster, int64_t whole_bytes, int64_t other_bytes) {
  MOTLEY_CHECK(whole_bytes > 0, "the whole has {} bytes", whole_bytes);
  std::vector<double> caps;
  for (const Device& device : devices(cluster)) {
    const int64_t bytes = cluster.device_types.at(device.type).memory_bytes - other_bytes;
    caps.push_back(
        std::clamp(static_cast<double>(bytes) / static_cast<double>(whole_bytes), 0., 1.));
  }
  return caps;
}

}  // namespace motley::core
