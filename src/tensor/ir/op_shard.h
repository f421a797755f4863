// One device's shard of an op: what OpRow::localize turns into ops on the device's shards.
//
//   op                         rewritten as
//   broadcast, reshape, ...    the same op; attributes that hold a shape get the shard's
//   iota, constant, rng        the values at the shard's positions
//   gather                     indices shifted to the shard's rows; zeros for rows held elsewhere
//   scatter                    indices shifted; updates of rows held elsewhere fall out of bounds
//   dot_general, convolution   zeros where the shard of a contracted operand is empty
//   attention, causal          query_offset moved to the shard's first query
#pragma once

#include <unordered_map>
#include <vector>

#include "tensor/ir/builder.h"
#include "tensor/ir/held.h"
#include "tensor/ir/op_row.h"

namespace motley::tensor {

struct OpShard {
  struct SplitAxis {
    int axis = 0;  // of the index structure
    Held held;     // the range of the axis that the device computes
  };

  ProgramBuilder& builder;
  OpView whole;                 // the op on whole tensors
  const IndexStructure& index;  // of `whole`
  // The values, all of them, that regions of the op use from outside, in `builder`.
  const std::unordered_map<ValueId, ValueId>& captured;
  std::vector<ValueId> operands = {};  // shards, in `builder`
  // By operand or result and dimension: which indices of the whole tensor the shard holds.
  std::vector<std::vector<Held>> held_operands = {}, held_results = {};
  std::vector<TensorType> results = {};  // types of the shards
  std::vector<SplitAxis> splits = {};    // ordered by axis of the device grid

  template <class T>
  const T& get() const {
    return whole.get<T>();
  }
  const TensorType& operand(int i) const { return builder.type(operands[i]); }
  // The same op on `operands`, with these attributes.
  std::vector<ValueId> add(Attrs attrs);
  // Zeros in place of the results.
  std::vector<ValueId> zeros();
};

// Adds the op as the device runs it, and returns the shards of its results.
std::vector<ValueId> localize(OpShard& shard);

}  // namespace motley::tensor
