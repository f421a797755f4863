// ShardPlan: the Sharding of every value of a Program on a DeviceGrid.
//
// A plan says in which Sharding each value is *held* for those who read it. How each op runs
// follows: of its rules, the one that is cheapest from the operands as they are held to the
// results as they are to be held (complete.h). So any assignment of legal Shardings is a plan,
// and a person can edit one.
//
// Values that cost nothing to make anew (constants, iota, what is computed from them alone, and
// broadcasts of anything) have no state: whoever needs one makes it as needed.
#pragma once

#include <unordered_map>
#include <vector>

#include "tensor/sharding/local_op.h"

namespace motley::tensor {

inline constexpr int64_t kBucketBytes = 25'000'000;
inline constexpr int64_t kPrefetchBytes = 50'000'000;

struct ShardPlan {
  DeviceGrid group;
  std::vector<Sharding> values;  // by ValueId; of rematerialized values without meaning
  std::vector<OpRule> rules;     // by op of the body
  // Values that are gathered anew by each part of the step that reads them, and let go after it:
  // parameters that do not fit whole (ZeRO-3).
  std::vector<bool> regather;
  // Arguments that will be at hand in another Sharding too, for all to choose by: parameters that
  // are held in pieces and gathered before they are read.
  std::unordered_map<ValueId, Sharding> read_as = {};
  // Ops, by body index, that run by this rule whatever another would cost.
  std::unordered_map<int, OpRule> fixed_rules = {};
  // Values are reduced and moved together once so many bytes of them are there.
  int64_t bucket_bytes = kBucketBytes;
  // Parameters that are gathered before they are read: at most so many bytes ahead.
  int64_t prefetch_bytes = kPrefetchBytes;
  // An op that has a rule for what is at hand takes it, even where another would be cheaper: what
  // people mean by data parallel.
  bool follow_operands = false;
};

}  // namespace motley::tensor
