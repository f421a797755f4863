// Rematerialization in fusions: recomputing a value in its consumers instead of storing it.
#include <algorithm>
#include <set>

#include "tensor/compile/fusion_groups.h"

namespace motley::tensor {

namespace {

// Limit on the ops recomputed for one value: far below the cost of a pass over memory.
constexpr int kMaxRepeatedOps = 32;
constexpr int64_t kWorthRepeating = 4096;  // elements

class Repeating {
 public:
  Repeating(const Graph& graph, FusionGroups& groups)
      : graph_(graph), groups_(groups), is_result_(graph.program.values.size(), false) {
    for (ValueId v : graph.program.body.results) is_result_[v.index] = true;
  }

  void run() {
    for (int op = 0; op < graph_.num_ops(); ++op) {
      if (groups_.kinds[op] == FusionKind::kMap && groups_.group_of[op] != kNone) consider(op);
    }
  }

 private:
  struct Cone {
    std::set<int> ops;     // the value's producer and those before it
    std::set<int> leaves;  // large values it is computed from
  };

  int64_t size(ValueId v) const { return graph_.program.type(v).num_elements(); }

  // The groups that read the value from outside its group; nullopt if anything else does.
  std::optional<std::set<int>> reading_groups(ValueId v, int home) const {
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
            if (groups_.group_of[user] != home) readers.insert(groups_.group_of[user]);
        }
      }
    }
    return readers;
  }

  // All ops of the producing group that the value depends on, up to reductions and values that are
  // stored anyway.
  bool collect(ValueId v, int home, Cone& cone) const {
    const int producer = graph_.producer[v.index];
    if (producer != kNone && groups_.kinds[producer] == FusionKind::kFree) {
      for (ValueId operand : graph_.ops[producer].operands) {
        if (!collect(operand, home, cone)) return false;
      }
      return true;
    }
    const bool inner = producer != kNone && groups_.group_of[producer] == home &&
                       groups_.kinds[producer] == FusionKind::kMap && size(v) >= kWorthRepeating &&
                       !stored_.count(v.index);
    if (!inner) {
      if (size(v) >= kWorthRepeating) cone.leaves.insert(v.index);
      return true;
    }
    if (!cone.ops.insert(producer).second) return true;
    if (static_cast<int>(cone.ops.size()) > kMaxRepeatedOps) return false;
    for (ValueId operand : graph_.ops[producer].operands) {
      if (!collect(operand, home, cone)) return false;
    }
    return true;
  }

  // Large values that a group reads from outside.
  std::set<int> large_inputs(int group) const {
    std::set<int> inputs;
    const FusionGroup& g = groups_.groups[group];
    for (const std::vector<int>* ops : {&g.ops, &g.repeated}) {
      for (int op : *ops) {
        for (ValueId v : graph_.inputs[op]) {
          const FusionSource s = source_of(
              graph_, groups_, v, std::vector<int>(graph_.program.type(v).shape.size(), -1));
          const int producer = graph_.producer[s.value.index];
          const bool own = producer != kNone && (groups_.group_of[producer] == group ||
                                                 std::find(g.repeated.begin(), g.repeated.end(),
                                                           producer) != g.repeated.end());
          if (!own && size(s.value) >= kWorthRepeating) inputs.insert(s.value.index);
        }
      }
    }
    return inputs;
  }

  void consider(int op) {
    const ValueId v = graph_.ops[op].results[0];
    const int home = groups_.group_of[op];
    if (size(v) < kWorthRepeating) return;
    const std::optional<std::set<int>> readers = reading_groups(v, home);
    if (!readers) {
      stored_.insert(v.index);
      return;
    }
    if (readers->empty()) return;
    Cone cone;
    bool pays = collect(v, home, cone);
    for (int reader : *readers) {
      if (!pays) break;
      const std::set<int> inputs = large_inputs(reader);
      int more = 0;
      for (int leaf : cone.leaves) more += inputs.count(leaf) ? 0 : 1;
      pays = more <= 1;
    }
    if (!pays) {
      stored_.insert(v.index);
      return;
    }
    for (int reader : *readers) {
      std::vector<int>& repeated = groups_.groups[reader].repeated;
      for (int repeated_op : cone.ops) {
        if (std::find(repeated.begin(), repeated.end(), repeated_op) == repeated.end())
          repeated.push_back(repeated_op);
      }
    }
  }

  const Graph& graph_;
  FusionGroups& groups_;
  std::vector<bool> is_result_;
  std::set<int> stored_;  // large values that must be stored
};

}  // namespace

void repeat_instead_of_storing(const Graph& graph, FusionGroups& groups) {
  Repeating(graph, groups).run();
}

}  // namespace motley::tensor
