// A profile as published planners see it: layers in the profile's order, cut between any two. The
// bytes at a cut are the outputs that no earlier layer has consumed: in a chain the last layer's; a
// skip connection is not counted if its next consumer is before the cut.
//
//   a -> b -> c -> d      cut 2, between b and c: the output of b only, although a's crosses it too
//   +---------^
#pragma once

#include <cstdint>
#include <vector>

#include "tensor/plan/stage/pipeline_plan.h"

namespace motley::tensor::stage {

class LayerCuts {
 public:
  explicit LayerCuts(const Profile& profile);

  int32_t num_layers() const { return static_cast<int32_t>(cut_bytes_.size()) - 1; }

  // Sums over the layers from cut `begin` to cut `end`.
  double forward_seconds(int32_t begin, int32_t end) const {
    return forward_[end] - forward_[begin];
  }
  double backward_seconds(int32_t begin, int32_t end) const {
    return backward_[end] - backward_[begin];
  }
  double compute_seconds(int32_t begin, int32_t end) const {
    return forward_seconds(begin, end) + backward_seconds(begin, end);
  }
  int64_t parameter_bytes(int32_t begin, int32_t end) const {
    return parameters_[end] - parameters_[begin];
  }
  int64_t cut_bytes(int32_t cut) const { return cut_bytes_[cut]; }

 private:
  std::vector<double> forward_, backward_;
  std::vector<int64_t> parameters_, cut_bytes_;
};

// Samples of a micro-batch over those of the profile as published formulas count them: both a
// micro-batch and a replica's share of it may be fractions. PlanCosts::scale counts whole samples.
double fractional_scale(const PlanProblem& problem, int32_t microbatches);

// Layers `begin` to `end` - 1 on `devices`.
PlannedStage stage_of_range(int32_t begin, int32_t end, DeviceGroup devices);

// The slowest link between devices of two groups, and within one; bytes per second.
class SlowestLinks {
 public:
  explicit SlowestLinks(const core::Cluster& cluster);

  double between(const DeviceGroup& from, const DeviceGroup& to) const;
  double inside(const DeviceGroup& group) const;  // of at least two devices

 private:
  std::vector<int32_t> hosts_of(const DeviceGroup& group) const;  // unique

  std::vector<int32_t> host_of_device_;
  // Between two hosts; on the diagonal the host's own link.
  std::vector<std::vector<double>> bandwidth_;
};

}  // namespace motley::tensor::stage
