// Small planning problems, in seconds and bytes that are easy on the head.
#pragma once

#include <vector>

#include "tensor/plan/stage/plan_problem.h"

namespace motley::tensor::stage {

struct ToyLayer {
  double forward, backward;
  int64_t activation, parameters;
};

inline Profile chain_profile(const std::vector<ToyLayer>& layers) {
  Profile profile{.name = "toy"};
  for (size_t i = 0; i < layers.size(); ++i) {
    profile.layers.push_back({.name = "l" + std::to_string(i),
                              .forward_seconds = layers[i].forward,
                              .backward_seconds = layers[i].backward,
                              .activation_bytes = layers[i].activation,
                              .parameter_bytes = layers[i].parameters,
                              .saved_bytes = layers[i].activation});
    if (i > 0) profile.edges.push_back({static_cast<int32_t>(i) - 1, static_cast<int32_t>(i)});
  }
  return profile;
}

// Hosts of so many equal devices, `inside` and `between` them bytes per second.
inline core::Cluster toy_cluster(const std::vector<int32_t>& devices_of_host, double inside,
                                 double between) {
  core::Cluster cluster{.name = "toy",
                        .device_types = {{.name = "d",
                                          .flops_per_second = 1,
                                          .memory_bytes = int64_t{1} << 60,
                                          .memory_bytes_per_second = 1}}};
  for (const int32_t count : devices_of_host) {
    core::Host host;
    host.devices.push_back({.type = 0, .count = count});
    host.link = core::Link{.bandwidth_bytes_per_second = inside};
    cluster.hosts.push_back(host);
  }
  cluster.network = core::Link{.bandwidth_bytes_per_second = between};
  return cluster;
}

// Micro-batches of as many samples as were profiled: by default so many that up to six equal
// devices share them evenly.
inline PlanProblem toy_problem(const std::vector<ToyLayer>& layers, core::Cluster cluster,
                               int32_t microbatches, int32_t samples = 60) {
  PlanProblem problem{.profile = chain_profile(layers),
                      .cluster = std::move(cluster),
                      .batch = int64_t{samples} * microbatches,
                      .microbatches = {microbatches}};
  problem.profile.batch = samples;
  return problem;
}

}  // namespace motley::tensor::stage
