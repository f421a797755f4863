// ProgramFacts: what planning derives from a Program, independent of devices.
#pragma once

#include <vector>

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
};

}  // namespace motley::tensor::propagate
