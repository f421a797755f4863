#include "core/cluster/cluster.h"

#include <algorithm>

#include "core/base/error.h"

namespace motley::core {

int64_t num_devices(const Host& host) {
  int64_t sum = 0;
  for (const DeviceCount& devices : host.devices) sum += devices.count;
  return sum;
}

int64_t num_devices(const Cluster& cluster) {
  int64_t sum = 0;
  for (const Host& host : cluster.hosts) sum += num_devices(host);
  return sum;
}

std::vector<Device> devices(const Cluster& cluster) {
  std::vector<Device> all;
  all.reserve(num_devices(cluster));
  for (size_t h = 0; h < cluster.hosts.size(); ++h) {
    for (const DeviceCount& row : cluster.hosts[h].devices) {
      all.insert(all.end(), row.count, {.type = row.type, .host = static_cast<int32_t>(h)});
    }
  }
  return all;
}

Link link_between(const Cluster& cluster, const Device& a, const Device& b) {
  const Host& host = cluster.hosts.at(a.host);
  if (a.host == b.host) {
    MOTLEY_CHECK(host.link, "host {} has no link between its devices", a.host);
    return *host.link;
  }
  const auto from = port_of(cluster, host), to = port_of(cluster, cluster.hosts.at(b.host));
  MOTLEY_CHECK(from && to, "no network connects host {} and host {}", a.host, b.host);
  return {std::min(from->bandwidth_bytes_per_second, to->bandwidth_bytes_per_second),
          std::max(from->latency_seconds, to->latency_seconds)};
}

std::optional<Link> port_of(const Cluster& cluster, const Host& host) {
  return host.network ? host.network : cluster.network;
}

Cluster one_host(DeviceType type, int count, Link link) {
  Host host;
  host.devices.push_back({0, count});
  if (count > 1) host.link = link;
  return {.device_types = {std::move(type)}, .hosts = {std::move(host)}};
}

ClusterTotals totals(const Cluster& cluster) {
  ClusterTotals sum;
  for (const Host& host : cluster.hosts) {
    for (const DeviceCount& devices : host.devices) {
      const DeviceType& type = cluster.device_types.at(devices.type);
      sum.num_devices += devices.count;
      sum.flops_per_second += type.flops_per_second * devices.count;
      sum.memory_bytes += type.memory_bytes * devices.count;
    }
  }
  return sum;
}

}  // namespace motley::core
