#include "tensor/plan/search/parameter_mix.h"

#include <algorithm>

namespace motley::tensor {

ParameterMix::ParameterMix(const TrainStep& step, const Field& field,
                           const std::vector<int32_t>& whole, const std::vector<int32_t>& pieces) {
  for (int i = 0; i < step.num_params; ++i) {
    const ValueId v = step.program.body.arguments[i];
    const int node = field.graph.node_of_value[v.index];
    const auto& readers = field.problem->graph().users[v.index];
    if (whole[node] == pieces[node] || readers.empty()) continue;
    rows_.push_back({node, readers[0], whole[node], pieces[node]});
  }
  std::ranges::stable_sort(rows_, {}, &Row::first_read);
}

std::vector<Restriction> ParameterMix::at(double part, bool first_whole) const {
  const auto count = static_cast<size_t>(part * static_cast<double>(rows_.size()));
  std::vector<Restriction> restrictions;
  for (size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    restrictions.push_back({row.node, (i < count) == first_whole ? row.whole : row.pieces, true});
  }
  return restrictions;
}

}  // namespace motley::tensor
