// The Cluster as a run has found it: described figures, scaled by what was measured.
//
//   as_measured(cluster, {.slowdown = {1, 2.1, 1, 1}, .network_slowdown = 3})
//
// A device whose steps took 2.1 times as long as predicted becomes a type of its own with figures
// 2.1 times as low; a network whose collectives took three times as long, one of a third of the
// bandwidth.
#pragma once

#include <vector>

#include "core/cluster/cluster.h"

namespace motley::tensor {

struct MeasuredRates {
  std::vector<double> slowdown;  // by device: measured over predicted compute seconds
  double network_slowdown = 1;   // of communication between hosts
  // Bytes per second of each host's port, where messages showed it; 0: as described.
  std::vector<double> port_rates = {};
};

// What messages between hosts say about their ports: a message is as fast as the slower of two, so
// a port is as fast as the fastest message through it.
struct HostRate {
  int from = 0, to = 0;
  double rate = 0;  // bytes per second
};
std::vector<double> port_rates(int num_hosts, const std::vector<HostRate>& messages);

core::Cluster as_measured(const core::Cluster& cluster, const MeasuredRates& rates);

// Bytes per second of the slowest host's port, within a host where there is one; 0 where none is
// described.
double slowest_port(const core::Cluster& cluster);

// The last few measurements of one quantity.
class RecentValues {
 public:
  explicit RecentValues(int window) : window_(window) {}
  void add(double value);
  void clear() { values_.clear(); }
  bool is_full() const { return static_cast<int>(values_.size()) >= window_; }
  bool empty() const { return values_.empty(); }
  double median() const;

 private:
  int window_;
  std::vector<double> values_;
};

}  // namespace motley::tensor
