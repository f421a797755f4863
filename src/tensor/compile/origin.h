// The source of a value behind ops that only broadcast or rearrange it: for passes that match
// patterns in a Program.
//
//   %1 = broadcast_in_dim %0, dims = [1] : 3 -> 2x3
//   %2 = transpose %1, [1, 0] : 2x3 -> 3x2          origin(%2) = {%0, dims [0]}
#pragma once

#include <optional>
#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor {

// Producer and users of each value of a Program's body.
class Uses {
 public:
  explicit Uses(const Program& program);

  const Program& program() const { return program_; }
  const TensorType& type(ValueId v) const { return program_.type(v); }
  // The op of the body that produces v; null for arguments and for values of nested regions.
  const Op* producer(ValueId v) const;
  // The same, if it is this op.
  const Op* producer(ValueId v, OpCode code) const;
  // Ops of the body that use v; a use as a result of the Program or inside a region is kElsewhere.
  static constexpr int kElsewhere = -1;
  const std::vector<int>& users(ValueId v) const { return users_[v.index]; }
  int index_of(const Op& op) const { return static_cast<int>(&op - program_.body.ops.data()); }

 private:
  void add_region_uses(const Region& region);

  const Program& program_;
  std::vector<int> producer_;  // -1: none
  std::vector<std::vector<int>> users_;
};

// A value is its source broadcast and rearranged: dimension d of the source is dimension dims[d] of
// the value; -1 if the source has extent 1.
struct Origin {
  ValueId source;
  Dims dims;
};
// Looks back through broadcasts, transposes, reshapes that only add or drop extents of 1, and
// conversions to the same type.
Origin origin(const Uses& uses, ValueId value);

// The constant that every element of v equals, if it is one.
std::optional<double> splat(const Uses& uses, ValueId v);

}  // namespace motley::tensor
