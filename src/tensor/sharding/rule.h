// Rules: what an op can do with values that are spread over devices, along one axis of a group.
// All of them follow from the op's index structure (tensor/ir/index_structure.h); none is written
// per op.
//
//   replicate     all operands R, all results R: every device does everything
//   split         an axis of the op's loop nest is cut. Operands and results that mention it are
//                 sharded there, the others R; results that do not are partial:
//                     C[m,n] = sum_k A[m,k] B[k,n]
//                       split m     A S(0)  B R     ->  C S(0)
//                       split k     A S(1)  B S(0)  ->  C P
//                 A lookup axis is split so too: rows of a table sharded over the vocabulary are
//                 looked up where they are, zeros elsewhere, and the result is P; updates are
//                 applied where they fall.
//   pass          operands in which the op is linear are P, the others R; the results are P
//
// An axis can be split where each dimension that mentions it is the axis itself, written in mixed
// radix with others (a reshape), or the axis shifted by whole periods of the cut (slices of fused
// Q, K and V). Where windows overlap, as in convolutions in space, it cannot: there is no rule.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tensor/ir/op_row.h"
#include "tensor/sharding/sharding.h"

namespace motley::tensor {

struct AxisRule {
  enum class Kind : uint8_t { kReplicate, kSplit, kPass } kind = Kind::kReplicate;
  // kSplit: which axis of the index structure, and where it is cut.
  int axis = -1;
  int64_t period = 0;
  Shares shares = {};
  // kPass: which of the index structure's linear sets, and partial under what.
  int linear_set = -1;
  Reducer reducer = Reducer::kSum;

  friend bool operator==(const AxisRule&, const AxisRule&) = default;
};

// What a rule asks of the operands and gives as results.
struct OpStates {
  std::vector<AxisState> operands, results;
};

// The rules of one op. Cheap to ask, less so to make: one per op and plan.
class OpRules {
 public:
  explicit OpRules(const OpView& view);

  const IndexStructure& index() const { return index_; }

  // Nothing where this is no rule of the op.
  std::optional<OpStates> states(const AxisRule& rule) const;
  // The rules that take this state of an operand, or give this state of a result, as it is; not
  // the one that replicates.
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

// Can contributions of this type be combined so between devices?
bool is_reducible(ElementType element, Reducer reducer);

}  // namespace motley::tensor
