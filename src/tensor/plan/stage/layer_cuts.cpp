#include "tensor/plan/stage/layer_cuts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace motley::tensor::stage {

LayerCuts::LayerCuts(const Profile& profile)
    : forward_{0}, backward_{0}, parameters_{0}, cut_bytes_(profile.layers.size() + 1, 0) {
  const auto n = static_cast<int32_t>(profile.layers.size());
  std::vector<int32_t> first_user(n, 0);  // 0: none
  for (const ProfileEdge& edge : profile.edges) {
    int32_t& first = first_user[edge.from];
    if (first == 0 || edge.to < first) first = edge.to;
  }
  for (int32_t l = 0; l < n; ++l) {
    const ProfileLayer& layer = profile.layers[l];
    forward_.push_back(forward_.back() + layer.forward_seconds);
    backward_.push_back(backward_.back() + layer.backward_seconds);
    parameters_.push_back(parameters_.back() + layer.parameter_bytes);
    for (int32_t cut = l + 1; cut <= first_user[l]; ++cut)
      cut_bytes_[cut] += layer.activation_bytes;
  }
}

double fractional_scale(const PlanProblem& problem, int32_t microbatches) {
  return static_cast<double>(problem.batch) / microbatches /
         static_cast<double>(problem.profile.batch);
}

PlannedStage stage_of_range(int32_t begin, int32_t end, DeviceGroup devices) {
  PlannedStage stage{.layers = std::vector<int32_t>(end - begin), .devices = std::move(devices)};
  std::iota(stage.layers.begin(), stage.layers.end(), begin);
  return stage;
}

SlowestLinks::SlowestLinks(const core::Cluster& cluster) {
  for (const core::Device& device : core::devices(cluster)) host_of_device_.push_back(device.host);
  for (const core::Host& a : cluster.hosts) {
    bandwidth_.emplace_back();
    for (const core::Host& b : cluster.hosts) {
      double slowest = INFINITY;
      if (&a == &b) {
        if (a.link) slowest = a.link->bandwidth_bytes_per_second;
      } else {
        for (const core::Host* host : {&a, &b}) {
          slowest = std::min(slowest, core::port_of(cluster, *host)->bandwidth_bytes_per_second);
        }
      }
      bandwidth_.back().push_back(slowest);
    }
  }
}

std::vector<int32_t> SlowestLinks::hosts_of(const DeviceGroup& group) const {
  std::vector<int32_t> hosts;
  for (const int32_t device : group) {
    const int32_t host = host_of_device_[device];
    if (hosts.empty() || hosts.back() != host) hosts.push_back(host);
  }
  return hosts;
}

double SlowestLinks::between(const DeviceGroup& from, const DeviceGroup& to) const {
  double slowest = INFINITY;
  const std::vector<int32_t> to_hosts = hosts_of(to);
  for (const int32_t a : hosts_of(from)) {
    for (const int32_t b : to_hosts) slowest = std::min(slowest, bandwidth_[a][b]);
  }
  return slowest;
}

double SlowestLinks::inside(const DeviceGroup& group) const {
  double slowest = INFINITY;
  for (size_t i = 1; i < group.size(); ++i) {  // adjacent pairs suffice: a group is ascending
    const int32_t a = host_of_device_[group[i - 1]], b = host_of_device_[group[i]];
    slowest = std::min(slowest, bandwidth_[a][b]);
  }
  return slowest;
}

}  // namespace motley::tensor::stage
