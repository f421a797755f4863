// The figures of a MeasuredProblem by device type of its cluster, as evaluation and search look
// them up (measured_plan.h).
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tensor/plan/stage/measured_plan.h"

namespace motley::tensor::stage {

class MeasuredCosts {
 public:
  explicit MeasuredCosts(const MeasuredProblem& problem);

  const MeasuredProblem& problem() const { return problem_; }
  int32_t num_layers() const { return problem_.profile.num_layers; }
  int32_t num_types() const { return static_cast<int32_t>(problem_.cluster.device_types.size()); }
  int64_t num_devices(int32_t type) const { return num_devices_[type]; }
  const std::string& type_name(int32_t type) const {
    return problem_.cluster.device_types[type].name;
  }
  int64_t microbatches(int32_t samples, int32_t replicas) const;

  // Sums over layers, for ranges; null where nothing was measured.
  struct Sums {
    std::vector<double> forward, backward;  // by first layers: sums before
    double update_seconds = 0;
  };
  const Sums* times(int32_t type, int32_t tensor, int32_t samples) const;
  struct Bytes {
    std::vector<double> parameters, saved, fixed;
    std::vector<double> activation;  // by layer, of a sample
  };
  const Bytes& bytes(int32_t type, int32_t tensor) const;
  // Degrees that were measured and of which all hosts of a type are made up: powers of two.
  const std::vector<int32_t>& degrees(int32_t type) const { return degrees_[type]; }
  const std::vector<int32_t>& sizes() const { return sizes_; }  // of micro-batches

  double message_seconds(double bytes, const ReplicaGroup& from, const ReplicaGroup& to) const;
  // A ring over all replicas of a stage.
  double reduce_seconds(const MeasuredStage& stage, int32_t replicas) const;
  double peak_bytes(const ReplicaGroup& group, int32_t begin, int32_t end, int32_t samples,
                    int64_t live) const;
  double memory_bytes(int32_t type) const {
    return static_cast<double>(problem_.cluster.device_types[type].memory_bytes);
  }
  bool fits(const ReplicaGroup& group, int32_t begin, int32_t end, int32_t samples,
            int64_t live) const {
    return memory_bytes(group.type) == 0 ||
           peak_bytes(group, begin, end, samples, live) <= memory_bytes(group.type);
  }

 private:
  std::string profile_type(int32_t type) const;
  void find_rates();
  size_t pair_of(const ReplicaGroup& from, const ReplicaGroup& to) const;

  const MeasuredProblem& problem_;
  std::vector<int64_t> num_devices_;
  std::vector<std::string> profile_types_;  // "": not measured
  std::vector<double> port_rates_, port_latencies_;
  std::vector<int64_t> devices_per_host_;
  std::vector<std::vector<int32_t>> degrees_;
  std::vector<int32_t> sizes_;
  std::vector<const std::vector<double>*> rates_;  // by pair_of; null: not known
  std::map<std::tuple<int32_t, int32_t, int32_t>, Sums> times_;
  std::map<std::pair<int32_t, int32_t>, Bytes> bytes_;
};

// All but the order of the passes; then their order, which gives the step's time: infinite where it
// is too long to be simulated exactly, which is a UserError of check_time.
MeasuredTiming timing_of(const MeasuredCosts& costs, const MeasuredPlan& plan);
void simulate_order(MeasuredTiming& timing);
void check_time(const MeasuredTiming& timing);

}  // namespace motley::tensor::stage
