// Pipelines for a MeasuredProfile: stages of replicas, each a tensor-parallel group of one device
// type. How long a plan takes and what it stores, and the search for the best one.
//
//   (0-9) 32 x A100-40 tp1 | (9-26) 32 x V100-16 tp2       in 8 micro-batches of 4 samples
//
// The cost model:
//   - every stage has the same number of replicas; each takes whole micro-batches, and a pass takes
//     as long as its slowest replica
//   - passes take what was measured at that degree and micro-batch size; others cannot be planned
//   - messages hold the devices, as they do in Megatron-LM and DeepSpeed: an inner stage sends to
//   one
//     neighbour while it receives from the other; the first and the last have one neighbour, and
//     send after they have received
//   - gradients are summed by a ring over the replicas after the last backward, in buckets
//   - rates are those of the messages' sizes where a file gives them (MessageRates), else those of
//     the hosts' ports, which the replicas of a host share
// The order is 1F1B, simulated exactly.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/cluster/cluster.h"
#include "tensor/profile/measured_profile.h"

namespace motley::tensor::stage {

struct MeasuredProblem {
  MeasuredProfile profile;
  core::Cluster cluster;
  std::optional<MessageRates> rates;
  int64_t batch = 1;                    // samples of a step
  double bytes_per_parameter_byte = 4;  // with gradient and optimizer state: 4 for adam
  double overhead_bytes = 0;            // of every device, whatever it holds
  // When the search ends with the best plan so far; the plan then depends on the machine.
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
};

struct ReplicaGroup {
  int32_t type = 0;    // of the cluster
  int32_t tensor = 1;  // devices of each replica
  int32_t count = 0;   // replicas

  friend bool operator==(const ReplicaGroup&, const ReplicaGroup&) = default;
};

struct MeasuredStage {
  int32_t begin = 0, end = 0;  // layers
  std::vector<ReplicaGroup> groups;

  friend bool operator==(const MeasuredStage&, const MeasuredStage&) = default;
};

struct MeasuredPlan {
  int32_t samples = 1;   // of a micro-batch
  int32_t replicas = 1;  // of every stage
  std::vector<MeasuredStage> stages = {};

  friend bool operator==(const MeasuredPlan&, const MeasuredPlan&) = default;
};

struct MeasuredStageTimes {
  double forward_seconds = 0, backward_seconds = 0;  // of a micro-batch, on the slowest replica
  double forward_message_seconds = 0, backward_message_seconds = 0;
  double reduce_seconds = 0, update_seconds = 0;  // after the last backward
  double peak_bytes = 0, memory_bytes = 0;        // of the device closest to its limit
  double seconds() const {
    return forward_seconds + backward_seconds + forward_message_seconds + backward_message_seconds;
  }
};

struct MeasuredTiming {
  int64_t microbatches = 1;  // of each replica
  double step_seconds = 0;
  std::vector<MeasuredStageTimes> stages = {};
  std::string out_of_memory = {};  // "stage 1 needs 20.1 GB on a V100-16 of 17.2 GB"; "": it fits
};

// "(0-9) 32 x A100-40 tp1 | (9-26) 16 x A100-40 tp1 + 16 x V100-16 tp2"
std::string to_string(const MeasuredPlan& plan, const core::Cluster& cluster);

// A UserError for a plan that the problem cannot have: layers left out, more devices than there
// are, degrees or micro-batch sizes that were not measured.
MeasuredTiming evaluate(const MeasuredProblem& problem, const MeasuredPlan& plan);

struct MeasuredResult {
  MeasuredPlan plan;
  MeasuredTiming timing;
  int64_t num_tried = 0;
  bool complete = true;  // false: stopped by the deadline
  // No plan of this model is faster: all compute at its most efficient, on all devices.
  double lower_bound_seconds = 0;
};
// Stages, replicas, degrees and micro-batch size together. A UserError where nothing was measured
// on the cluster's devices; a plan that does not fit where none does.
MeasuredResult plan_measured(const MeasuredProblem& problem);

}  // namespace motley::tensor::stage
