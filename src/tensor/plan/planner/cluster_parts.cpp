#include "tensor/plan/planner/cluster_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace motley::tensor::planner {
namespace {

// Of the cluster's devices, those of each host.
std::vector<std::vector<int>> devices_by_host(const core::Cluster& cluster) {
  std::vector<std::vector<int>> by_host(cluster.hosts.size());
  const std::vector<core::Device> devices = core::devices(cluster);
  for (size_t d = 0; d < devices.size(); ++d) {
    by_host[devices[d].host].push_back(static_cast<int>(d));
  }
  return by_host;
}

}  // namespace

std::vector<ClusterPart> cluster_parts(const core::Cluster& cluster) {
  const auto speed_of = [&](int host) {
    double slowest = 0, total = 0;
    for (const core::DeviceCount& some : cluster.hosts[host].devices) {
      const double speed = cluster.device_types[some.type].flops_per_second;
      slowest = slowest == 0 ? speed : std::min(slowest, speed);
      total += some.count * speed;
    }
    return std::tuple(slowest, total);
  };
  std::vector<int> order(cluster.hosts.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater(), speed_of);
  std::vector<ClusterPart> parts;
  for (size_t count = order.size() - 1; count > 0; --count) {
    const bool is_power = (count & (count - 1)) == 0;
    if (!is_power && speed_of(order[count]) == speed_of(order[count - 1])) continue;
    ClusterPart part{.hosts = {order.begin(), order.begin() + static_cast<ptrdiff_t>(count)},
                     .cluster = cluster,
                     .text = count == 1
                                 ? "the fastest host alone"
                                 : fmt::format("the {} fastest hosts of {}", count, order.size())};
    std::ranges::sort(part.hosts);
    part.cluster.hosts.clear();
    for (const int host : part.hosts) part.cluster.hosts.push_back(cluster.hosts[host]);
    // They were measured between hosts.
    if (count == 1) part.cluster.collectives.clear();
    parts.push_back(std::move(part));
  }
  return parts;
}

Plan on_whole_cluster(Plan plan, const ClusterPart& part, const StepOnCluster& whole) {
  const auto by_host = devices_by_host(whole.cluster);
  std::vector<int> devices;
  for (const int host : part.hosts) {
    devices.insert(devices.end(), by_host[host].begin(), by_host[host].end());
  }
  plan.on.cluster.hosts = whole.cluster.hosts;
  plan.on.cluster_file = whole.cluster_file;
  plan.on.rate_warnings = whole.rate_warnings;
  for (PlanStage& stage : plan.stages) {
    for (int& d : stage.devices) d = devices[d];
    stage.costs = shard_cost::group_costs(plan.on.cluster, stage.sharding.group, stage.devices);
  }
  if (plan.found) {
    plan.found->devices = plan.stages[0].devices;
    plan.found->costs = plan.stages[0].costs;
    plan.found->group = part.text;
  }
  return plan;
}

}  // namespace motley::tensor::planner
