// A Program copied op by op, each op left, replaced or dropped on the way.
#pragma once

#include <vector>

#include "tensor/ir/builder.h"

namespace motley::tensor {

// Copies the ops of a body into a builder. Values of the old Program are looked up as values of
// the new one; nested regions are copied whole.
class Rewrite {
 public:
  explicit Rewrite(const Program& program);

  ProgramBuilder& builder() { return builder_; }
  ValueId operator()(ValueId old) const { return new_of_[old.index]; }
  std::vector<ValueId> operator()(const std::vector<ValueId>& old) const;

  void keep(const Op& op);  // as it is, on the new operands
  void replace(ValueId old, ValueId with) { new_of_[old.index] = with; }
  Program finish() &&;

 private:
  Region copy(const Region& region);

  const Program& program_;
  ProgramBuilder builder_;
  std::vector<ValueId> new_of_;
};

}  // namespace motley::tensor
