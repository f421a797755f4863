// Producers and users of values: the edges of a Program's body.
#pragma once

#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor {

inline constexpr int kNone = -1;

// Values defined outside the region that it uses, each once, in order of use.
std::vector<ValueId> captured_values(const Region& region);

// Ops are numbered as in the body. The inputs of an op are its operands and its regions' captured
// values.
struct Graph {
  explicit Graph(const Program& p);

  int num_ops() const { return static_cast<int>(ops.size()); }
  // Ops these values depend on.
  std::vector<bool> ancestors(const std::vector<ValueId>& values) const;

  const Program& program;
  const std::vector<Op>& ops;
  std::vector<std::vector<ValueId>> inputs;  // of each op
  std::vector<int> producer;                 // of each value; kNone for arguments
  std::vector<std::vector<int>> users;       // of each value, ascending
};

}  // namespace motley::tensor
