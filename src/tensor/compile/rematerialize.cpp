// Rematerialization in fusions: recomputing a value in its consumers instead of storing it.
#include <algorithm>
#include <set>

#include "tensor/compile/fusion_groups.h"

namespace motley::tensor {

namespace {

// Limit on the ops recomputed for one value: far below the cost of a pass over memory.
constexpr int kMaxRecomputedOps = 32;
constexpr int64_t kMinElements = 4096;  // elements

class Rematerialization {
 public:
  Rematerialization(const Graph& graph, FusionGroups& groups)
      : graph_(graph), groups_(groups), is_result_(graph.program.values.size(), false) {
    for (ValueId v : graph.program.body.results) is_result_[v.index] = true;
  }

  void run() {
    for (int op = 0; op < graph_.num_ops(); ++op) {
      if (groups_.kinds[op] == FusionKind::kMap && groups_.group_of[op] != kNone) consider(op);
    }
  }

 private:
  struct Producers {
    std::set<int> ops;     // the value's producer and those before it
    std::set<int> leaves;  // large values it is computed from
  };

  int64_t size(ValueId v) const { return graph_.program.type(v).num_elements(); }

  // The groups that read the value from outside its group; nullopt if anything else does.
  std::optional<std::set<int>> reading_groups(ValueId v, int producing_group) const {
    std::set<int> readers;
    std::vector<ValueId> stack{v};
    while (!stack.empty()) {
      const ValueId at = stack.back();
      stack.pop_back();
      if (is_result_[at.index]) return std::nullopt;
      for (int user : graph_.users[at.index]) {
        switch (groups_.kinds[user]) {
          case FusionKind::kOther:
            return std::nullopt;
          case FusionKind::kFree:
            stack.push_back(graph_.ops[user].results[0]);
            break;
          default:
            if (groups_.group_of[user] != producing_group) readers.insert(groups_.group_of[user]);
        }
      }
    }
    return readers;
  }

  // All ops of the producing group that the value depends on, up to reductions and values that are
  // stored anyway.
  bool collect(ValueId v, int producing_group, Producers& producers) const {
    const int producer = graph_.producer[v.index];
    if (producer != kNone && groups_.kinds[producer] == FusionKind::kFree) {
      for (ValueId operand : graph_.ops[producer].operands) {
        if (!collect(operand, producing_group, producers)) return false;
      }
      return true;
    }
    const bool inner = producer != kNone && groups_.group_of[producer] == producing_group &&
                       groups_.kinds[producer] == FusionKind::kMap && size(v) >= kMinElements &&
                       !stored_.count(v.index);
    if (!inner) {
      if (size(v) >= kMinElements) producers.leaves.insert(v.index);
      return true;
    }
    if (!producers.ops.insert(producer).second) return true;
    if (static_cast<int>(producers.ops.size()) > kMaxRecomputedOps) return false;
    for (ValueId operand : graph_.ops[producer].operands) {
      if (!collect(operand, producing_group, producers)) return false;
    }
    return true;
  }

  // Large values that a group reads from outside.
  std::set<int> large_inputs(int group) const {
    std::set<int> inputs;
    const FusionGroup& g = groups_.groups[group];
    for (const std::vector<int>* ops : {&g.ops, &g.rematerialized}) {
      for (int op : *ops) {
        for (ValueId v : graph_.inputs[op]) {
          const FusionSource s = source_of(
              graph_, groups_, v, std::vector<int>(graph_.program.type(v).shape.size(), -1));
          const int producer = graph_.producer[s.value.index];
          const bool own = producer != kNone &&
                           (groups_.group_of[producer] == group ||
                            std::find(g.rematerialized.begin(), g.rematerialized.end(), producer) !=
                                g.rematerialized.end());
          if (!own && size(s.value) >= kMinElements) inputs.insert(s.value.index);
        }
      }
    }
    return inputs;
  }

  void consider(int op) {
    const ValueId v = graph_.ops[op].results[0];
    const int producing_group = groups_.group_of[op];
    if (size(v) < kMinElements) return;
    const std::optional<std::set<int>> readers = reading_groups(v, producing_group);
    if (!readers) {
      stored_.insert(v.index);
      return;
    }
    if (readers->empty()) return;
    Producers producers;
    bool pays = collect(v, producing_group, producers);
    for (int reader : *readers) {
      if (!pays) break;
      const std::set<int> inputs = large_inputs(reader);
      int more = 0;
      for (int leaf : producers.leaves) more += inputs.count(leaf) ? 0 : 1;
      pays = more <= 1;
    }
    if (!pays) {
      stored_.insert(v.index);
      return;
    }
    for (int reader : *readers) {
      std::vector<int>& rematerialized = groups_.groups[reader].rematerialized;
      for (int recomputed : producers.ops) {
        if (std::find(rematerialized.begin(), rematerialized.end(), recomputed) ==
            rematerialized.end())
          rematerialized.push_back(recomputed);
      }
    }
  }

  const Graph& graph_;
  FusionGroups& groups_;
  std::vector<bool> is_result_;
  std::set<int> stored_;  // large values that must be stored
};

}  // namespace

void rematerialize_in_consumers(const Graph& graph, FusionGroups& groups) {
  Rematerialization(graph, groups).run();
}

}  // namespace motley::tensor
