// What is in a rank's memory while its step runs: the arguments throughout, results of ops and of
// collectives from their production to their last use.
//
//   bytes ^            ____
//         |        ___/    \___       values and buffers
//         |=======================    arguments: parameters, optimizer state, batch
//         +------------------------>  ops
#pragma once

#include <cstdint>
#include <vector>

#include "tensor/lower/rank_program.h"
#include "tensor/plan/propagate/sharding_problem.h"
#include "tensor/plan/shard_cost/op_time.h"

namespace motley::tensor::predict {

struct LiveBytes {
  int64_t arguments = 0;
  // While each op of the body runs, and after the last one.
  std::vector<int64_t> values;   // results of ops that are stored
  std::vector<int64_t> buffers;  // results of collectives

  int64_t peak() const;
};

// An update overwrites its argument: the first `num_updated` results after the loss take no space.
LiveBytes live_bytes(const LocalOutline& local, const StepSchedule& schedule,
                     const shard_cost::StoredWork& work, int num_updated);

// At the fullest moment of a segment of the rank's program, beside the arguments.
struct SegmentMemory {
  int segment = 0;
  int64_t values = 0, buffers = 0;
};
std::vector<SegmentMemory> memory_over_step(const propagate::ShardingProblem& problem,
                                            const ShardPlan& plan, int rank);

}  // namespace motley::tensor::predict
