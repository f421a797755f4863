#include "tensor/grad/graph.h"

namespace motley::tensor {
namespace {

void add_uses(const Region& region, std::vector<ValueId>& values) {
  values.insert(values.end(), region.results.begin(), region.results.end());
  for (const Op& op : region.ops) {
    values.insert(values.end(), op.operands.begin(), op.operands.end());
    for (const Region& nested : op.regions) add_uses(nested, values);
  }
}

}  // namespace

Graph::Graph(const Program& p)
    : program(p), ops(p.body.ops), producer(p.values.size(), kNone), users(p.values.size()) {
  std::vector<bool> known(p.values.size());
  for (ValueId v : p.body.arguments) known[v.index] = true;
  for (size_t i = 0; i < ops.size(); ++i) {
    std::vector<ValueId> reads = ops[i].operands;
    for (const Region& region : ops[i].regions) add_uses(region, reads);
    std::erase_if(reads, [&](ValueId v) { return !known[v.index]; });
    for (ValueId v : reads) {
      if (users[v.index].empty() || users[v.index].back() != int(i)) users[v.index].push_back(i);
    }
    for (ValueId v : ops[i].results) {
      producer[v.index] = static_cast<int>(i);
      known[v.index] = true;
    }
    inputs.push_back(std::move(reads));
  }
}

std::vector<bool> Graph::ancestors(const std::vector<ValueId>& values) const {
  std::vector<bool> found(ops.size());
  for (ValueId v : values) {
    if (v.valid() && producer[v.index] != kNone) found[producer[v.index]] = true;
  }
  for (int i = num_ops() - 1; i >= 0; --i) {
    if (!found[i]) continue;
    for (ValueId v : inputs[i]) {
      if (producer[v.index] != kNone) found[producer[v.index]] = true;
    }
  }
  return found;
}

}  // namespace motley::tensor
