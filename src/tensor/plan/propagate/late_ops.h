// Which ops of a step are off the critical path: the work left after the last product.
#pragma once

#include <vector>

#include "tensor/ir/graph.h"
#include "tensor/ir/op_row.h"

namespace motley::tensor::propagate {

// By op: whether no product depends on it: the update, and what leads to it.
std::vector<bool> late_ops(const Graph& graph);

}  // namespace motley::tensor::propagate
