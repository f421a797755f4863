#include "tensor/compile/fuse.h"

#include <algorithm>
#include <map>
#include <queue>
#include <unordered_map>

#include "tensor/compile/fusion_groups.h"
#include "tensor/passes/rewrite.h"

namespace motley::tensor {

namespace {

// Emits the Program: one fusion op per group, other ops unchanged, in a topological order close to
// the original one.
class FusedProgram {
 public:
  FusedProgram(const Graph& graph, const FusionGroups& groups)
      : graph_(graph), program_(graph.program), groups_(groups), rewrite_(graph.program) {}

  Program run(FusedOps* of) && {
    find_needs();
    const std::vector<int> units = order();
    for (int unit : units) {
      if (of) of->ops.push_back(ops_of(unit)), of->results.push_back(results_of(unit));
      emit(unit);
    }
    return std::move(rewrite_).finish();
  }

 private:
  // Units are groups first, then single ops: unit = number of groups + op.
  int num_groups() const { return static_cast<int>(groups_.groups.size()); }
  int unit_of_op(int op) const {
    return groups_.group_of[op] != kNone ? groups_.group_of[op] : num_groups() + op;
  }
  bool is_free(int op) const { return groups_.kinds[op] == FusionKind::kFree; }

  // --- Needed values ---------------------------------------------------------------------

  // Determines which values leave their group, and which free ops must be emitted at top level
  // because an op that is not fused, or the caller, uses them.
  void find_needs() {
    leaves_.assign(program_.values.size(), false);
    at_top_level_.assign(graph_.ops.size(), false);
    for (ValueId v : program_.body.results) need(v);
    for (int i = graph_.num_ops() - 1; i >= 0; --i) {
      const bool alone = groups_.kinds[i] == FusionKind::kOther || (is_free(i) && at_top_level_[i]);
      if (alone) {
        for (ValueId v : graph_.inputs[i]) need(v);
      }
    }
    for (int g = 0; g < num_groups(); ++g) {
      if (groups_.groups[g].ops.empty()) continue;
      members_.emplace(g, sorted_members(g));
      for (int op : members_[g]) {
        for (ValueId v : graph_.inputs[op]) mark_group_inputs(v, g);
      }
    }
    prune_members();
  }
  void need(ValueId v) {
    leaves_[v.index] = true;
    const int producer = graph_.producer[v.index];
    if (producer != kNone && is_free(producer)) at_top_level_[producer] = true;
  }
  // Free ops are duplicated in the body; their non-free operands become inputs.
  void mark_group_inputs(ValueId v, int group) {
    const int producer = graph_.producer[v.index];
    if (producer != kNone && is_free(producer)) {
      for (ValueId operand : graph_.ops[producer].operands) mark_group_inputs(operand, group);
    } else if (!is_member(producer, group)) {
      leaves_[v.index] = true;
    }
  }
  bool is_member(int op, int group) const {
    const std::vector<int>& members = members_.at(group);
    return op != kNone && std::binary_search(members.begin(), members.end(), op);
  }
  std::vector<int> sorted_members(int g) const {
    std::vector<int> members = groups_.groups[g].ops;
    members.insert(members.end(), groups_.groups[g].rematerialized.begin(),
                   groups_.groups[g].rematerialized.end());
    std::sort(members.begin(), members.end());
    return members;
  }

  // A value that is no longer stored may leave dead ops in its group. Groups are pruned from the
  // last to the first, so that the inputs they no longer read are known in time.
  void prune_members() {
    bool changed = true;
    while (changed) {
      changed = false;
      for (auto& [group, members] : members_) {
        std::vector<bool> used(members.size(), false);
        std::unordered_map<int32_t, size_t> member_of;
        for (size_t i = 0; i < members.size(); ++i)
          member_of[graph_.ops[members[i]].results[0].index] = i;
        for (size_t i = members.size(); i-- > 0;) {
          const int32_t made = graph_.ops[members[i]].results[0].index;
          const bool own = groups_.group_of[members[i]] == group;
          if (!used[i] && !(own && leaves_[made])) continue;
          used[i] = true;
          for (ValueId v : graph_.inputs[members[i]]) mark_used(v, member_of, used);
        }
        std::vector<int> kept;
        for (size_t i = 0; i < members.size(); ++i) {
          if (used[i]) kept.push_back(members[i]);
        }
        if (kept.size() != members.size()) {
          members = std::move(kept);
          changed = true;
        }
      }
      if (changed) refresh_leaves();
    }
  }
  void mark_used(ValueId v, const std::unordered_map<int32_t, size_t>& member_of,
                 std::vector<bool>& used) const {
    const int producer = graph_.producer[v.index];
    if (producer != kNone && is_free(producer)) {
      for (ValueId operand : graph_.ops[producer].operands) mark_used(operand, member_of, used);
    } else if (const auto found = member_of.find(v.index); found != member_of.end()) {
      used[found->second] = true;
    }
  }
  void refresh_leaves() {
    std::fill(leaves_.begin(), leaves_.end(), false);
    for (ValueId v : program_.body.results) leaves_[v.index] = true;
    for (int i = 0; i < graph_.num_ops(); ++i) {
      if (groups_.kinds[i] == FusionKind::kOther || (is_free(i) && at_top_level_[i])) {
        for (ValueId v : graph_.inputs[i]) leaves_[v.index] = true;
      }
    }
    for (const auto& [group, members] : members_) {
      for (int op : members) {
        for (ValueId v : graph_.inputs[op]) mark_group_inputs(v, group);
      }
    }
  }

  // --- Order -----------------------------------------------------------------------------

