// Copies a Program op by op; each op is kept, replaced or dropped.
#pragma once

#include <vector>

#include "tensor/ir/builder.h"

namespace motley::tensor {

// Copies the ops of a body into a builder, mapping values of the old Program to values of the new
// one; nested regions are copied whole.
class Rewrite {
 public:
  explicit Rewrite(const Program& program);  // with the arguments of the body
  Rewrite(const Program& program, const std::vector<ValueId>& arguments);  // with these instead

  ProgramBuilder& builder() { return builder_; }
  ValueId operator()(ValueId old) const { return new_of_[old.index]; }
  std::vector<ValueId> operator()(const std::vector<ValueId>& old) const;

  void keep(const Op& op);  // unchanged, on the new operands
  void replace(ValueId old, ValueId with) { new_of_[old.index] = with; }
  Program finish() &&;                                     // with the results of the body
  Program finish(const std::vector<ValueId>& results) &&;  // with these, values of the old Program

 private:
  Region copy(const Region& region);

  const Program& program_;
  ProgramBuilder builder_;
  std::vector<ValueId> new_of_;
};

// A region as a Program of its own: takes its arguments, then `captured`; returns its results.
Program outlined(const Program& program, const Region& region,
                 const std::vector<ValueId>& captured);

}  // namespace motley::tensor
