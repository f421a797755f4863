// What is in a rank's memory while its step runs: the arguments throughout, results of ops and of
// collectives from their production to their last use.
//
//   bytes ^            ____
//         |        ___/    \___       values and buffers
//         |=======================    arguments: parameters, optimizer state, batch
//         +------------------------>  kernels, and starts and ends of collectives
//
// It follows what running the step does: which values are stored and in which order kernels run
// (compile/kernel_order.h); values which a later segment or a collective reads keep their place
// until the end of that (lower/rank_memory.h); and all segments use the same temporary memory. Not
// counted are scratch memory of kernels, copies into other layouts, loops that stay loops, and what
// is lost between buffers.
#pragma once

#include <cstdint>
#include <vector>

#include "tensor/lower/rank_program.h"
#include "tensor/plan/propagate/sharding_problem.h"
#include "tensor/plan/shard_cost/op_time.h"

namespace motley::tensor::predict {

struct LiveBytes {
  int64_t arguments = 0;
  // While a kernel runs, or at the start or end of a collective.
  struct Moment {
    int step = 0;                     // of the schedule
    int64_t temporary = 0;            // within a segment
    int64_t values = 0, buffers = 0;  // that leave their segments; of collectives
  };
  std::vector<Moment> moments;  // in order of time

  int64_t peak() const;
};

LiveBytes live_bytes(const LocalOutline& local, const StepSchedule& schedule,
                     const propagate::ShardingProblem& problem);

// At the fullest moment of a segment of the rank's program, beside the arguments.
struct SegmentMemory {
  int segment = 0;
  int64_t values = 0, buffers = 0;
};
std::vector<SegmentMemory> memory_over_step(const propagate::ShardingProblem& problem,
                                            const ShardPlan& plan, int rank);

}  // namespace motley::tensor::predict