  // Values that a unit reads from other units.
  std::vector<ValueId> reads(int unit) const {
    if (unit >= num_groups()) return graph_.inputs[unit - num_groups()];
    std::vector<ValueId> values;
    for (int op : members_.at(unit)) {
      for (ValueId v : graph_.inputs[op]) collect_reads(v, unit, values);
    }
    return values;
  }
  void collect_reads(ValueId v, int group, std::vector<ValueId>& values) const {
    const int producer = graph_.producer[v.index];
    if (producer != kNone && is_free(producer)) {
      for (ValueId operand : graph_.ops[producer].operands) collect_reads(operand, group, values);
    } else if (!is_member(producer, group) &&
               std::find(values.begin(), values.end(), v) == values.end()) {
      values.push_back(v);
    }
  }

  std::vector<int> order() const {
    std::vector<int> units, key(num_groups() + graph_.ops.size(), 0);
    for (const auto& [group, members] : members_) {
      if (members.empty()) continue;
      units.push_back(group);
      key[group] = groups_.groups[group].ops.front();
    }
    for (int i = 0; i < graph_.num_ops(); ++i) {
      if (groups_.kinds[i] != FusionKind::kOther && !(is_free(i) && at_top_level_[i])) continue;
      units.push_back(num_groups() + i);
      key[num_groups() + i] = i;
    }
    std::vector<int> waiting(key.size(), 0);
    std::vector<std::vector<int>> followers(key.size());
    for (int unit : units) {
      for (ValueId v : reads(unit)) {
        const int producer = graph_.producer[v.index];
        if (producer == kNone) continue;
        followers[unit_of_op(producer)].push_back(unit);
        ++waiting[unit];
      }
    }
    const auto later = [&](int a, int b) { return std::pair(key[a], a) > std::pair(key[b], b); };
    std::priority_queue<int, std::vector<int>, decltype(later)> ready(later);
    for (int unit : units) {
      if (waiting[unit] == 0) ready.push(unit);
    }
    std::vector<int> ordered;
    while (!ready.empty()) {
      const int unit = ready.top();
      ready.pop();
      ordered.push_back(unit);
      for (int follower : followers[unit]) {
        if (--waiting[follower] == 0) ready.push(follower);
      }
    }
    MOTLEY_CHECK(ordered.size() == units.size(), "fusion groups depend on each other");
    return ordered;
  }

  std::vector<int> ops_of(int unit) const {
    if (unit >= num_groups()) return {unit - num_groups()};
    std::vector<int> own;
    for (int op : members_.at(unit)) {
      if (groups_.group_of[op] == unit) own.push_back(op);
    }
    return own;
  }
  std::vector<ValueId> results_of(int unit) const {
    if (unit >= num_groups()) return graph_.ops[unit - num_groups()].results;
    std::vector<ValueId> results;
    for (int op : groups_.groups[unit].ops) {
      const ValueId v = graph_.ops[op].results[0];
      if (leaves_[v.index] && is_member(op, unit)) results.push_back(v);
    }
    return results;
  }

  // --- Emission --------------------------------------------------------------------------

  void emit(int unit) {
    if (unit >= num_groups()) return rewrite_.keep(graph_.ops[unit - num_groups()]);
    const FusionGroup& g = groups_.groups[unit];
    const std::vector<ValueId> inputs = reads(unit), results = results_of(unit);
    std::vector<TensorType> types;
    for (ValueId v : inputs) types.push_back(program_.type(v));
    const std::vector<ValueId> outer = rewrite_(inputs);
    const std::vector<ValueId> arguments = rewrite_.builder().begin_region(types);
    Body body{*this, {}};
    for (size_t i = 0; i < inputs.size(); ++i) body.values[inputs[i].index] = arguments[i];
    for (int op : members_.at(unit)) body.copy(op);
    std::vector<ValueId> inner;
    for (ValueId v : results) inner.push_back(body.values.at(v.index));
    std::vector<Region> regions;
    regions.push_back(rewrite_.builder().end_region(inner));
    const std::vector<ValueId> made = rewrite_.builder().add(
        OpCode::kFusion, outer, FusionAttrs{g.domain, g.num_columns}, std::move(regions));
    for (size_t i = 0; i < results.size(); ++i) rewrite_.replace(results[i], made[i]);
  }

  // The values of one body, by those of the old Program.
  struct Body {
    FusedProgram& fused;
    std::unordered_map<int32_t, ValueId> values;

    ValueId get(ValueId v) {
      if (const auto found = values.find(v.index); found != values.end()) return found->second;
      copy(fused.graph_.producer[v.index]);
      return values.at(v.index);
    }
    void copy(int index) {
      const Op& op = fused.graph_.ops[index];
      std::vector<ValueId> operands;
      for (ValueId v : op.operands) operands.push_back(get(v));
      ProgramBuilder& builder = fused.rewrite_.builder();
      std::vector<Region> regions;
      if (op.code == OpCode::kReduce) {
        const ElementType element = fused.program_.type(op.operands[0]).element;
        regions.push_back(binary_region(builder, op.regions[0].ops[0].code, element));
      }
      values[op.results[0].index] =
          builder.add_one(op.code, operands, op.attrs, std::move(regions), {op.line, op.column});
    }
  };

  const Graph& graph_;
  const Program& program_;
  const FusionGroups& groups_;
  Rewrite rewrite_;
  std::vector<bool> leaves_;                 // values read outside the group that produces them
  std::vector<bool> at_top_level_;           // free ops emitted at top level
  std::map<int, std::vector<int>> members_;  // ops of each group, in order
};

}  // namespace

Program fuse(const Program& program, FusedOps* of) {
  const Graph graph(program);
  FusionGroups groups = find_fusion_groups(graph);
  rematerialize_in_consumers(graph, groups);
  return FusedProgram(graph, groups).run(of);
}

}  // namespace motley::tensor
