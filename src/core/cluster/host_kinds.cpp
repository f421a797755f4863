#include "core/cluster/host_kinds.h"

#include <fmt/format.h>

#include <map>
#include <tuple>

#include "core/cluster/quantity.h"

namespace motley::core {
namespace {

using LinkKey = std::tuple<bool, double, double, double>;

LinkKey key_of(const std::optional<Link>& link) {
  if (!link) return {false, 0, 0, 0};
  return {true, link->bandwidth_bytes_per_second, link->latency_seconds,
          link->shared_bandwidth_bytes_per_second};
}

}  // namespace

std::vector<HostKind> host_kinds(const Cluster& cluster) {
  std::vector<HostKind> kinds;
  using Devices = std::vector<std::pair<int32_t, int32_t>>;
  std::map<std::tuple<Devices, LinkKey, LinkKey>, size_t> known;
  for (size_t h = 0; h < cluster.hosts.size(); ++h) {
    const Host& host = cluster.hosts[h];
    Devices devices;
    for (const DeviceCount& row : host.devices) devices.emplace_back(row.type, row.count);
    const auto [entry, is_new] = known.try_emplace(
        {devices, key_of(host.link), key_of(port_of(cluster, host))}, kinds.size());
    if (is_new) kinds.emplace_back();
    kinds[entry->second].hosts.push_back(static_cast<int32_t>(h));
  }
  return kinds;
}

std::string hosts_text(const Cluster& cluster, const HostKind& kind) {
  if (kind.hosts.size() == 1) {
    const std::string& name = cluster.hosts[kind.hosts[0]].name;
    return fmt::format("host {}{}", kind.hosts[0], name.empty() ? "" : " (" + name + ")");
  }
  constexpr int kMostPieces = 3;
  std::string text = "hosts ";
  int pieces = 0;
  for (size_t begin = 0, end; begin < kind.hosts.size(); begin = end) {
    end = begin + 1;
    while (end < kind.hosts.size() && kind.hosts[end] == kind.hosts[end - 1] + 1) ++end;
    if (pieces++ == kMostPieces) return text + ", ..";
    if (begin > 0) text += ", ";
    text += fmt::format("{}", kind.hosts[begin]);
    if (end - begin > 1) text += fmt::format("-{}", kind.hosts[end - 1]);
  }
  return text;
}

std::string link_text(const Link& link) {
  const auto bandwidth = [](double value) { return print_quantity(value, Dimension::kBandwidth); };
  std::string text = bandwidth(link.bandwidth_bytes_per_second);
  if (link.shared_bandwidth_bytes_per_second > 0) {
    text += fmt::format(" ({} shared)", bandwidth(link.shared_bandwidth_bytes_per_second));
  }
  return fmt::format("{}, {}", text, print_quantity(link.latency_seconds, Dimension::kTime));
}

}  // namespace motley::core
