// Completes a ShardPlan from pinned values (GSPMD: sharding propagation).
//
//   complete({.values = {{batch, S(0)}}})        data parallel: everything that depends on the
//                                                batch is sharded by samples, gradients are partial
//   complete({.values = {{batch, S(0)}, {g, S(0)}, {m, S(0)}, {v, S(0)}}})      ZeRO-2
#pragma once

#include <unordered_map>
#include <vector>

#include "tensor/plan/propagate/sharding_problem.h"
#include "tensor/sharding/shard_plan.h"

namespace motley::tensor::propagate {

struct Pins {
  std::unordered_map<ValueId, Sharding> values;
  std::vector<ValueId> regather = {};
  std::unordered_map<ValueId, Sharding> read_as = {};
  int64_t bucket_bytes = kBucketBytes, prefetch_bytes = kPrefetchBytes, reducing_bytes = kNoLimit;
  bool follow_operands = false;
};

// The plan in which pinned values have their Sharding and each op, in order, takes the cheapest
// rule for its available operands. Other arguments are replicated, and a partial value with several
// readers is reduced at once. Cost: a few dozen rules per op.
ShardPlan complete(const ShardingProblem& problem, const Pins& pins);

// What reads a sharded parameter in another state by way of a cast to fewer bytes (mixed
// precision) casts the shard, and the result is gathered instead. complete() does so.
void gather_narrowed(const ShardingProblem& problem, ShardPlan& plan);

// Derives the rules of a plan of which only `values` are known: read from a file, or edited.
ShardPlan with_rules(const ShardingProblem& problem, ShardPlan plan);

// The same plan with the fewest fixed rules that still determine it.
ShardPlan with_few_fixed_rules(const ShardingProblem& problem, ShardPlan plan);

}  // namespace motley::tensor::propagate
