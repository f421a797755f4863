// Rules: what an op can do with sharded operands, along one axis of a group. All are derived from
// the op's index structure (tensor/ir/index_structure.h); none is written per op.
//
//   replicate     all operands R, all results R: replicated computation
//   split         an axis of the op's loop nest is sharded. Operands and results that contain it
//                 are sharded there, the others R; results that do not contain it are partial:
//                     C[m,n] = sum_k A[m,k] B[k,n]
//                       split m     A S(0)  B R     ->  C S(0)
//                       split k     A S(1)  B S(0)  ->  C P
//                 A lookup axis is split the same way: each rank looks up its own rows of a table
//                 sharded over the vocabulary, with zeros elsewhere, and the result is P; updates
//                 are applied by the rank that owns the row.
//   pass          operands in which the op is linear are P, the others R; the results are P
//
// An axis can be split if each dimension that contains it is the axis itself, the axis in mixed
// radix with others (a reshape), or the axis shifted by whole periods of the sharding (slices of
// fused Q, K and V). If windows overlap, as in spatial convolutions, there is no rule.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tensor/ir/op_row.h"
#include "tensor/sharding/sharding.h"

namespace motley::tensor {

struct AxisRule {
  enum class Kind : uint8_t { kReplicate, kSplit, kPass } kind = Kind::kReplicate;
  // kSplit: which axis of the index structure, and where it is split.
  int axis = -1;
  int64_t period = 0;
  Shares shares = {};
  // kPass: which of the index structure's linear sets, and the reducer of the partial values.
  int linear_set = -1;
  Reducer reducer = Reducer::kSum;

  friend bool operator==(const AxisRule&, const AxisRule&) = default;
};

// The states a rule requires of operands and gives results.
struct OpStates {
  std::vector<AxisState> operands, results;
};

// The rules of one op. Cheap to query, less so to construct: one per op and plan.
class OpRules {
 public:
  explicit OpRules(const OpView& view);

  const IndexStructure& index() const { return index_; }

  // Empty if this is not a rule of the op.
  std::optional<OpStates> states(const AxisRule& rule) const;
  // The rules that accept this state of an operand, or give this state of a result, without a
  // reshard; not the replicating one.
  std::vector<AxisRule> taking(int operand, const AxisState& state) const;
  std::vector<AxisRule> giving(int result, const AxisState& state) const;

  bool can_split(int axis) const { return splittable_[axis]; }

 private:
  std::vector<AxisRule> matching(bool of_operand, int position, const AxisState& state) const;
  std::optional<AxisState> cut_state(const TensorIndex& tensor, const Shape& shape,
                                     const AxisRule& rule) const;

  IndexStructure index_;
  std::vector<TensorType> operands_, results_;
  std::vector<bool> splittable_;
  std::vector<bool> contiguous_only_;
};

// Whether contributions of this type can be combined across devices by this reducer.
bool is_reducible(ElementType element, Reducer reducer);

}  // namespace motley::tensor
