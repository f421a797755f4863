// ProgramFacts: what planning derives from a Program, independent of devices.
#pragma once

#include <mutex>
#include <vector>

#include "tensor/compile/kernel_order.h"
#include "tensor/ir/graph.h"
#include "tensor/plan/shard_cost/op_time.h"
#include "tensor/sharding/rule.h"

namespace motley::tensor::propagate {

// The Program must outlive it.
struct ProgramFacts {
  explicit ProgramFacts(const Program& program);

  Graph graph;
  std::vector<int> kind_of;             // by op (op_kinds)
  std::vector<OpRules> rules;           // by kind
  std::vector<bool> is_rematerialized;  // by value: recomputed by each reader
  shard_cost::StoredWork work;
  std::vector<bool> is_late, is_forward;  // by op: late_ops; the loss depends on it
  // By op: converts an argument to a type of fewer bytes, as mixed precision reads parameters. It
  // can run at the beginning of the step, on shards, so that its result is gathered instead.
  std::vector<bool> narrows_argument;

  // As one device would compile the Program, whose first results after the loss update its first
  // arguments. Made when it is asked for.
  const KernelOrder& kernels(int num_updated) const;

 private:
  mutable std::once_flag has_kernels_;
  mutable KernelOrder kernels_;
};

}  // namespace motley::tensor::propagate
