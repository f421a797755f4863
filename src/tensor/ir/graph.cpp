#include "tensor/ir/graph.h"

#include <unordered_set>

namespace motley::tensor {

namespace {

void collect_captured(const Region& region, std::unordered_set<ValueId>& inside,
                      std::vector<ValueId>& captured) {
  inside.insert(region.arguments.begin(), region.arguments.end());
  const auto use = [&](ValueId v) {
    if (inside.insert(v).second) captured.push_back(v);
  };
  for (const Op& op : region.ops) {
    for (ValueId v : op.operands) use(v);
    for (const Region& nested : op.regions) collect_captured(nested, inside, captured);
    inside.insert(op.results.begin(), op.results.end());
  }
  for (ValueId v : region.results) use(v);
}

}  // namespace

std::vector<ValueId> captured_values(const Region& region) {
  std::unordered_set<ValueId> inside;
  std::vector<ValueId> captured;
  collect_captured(region, inside, captured);
  return captured;
}

Graph::Graph(const Program& p)
    : program(p), ops(p.body.ops), producer(p.values.size(), kNone), users(p.values.size()) {
  for (size_t i = 0; i < ops.size(); ++i) {
    std::vector<ValueId> reads = ops[i].operands;
    for (const Region& region : ops[i].regions) {
      const std::vector<ValueId> captured = captured_values(region);
      reads.insert(reads.end(), captured.begin(), captured.end());
    }
    for (ValueId v : reads) {
      if (users[v.index].empty() || users[v.index].back() != int(i)) users[v.index].push_back(i);
    }
    for (ValueId v : ops[i].results) producer[v.index] = static_cast<int>(i);
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
