// The input of a pipeline planner: a Profile, a Cluster and the batch size; and the cost of pieces
// of the profile on devices of the cluster.
//
//   PlanProblem problem{.profile = read_profile("vgg19.txt"), .cluster = read_cluster("A.yaml"),
//                       .batch = 1024};
//   PlanCosts costs(problem);
//   costs.compute(seconds, group, M)    ticks of a stage of that many seconds, per micro-batch
//
// The cost model, by which every planner here is judged:
//   - a micro-batch has a whole number of samples; where their number does not divide the batch,
//     some have one sample more, and every one is priced as those
//   - times and activation bytes scale with the samples of a micro-batch, parameters do not
//   - a profile was measured on one device type, by default the fastest; other types scale by the
//     ratio of their flops
//   - the devices of a stage share a micro-batch in whole samples, by their speeds, as sharded
//   plans
//     share a batch (units_of); a pass takes as long as its slowest device
//   - in a transfer each host's port carries the bytes that leave and enter it; the slowest decides
//   - gradients are summed by an all-reduce after the stage's last backward, concurrent with
//     transfers, at the price that sharded plans pay for it (core/collective/cost)
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/cluster/cluster.h"
#include "core/collective/cost/group_links.h"
#include "tensor/plan/schedule/ticks.h"
#include "tensor/profile/profile.h"

namespace motley::tensor::stage {

// How a tensor is sent from the devices of one stage to those of the next.
enum class BoundaryRule : uint8_t {
  kPorts,  // each device sends the others their overlap; ports work in parallel
  kWhole,  // all bytes over the slowest link between them, as published planners count
};

struct PlanProblem {
  Profile profile;
  core::Cluster cluster;
  int64_t batch = 1;                    // samples per step
  std::vector<int32_t> microbatches;    // candidate numbers
  std::string profile_type;             // device type it was measured on; "": the fastest type
  int32_t even_stages = 0;              // for planners with even cuts; 0: whatever is best
  double bytes_per_parameter_byte = 4;  // with gradient and optimizer state: 4 for adam
  BoundaryRule boundary = BoundaryRule::kPorts;
  // By device type of the cluster, relative to that of the profile; empty: by their flops.
  std::vector<double> type_speeds = {};
  // Of the optimizer on the profile's device type, after the gradients are summed.
  double update_seconds_per_byte = 0;  // of parameters
};

// Throws a UserError if nothing can be planned: no layers, no devices, no batch, times that
// overflow.
void check_problem(const PlanProblem& problem);

// Ticks in a second: fine enough that a microsecond divides evenly among up to 16 devices.
inline constexpr double kTicksPerSecond = 720720e6;
inline double seconds(schedule::Ticks ticks) {
  return static_cast<double>(ticks) / kTicksPerSecond;
}
inline schedule::Ticks to_ticks(double seconds) { return std::llround(seconds * kTicksPerSecond); }

// Devices of the cluster, ascending.
using DeviceGroup = std::vector<int32_t>;

struct TransferCost {
  schedule::Ticks busy = 0, latency = 0;
  std::vector<int32_t> out_hosts, in_hosts;  // whose ports it uses; empty within a host
};

class PlanCosts {
 public:
  explicit PlanCosts(const PlanProblem& problem);

  int32_t num_devices() const { return static_cast<int32_t>(devices_.size()); }
  const core::Device& device(int32_t index) const { return devices_[index]; }
  double speed(int32_t index) const { return speeds_[index]; }
  int64_t memory_bytes(int32_t index) const;
  const core::DeviceType& profile_type() const { return *profile_type_; }
  double total_speed(std::span<const int32_t> group) const;
  // Samples of the largest micro-batch.
  int64_t samples(int32_t microbatches) const;
  // How a group shares them: 4 samples on three equal devices are 2, 1, 1. May have zeros.
  std::vector<int64_t> samples(std::span<const int32_t> group, int32_t microbatches) const;
  // The total speed of a group that would take as long without whole samples: at most its own. In
  // the example 2, with 3 samples 3.
  double speed(std::span<const int32_t> group, int32_t microbatches) const;
  // Samples of a micro-batch over those of the profile.
  double scale(int32_t microbatches) const;

  // Time of one micro-batch on a group, for work of `profile_seconds` in the profile.
  schedule::Ticks compute(double profile_seconds, std::span<const int32_t> group,
                          int32_t microbatches) const {
    return compute(profile_seconds, speed(group, microbatches), microbatches);
  }
  schedule::Ticks compute(double profile_seconds, double speed, int32_t microbatches) const;
  // For one micro-batch with `profile_bytes` in the profile, between disjoint groups.
  TransferCost transfer(int64_t profile_bytes, std::span<const int32_t> from,
                        std::span<const int32_t> to, int32_t microbatches) const;
  // A lower bound that depends only on how many devices of each speed the hosts have in both
  // groups: the same for groups that differ in which of identical hosts they use.
  TransferCost least_transfer(int64_t profile_bytes, std::span<const int32_t> from,
                              std::span<const int32_t> to, int32_t microbatches) const;
  // What follows the last backward of a stage with so many bytes of parameters: the all-reduce of
  // its gradients, and the update on the slowest device.
  schedule::Ticks all_reduce(int64_t bytes, std::span<const int32_t> group) const;

 private:
  // Fewest and most samples that the devices of each host may have, in any order of the devices.
  struct HostSamples {
    int64_t fewest = 0, most = 0;
  };
  std::map<int32_t, HostSamples> host_samples(std::span<const int32_t> group,
                                              int32_t microbatches) const;
  TransferCost transfer_by_ports(int64_t profile_bytes, std::span<const int32_t> from,
                                 std::span<const int32_t> to, int32_t microbatches) const;
  TransferCost transfer_whole(double bytes, std::span<const int32_t> from,
                              std::span<const int32_t> to) const;
  const core::GroupLinks& links_of(std::span<const int32_t> group) const;

  const PlanProblem& problem_;
  std::vector<core::Device> devices_;
  const core::DeviceType* profile_type_;
  std::vector<double> speeds_;
  std::vector<int32_t> connection_of_host_;  // the first host with the same link and port
  // Of the groups seen so far, by the connections and devices of their hosts, in order.
  mutable std::map<std::vector<int32_t>, core::GroupLinks> links_;
};

}  // namespace motley::tensor::stage
