// A rank's local Program: the training step on its shards, with collectives in between.
//
// The ops of the step become local ops (sharding/local_op.h). Where a value is needed in another
// Sharding, the steps of a reshard are inserted. Those without communication are ops too; a
// collective reads a value of the Program, and its output becomes an additional argument:
//
//   arguments     x: 4x8, w: 8x2                    of the step, local
//                 g': 8x2                           output of the all_reduce of %3
//   ops           %0 = dot x, w ...  %3 = dot x, %2
//   collectives   all_reduce sum %3 -> g'
//
// A value that several ops need in the same Sharding is resharded once.
#pragma once

#include <vector>

#include "tensor/plan/propagate/sharding_problem.h"
#include "tensor/sharding/shard_plan.h"

namespace motley::tensor {

// A collective along one axis of the group. `whole` is the tensor that the devices of the line hold
// together: the value's type, sharded by the other axis only.
struct Collective {
  ReshardKind kind = ReshardKind::kAllReduce;
  int axis = 0;                     // of the group
  Reducer reducer = Reducer::kSum;  // kAllReduce, kReduceScatter
  TensorType whole;
  DimSharding from, to;  // kAllGather, kAllToAll; kReduceScatter, kAllToAll
  ValueId input, output;
  ValueId value;  // of the step
  // The input is there when the step begins, or made by its first ops.
  bool is_early = false;
  int64_t value_bytes = 0;  // of the unsharded value: the same on every rank
};

// Orders collectives relative to the ops. All ranks have the same events in the same order, even if
// a rank has nothing to compute between them.
struct CollectiveEvent {
  enum class Kind : uint8_t { kBegin, kNeed } kind = Kind::kBegin;
  int collective = 0;
  int after_op = 0;      // number of ops of the body before it
  int num_products = 0;  // matrix products of the step before it: the same on every rank
};

// The collectives of a rank and when they are issued and needed.
struct LocalCommunication {
  // The first arguments; the others are the outputs of collectives, in order.
  int num_step_arguments = 0;
  int num_ops = 0;                      // of the body
  int num_early_ops = 0;                // its first, which read arguments alone
  std::vector<Collective> collectives;  // in issue order
  std::vector<CollectiveEvent> events;
};

struct LocalProgram : LocalCommunication {
  Program program;
};
LocalProgram local_program(const propagate::ShardingProblem& problem, const ShardPlan& plan,
                           int rank);

// Enough to predict time and memory, and much faster to build: identical ops are lowered once.
struct LocalOutline : LocalCommunication {
  shard_cost::ProgramOutline outline;
  // The op and the value of the step that they are on this rank; -1: of a reshard, or within an op.
  std::vector<int> source_ops, source_values;
};
LocalOutline local_outline(const propagate::ShardingProblem& problem, const ShardPlan& plan,
                           int rank);

}  // namespace motley::tensor
