#include "core/cluster/cluster.h"

#include <algorithm>

#include "core/base/error.h"

namespace motley::core {

double product_flops(const DeviceType& type, NumberFormat format) {
  if (const double stated = type.product_rates[format]; stated > 0) return stated;
  switch (format) {
    case NumberFormat::kF64:
      return type.flops_per_second / 2;
    case NumberFormat::kF16:
    case NumberFormat::kFP8:
      return product_flops(type, NumberFormat::kBF16);
    default:
      return type.flops_per_second;
  }
}

bool states_product_flops(const DeviceType& type, NumberFormat format) {
  if (format == NumberFormat::kF16 || format == NumberFormat::kFP8) {
    return type.product_rates[format] > 0 || type.product_rates[NumberFormat::kBF16] > 0;
  }
  return format != NumberFormat::kBF16 || type.product_rates[format] > 0;
}

bool is_accelerator(const DeviceType& type) {
  return !type.device.empty() || type.launch_seconds > 0;
}

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

bool has_accelerators(const Cluster& cluster) {
  return std::ranges::any_of(cluster.device_types,
                             [](const DeviceType& type) { return !type.device.empty(); });
}

std::string device_of_rank(const Cluster& cluster, int64_t rank) {
  const std::vector<Device> all = devices(cluster);
  const Device& mine = all.at(rank);
  const std::string& device = cluster.device_types[mine.type].device;
  if (device.empty()) return "cpu";
  if (device.find(':') != device.npos) return device;
  int before = 0;
  for (int64_t i = 0; i < rank; ++i)
    before += all[i].host == mine.host && cluster.device_types[all[i].type].device == device;
  return device + ":" + std::to_string(before);
}

}  // namespace motley::core
