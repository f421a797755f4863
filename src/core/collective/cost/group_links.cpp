#include "core/collective/cost/group_links.h"

#include <algorithm>
#include <map>

#include "core/base/error.h"

namespace motley::core {
namespace {

Hop alone(const Link& link) { return {1 / link.bandwidth_bytes_per_second, link.latency_seconds}; }

Hop shared(const Link& link) {
  const double shared = link.shared_bandwidth_bytes_per_second;
  return {1 / (shared > 0 ? shared : link.bandwidth_bytes_per_second), link.latency_seconds};
}

Hop divided(const Hop& hop, int num_hops) {
  return {hop.seconds_per_byte * num_hops, hop.latency_seconds};
}

std::vector<Hop> ring_of(const GroupLinks& links, const std::vector<int>& members) {
  const auto host = [&](size_t i) {
    return static_cast<size_t>(links.host_of[static_cast<size_t>(members[i % members.size()])]);
  };
  std::vector<int> out(links.hosts.size()), in(links.hosts.size());
  for (size_t i = 0; i < members.size(); ++i) {
    if (host(i) == host(i + 1)) continue;
    ++out[host(i)];
    ++in[host(i + 1)];
  }
  std::vector<Hop> hops;
  for (size_t i = 0; i < members.size(); ++i) {
    const HostRanks &from = links.hosts[host(i)], &to = links.hosts[host(i + 1)];
    hops.push_back(host(i) == host(i + 1) ? from.link
                                          : joined(divided(from.port, out[host(i)]),
                                                   divided(to.port, in[host(i + 1)])));
  }
  return hops;
}

// Ranks host by host, hosts in the order of their first ranks.
void sort_by_hosts(GroupLinks& links, std::span<const Device> group) {
  std::map<int32_t, int> index;
  for (const Device& device : group) {
    const auto [found, is_new] = index.try_emplace(device.host, static_cast<int>(index.size()));
    if (is_new) links.hosts.emplace_back();
    links.host_of.push_back(found->second);
  }
  for (int h = 0; h < std::ssize(links.hosts); ++h) {
    HostRanks& host = links.hosts[static_cast<size_t>(h)];
    host.begin = static_cast<int>(links.by_host.size());
    for (int r = 0; r < links.num_ranks; ++r) {
      if (links.host_of[static_cast<size_t>(r)] == h) links.by_host.push_back(r);
    }
    host.end = static_cast<int>(links.by_host.size());
  }
}

}  // namespace

Hop joined(const Hop& from, const Hop& to) {
  return {std::max(from.seconds_per_byte, to.seconds_per_byte),
          std::max(from.latency_seconds, to.latency_seconds)};
}

GroupLinks group_links(const Cluster& cluster, std::span<const Device> group,
                       const GroupLinksSettings& settings) {
  MOTLEY_CHECK(!group.empty() && settings.groups_at_once > 0, "a group of {} devices",
               group.size());
  GroupLinks links{.num_ranks = static_cast<int>(group.size())};
  sort_by_hosts(links, group);
  std::vector<int> ranks, leaders;
  for (HostRanks& host : links.hosts) {
    const int leader = links.by_host[static_cast<size_t>(host.begin)];
    const int32_t number = group[static_cast<size_t>(leader)].host;
    const Host& described = cluster.hosts.at(number);
    if (host.size() > 1) {
      MOTLEY_CHECK(described.link, "host {} has no link between its devices", number);
      host.link = shared(*described.link);
      host.link_alone = alone(*described.link);
    }
    if (links.hosts.size() > 1) {
      const auto port = port_of(cluster, described);
      MOTLEY_CHECK(port, "host {} has no port", number);
      host.port = divided(shared(*port), settings.groups_at_once);
      host.port_alone = alone(*port);
    }
    leaders.push_back(leader);
  }
  if (cluster.hosts.size() == 1 || links.hosts.size() > 1) links.measured = cluster.collectives;
  for (int r = 0; r < links.num_ranks; ++r) ranks.push_back(r);
  links.ring = ring_of(links, ranks);
  links.leader_ring = ring_of(links, leaders);
  for (const Device& device : group) {
    const DeviceType& type = cluster.device_types.at(device.type);
    links.copy_seconds_per_byte =
        std::max(links.copy_seconds_per_byte, 2 / type.memory_bytes_per_second);
  }
  return links;
}

bool is_hierarchical(const GroupLinks& links) {
  return links.hosts.size() > 1 && std::ssize(links.hosts) < links.num_ranks;
}

Hop hop_between(const GroupLinks& links, int from, int to) {
  const int a = links.host_of.at(static_cast<size_t>(from)),
            b = links.host_of.at(static_cast<size_t>(to));
  const HostRanks &host_a = links.hosts[static_cast<size_t>(a)],
                  &host_b = links.hosts[static_cast<size_t>(b)];
  return a == b ? host_a.link_alone : joined(host_a.port_alone, host_b.port_alone);
}

}  // namespace motley::core
