// Predicts the time of a step under a plan, and its memory, without running it.
//
// On each rank compute and communication overlap: a communication starts when all ranks have
// reached it and the previous one has left the network, and a rank that needs its result waits. So
// exposed communication follows from the order of the plan's RankProgram. A hierarchical collective
// has left the network once it has passed the hosts' ports. Ranks on one host slow each other down,
// by factors that a probe has measured (`contention.` in docs/formats.md): while they compute and
// communicate at the same time, and those that wait for the slowest.
//
//   compute   |==seg 0==|==seg 1==|...wait|==seg 2==|
//   network             |----bucket 0-----|
//
// Ranks of one device type with equal shards are equivalent; one of each kind is lowered. Cost: one
// lowering per kind of rank.
#pragma once

#include <string>
#include <vector>

#include "core/cluster/cluster.h"
#include "tensor/lower/rank_program.h"
#include "tensor/plan/propagate/sharding_problem.h"
#include "tensor/sharding/shard_plan.h"

namespace motley::tensor::predict {

// One span of the simulated timeline.
struct PredictedSpan {
  int rank = 0;  // the first of its kind
  bool is_communication = false;
  std::string name;
  double begin_seconds = 0, end_seconds = 0;
};

struct CollectiveTotal {
  std::string name;  // "all_reduce"
  core::CollectiveAlgorithm algorithm = core::CollectiveAlgorithm::kAuto;
  int count = 0;
  double bytes = 0;  // of the values
  double seconds = 0;
  double exposed_seconds = 0;  // that even the last rank waits for them; the rest is hidden

  std::string text() const;  // "all_reduce, hierarchical"
};

struct KindOfRank {
  int first_rank = 0, num_ranks = 0;
  int32_t device_type = 0;
  double compute_seconds = 0;
  int64_t peak_bytes = 0;
};

struct StepTime {
  double step_seconds = 0;
  double compute_seconds = 0;        // of the busiest rank
  double communication_seconds = 0;  // of all communication at the ports, overlapped or not
  double exposed_seconds = 0;        // the rest of the step
  std::vector<KindOfRank> kinds;
  // Of a sharded plan: by rank, and by communication once all ranks are there.
  std::vector<double> rank_compute_seconds = {}, communication_durations = {};
  std::vector<CollectiveTotal> collectives;
  std::vector<PredictedSpan> spans;
  int64_t peak_bytes = 0;  // of the rank with the most
  // Which device has too little memory, and by how much; empty if all fit.
  std::string out_of_memory;
};

// `devices` are the cluster's, by rank of the plan's grid.
StepTime step_time(const propagate::ShardingProblem& problem, const ShardPlan& plan,
                   const core::Cluster& cluster, const std::vector<int>& devices);

}  // namespace motley::tensor::predict
