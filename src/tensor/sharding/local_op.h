// An op as one rank runs it on its shards: OpRow::localize rewrites it (ir/op_shard.h).
//
// Initial values of a sharded sum count on the first rank alone; the other ranks take zeros. A rank
// whose results are empty runs nothing. Cost: one op, or a few where localize says so.
#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "tensor/ir/builder.h"
#include "tensor/sharding/rule.h"

namespace motley::tensor {

// One rule per axis of the group; missing axes replicate.
using OpRule = std::array<AxisRule, kMaxGroupAxes>;

// The states on all axes together. Empty if a rule is not one of the op's, or if both axes shard
// the same dimension and are not nested.
struct OpShardings {
  std::vector<Sharding> operands, results;
};
std::optional<OpShardings> shardings(const OpRules& rules, const OpRule& rule,
                                     const DeviceGrid& group, const OpView& view);

struct LocalPlace {
  const DeviceGrid& group;
  int rank = 0;
};

// Adds the op to `b` as this rank runs it; `operands` are its shards. The rule must be one of the
// op's, and `states` its `shardings`. `captured` are all values that its regions capture.
std::vector<ValueId> add_local_op(ProgramBuilder& b, const OpView& view, const OpRules& rules,
                                  const OpRule& rule, const OpShardings& states,
                                  const LocalPlace& place, const std::vector<ValueId>& operands,
                                  const std::unordered_map<ValueId, ValueId>& captured = {});

// The rank's shard of a Literal.
Literal local_literal(const Literal& whole, const Sharding& sharding, const LocalPlace& place);

}  // namespace motley::tensor
