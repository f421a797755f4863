#include "tensor/plan/search/parameter_mix.h"

#include <algorithm>

namespace motley::tensor::search {

ParameterMix::ParameterMix(const TrainStep& step, const SearchInstance& instance,
                           const std::vector<int32_t>& whole, const std::vector<int32_t>& pieces) {
  for (int i = 0; i < step.num_params; ++i) {
    const ValueId v = step.program.body.arguments[i];
    const int node = instance.graph.node_of_value[v.index];
    const auto& readers = instance.problem->graph().users[v.index];
    if (whole[node] == pieces[node] || readers.empty()) continue;
    rows_.push_back({node, readers[0], whole[node], pieces[node],
                     static_cast<double>(step.arguments[i].type.num_bytes())});
  }
  std::ranges::stable_sort(rows_, {}, &Row::first_read);
}

std::vector<Restriction> ParameterMix::at(double part, Whole which, double ahead) const {
  double all = 0, before = 0;
  for (const Row& row : rows_) all += row.bytes;
  double due = rows_[0].bytes + ahead * all;  // bytes that should be replicated by now but are not
  std::vector<Restriction> restrictions;
  for (const Row& row : rows_) {
    const double middle = before + row.bytes / 2;
    before += row.bytes;
    due += part * row.bytes;
    bool whole = which == Whole::kFirst ? middle < part * all : middle > (1 - part) * all;
    if (which == Whole::kSpread) {
      whole = due > row.bytes / 2;
      if (whole) due -= row.bytes;
    }
    restrictions.push_back({row.node, whole ? row.whole : row.pieces, true});
  }
  return restrictions;
}

}  // namespace motley::tensor::search
