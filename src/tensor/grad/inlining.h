// Copies ops of one Program into another that is being built, on other arguments.
//
//   Inlining copy(builder, Graph(loss));
//   copy.bind(loss.body.arguments[0], x);
//   const std::vector<ValueId> results = copy.add(loss.body.results);
#pragma once

#include <vector>

#include "tensor/ir/builder.h"
#include "tensor/ir/graph.h"

namespace motley::tensor {

class Inlining {
 public:
  Inlining(ProgramBuilder& builder, const Graph& graph);

  // Maps a value of the Program to an existing one; its producer is not copied.
  void bind(ValueId value, ValueId replacement);
  // Adds these values of the Program, with the ops they depend on.
  std::vector<ValueId> add(const std::vector<ValueId>& values);

 private:
  void copy(const Op& op);
  Region copy(const Region& region);
  void define(const std::vector<ValueId>& from, const std::vector<ValueId>& to);
  std::vector<ValueId> uses(const std::vector<ValueId>& values) const;

  ProgramBuilder& builder_;
  const Graph& graph_;
  const Program& program_;
  std::vector<ValueId> renamed_;
  std::vector<bool> is_known_;
};

}  // namespace motley::tensor
