// ShardPlan: the Sharding of every value of a Program on a DeviceGrid.
//
// A plan gives the Sharding in which each value is *stored* for its readers. The rule of each op
// follows: the cheapest one from the operands as stored to the results as stored (complete.h). So
// any assignment of legal Shardings is a plan, and a person can edit one.
//
// Values that are free to recompute (constants, iota, what depends on them alone, and broadcasts of
// anything) have no state: each reader rematerializes them.
#pragma once

#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

#include "tensor/sharding/local_op.h"

namespace motley::tensor {

inline constexpr int64_t kBucketBytes = 25'000'000;
inline constexpr int64_t kPrefetchBytes = 50'000'000;
inline constexpr int64_t kNoLimit = std::numeric_limits<int64_t>::max();

struct ShardPlan {
  DeviceGrid group;
  std::vector<Sharding> values;  // by ValueId; meaningless for rematerialized values
  std::vector<OpRule> rules;     // by op of the body
  // Values gathered again by each pass of the step that reads them, and freed after it: parameters
  // that do not fit unsharded (ZeRO-3), or their casts.
  std::vector<bool> regather;
  // Values also available in another Sharding, for rules to choose by: parameters stored sharded
  // and gathered before they are read, or their casts.
  std::unordered_map<ValueId, Sharding> read_as = {};
  // Ops, by body index, that use this rule regardless of cost.
  std::unordered_map<int, OpRule> fixed_rules = {};
  // Bucket size: values are communicated together once this many bytes are ready.
  int64_t bucket_bytes = kBucketBytes;
  // Limit on prefetched parameter bytes.
  int64_t prefetch_bytes = kPrefetchBytes;
  // Limit on bytes of gradients, as if unsharded, whose reduce-scatter is under way: beyond it the
  // earliest is waited for, so that its memory is free again.
  int64_t reducing_bytes = kNoLimit;
  // An op with a rule for its operands' states uses it even if another would be cheaper: the usual
  // meaning of data parallel.
  bool follow_operands = false;
};

}  // namespace motley::tensor
