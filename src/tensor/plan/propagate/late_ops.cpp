#include "tensor/plan/propagate/late_ops.h"

namespace motley::tensor::propagate {

std::vector<bool> late_ops(const Graph& graph) {
  std::vector<bool> late(graph.num_ops(), true);
  for (int i = graph.num_ops() - 1; i >= 0; --i) {
    bool is_late = !is_product(graph.ops[i].code);
    for (ValueId v : graph.ops[i].results) {
      for (int user : graph.users[v.index]) is_late = is_late && late[user];
    }
    late[i] = is_late;
  }
  return late;
}

}  // namespace motley::tensor::propagate
