// What a pipeline planner is given: a Profile, a Cluster, and how large a step is; and what pieces
// of the profile cost on devices of the cluster.
//
//   PlanProblem problem{.profile = read_profile("vgg19.txt"), .cluster = read_cluster("A.yaml"),
//                       .batch = 1024};
//   PlanCosts costs(problem);
//   costs.compute(seconds, group, M)    ticks of a stage of so many seconds, for one microbatch
//
// The rules, which every planner here is judged by:
//   - times and activation bytes grow with the samples of a microbatch, parameters do not
//   - a profile was measured on one device type, the fastest unless told; others run at the ratio
//   of
//     their flops
//   - a microbatch is cut over the devices of a stage by their speeds, and is done when all are
//   - of a transfer each host's port carries what leaves and what enters it, and the slowest
//   decides
//   - gradients are all-reduced in a ring, after the stage's last backward, beside other transfers
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/cluster/cluster.h"
#include "tensor/plan/schedule/ticks.h"
#include "tensor/profile/profile.h"

namespace motley::tensor {

// How a tensor goes from the devices of one stage to those of the next.
enum class BoundaryRule : uint8_t {
  kPorts,  // each device sends the others their overlap; ports work side by side
  kWhole,  // all of it over the slowest link between them, as published planners count
};

struct PlanProblem {
  Profile profile;
  core::Cluster cluster;
  int64_t batch = 1;                    // samples of a step
  std::vector<int32_t> microbatches;    // how many may be tried
  std::string profile_type;             // what the profile was measured on; "": the fastest type
  int32_t even_stages = 0;              // of planners with even cuts; 0: a stage on each device
  double bytes_per_parameter_byte = 4;  // with gradient and optimizer state: 4 for adam
  BoundaryRule boundary = BoundaryRule::kPorts;
};

// A UserError where nothing can be planned: no layers, no devices, no batch, times that cannot be
// added up.
void check_problem(const PlanProblem& problem);

// Ticks in a second: fine enough that a microsecond divides evenly among up to 16 devices.
inline constexpr double kTicksPerSecond = 720720e6;
inline double seconds(Ticks ticks) { return static_cast<double>(ticks) / kTicksPerSecond; }
inline Ticks to_ticks(double seconds) { return std::llround(seconds * kTicksPerSecond); }

// Devices of the cluster, ascending.
using DeviceGroup = std::vector<int32_t>;

struct TransferCost {
  Ticks busy = 0, latency = 0;
  std::vector<int32_t> out_hosts, in_hosts;  // whose ports it uses; none inside a host
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
  // The part of a microbatch that each device of a group gets; they add up to 1.
  std::vector<double> shares(std::span<const int32_t> group) const;
  // Samples of a microbatch over those of the profile.
  double scale(int32_t microbatches) const;

  // Work of `profile_seconds` in the profile, for one microbatch of a group.
  Ticks compute(double profile_seconds, std::span<const int32_t> group,
                int32_t microbatches) const {
    return compute(profile_seconds, total_speed(group), microbatches);
  }
  Ticks compute(double profile_seconds, double total_speed, int32_t microbatches) const;
  // `profile_bytes` of the profile, for one microbatch, between groups that have no device in
  // common.
  TransferCost transfer(int64_t profile_bytes, std::span<const int32_t> from,
                        std::span<const int32_t> to, int32_t microbatches) const;
  Ticks all_reduce(int64_t bytes, std::span<const int32_t> group) const;

 private:
  TransferCost transfer_by_ports(double bytes, std::span<const int32_t> from,
                                 std::span<const int32_t> to) const;
  TransferCost transfer_whole(double bytes, std::span<const int32_t> from,
                              std::span<const int32_t> to) const;

  const PlanProblem& problem_;
  std::vector<core::Device> devices_;
  const core::DeviceType* profile_type_;
  std::vector<double> speeds_;
};

}  // namespace motley::tensor
