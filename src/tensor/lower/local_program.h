// A rank's own Program: the step on its shards, with communication between.
//
// The ops of the step become local ones (plan/shard/local_op.h); where a value is needed in another
// Sharding than it is in, steps of a reshard stand between. Those without communication are ops
// too; a collective takes a value of the Program and gives one of its later arguments:
//
//   arguments     x: 4x8, w: 8x2                    of the step, local
//                 g': 8x2                           what all_reduce of %3 gives
//   ops           %0 = dot x, w ...  %3 = dot x, %2
//   collectives   all_reduce sum %3 -> g'
//
// A value that several need in one Sharding is brought there once.
#pragma once

#include <vector>

#include "tensor/plan/shard/shard_plan.h"

namespace motley::tensor {

// Along one line of the group. `whole` is what its devices hold together: the value's type, cut by
// the other axis only.
struct Collective {
  ReshardKind kind = ReshardKind::kAllReduce;
  int axis = 0;                     // of the group
  Reducer reducer = Reducer::kSum;  // kAllReduce, kReduceScatter
  TensorType whole;
  DimSharding from, to;  // kAllGather, kAllToAll; kReduceScatter, kAllToAll
  ValueId input, output;
  ValueId value;            // of the step
  int64_t value_bytes = 0;  // of all of it: the same on every rank
};

// What must be kept in order, beside the ops. Every rank has the same events in the same order,
// even where it has nothing to compute between them.
struct CollectiveEvent {
  enum class Kind : uint8_t { kBegin, kNeed } kind = Kind::kBegin;
  int collective = 0;
  int after_op = 0;      // ops of the body that stand before it
  int num_products = 0;  // of the step, before it: the same on every rank
};

// What a rank communicates, and when.
struct LocalCommunication {
  // The first values; the other arguments are outputs of collectives, in order.
  int num_step_arguments = 0;
  int num_ops = 0;                      // of the body
  std::vector<Collective> collectives;  // as they are begun
  std::vector<CollectiveEvent> events;
};

struct LocalProgram : LocalCommunication {
  Program program;
};
LocalProgram local_program(const ShardingProblem& problem, const ShardPlan& plan, int rank);

// The same as far as its time and memory go, which takes a small part of the time to make: what an
// op becomes is found once for all of its kind.
struct LocalOutline : LocalCommunication {
  ProgramOutline outline;
};
LocalOutline local_outline(const ShardingProblem& problem, const ShardPlan& plan, int rank);

}  // namespace motley::tensor
