#include "tensor/compile/fusion_groups.h"

#include <algorithm>

#include "tensor/ir/expr.h"
#include "tensor/ir/op_row.h"
#include "tensor/kernels/tile_program.h"

namespace motley::tensor {

namespace {

using DimMap = std::vector<int>;

DimMap identity_map(const Shape& shape) {
  DimMap map(shape.size());
  for (size_t d = 0; d < shape.size(); ++d) map[d] = shape[d] == 1 ? -1 : static_cast<int>(d);
  return map;
}

bool is_known_fold(const Program& program, const Op& op) {
  if (op.code != OpCode::kReduce || op.operands.size() != 2) return false;
  return recognized_reducer(op.regions[0]) &&
         find_tile_fold(op.regions[0].ops[0].code,
                        tile_compute_type(program.type(op.operands[0]).element));
}

FusionKind kind_of(const Program& program, const Op& op) {
  if (op.results.size() != 1 || !is_tile_type(program.type(op.results[0]).element))
    return FusionKind::kOther;
  switch (op.code) {
    case OpCode::kConstant:
      return op.get<ConstantAttrs>().value.type().is_scalar() ? FusionKind::kFree
                                                              : FusionKind::kOther;
    case OpCode::kIota:
    case OpCode::kBroadcastInDim:
      return FusionKind::kFree;
    case OpCode::kReshape:
      return only_units_change(program.type(op.operands[0]).shape, op.get<ReshapeAttrs>().shape)
                 ? FusionKind::kFree
                 : FusionKind::kOther;
    case OpCode::kReduce:
      return is_known_fold(program, op) ? FusionKind::kFold : FusionKind::kOther;
    default:
      return is_tile_map({program.values, op}) ? FusionKind::kMap : FusionKind::kOther;
  }
}

class Grouping {
 public:
  explicit Grouping(const Graph& graph) : graph_(graph), program_(graph.program) {
    for (const Op& op : graph.ops) result_.kinds.push_back(kind_of(program_, op));
    mark_constant_ops_free();
    result_.group_of.assign(graph.ops.size(), kNone);
    value_level_.assign(program_.values.size(), 0);
    role_.assign(program_.values.size(), FusionRole::kFull);
    readers_.resize(program_.values.size());
  }

  FusionGroups run() && {
    for (int i = 0; i < graph_.num_ops(); ++i) {
      int level = 0;
      for (ValueId v : graph_.inputs[i]) level = std::max(level, value_level_[v.index]);
      const FusionKind& kind = result_.kinds[i];
      if (kind == FusionKind::kMap || kind == FusionKind::kFold) place(i, level);
      // A reduction that cannot be in any group is already kOther here.
      for (ValueId v : graph_.ops[i].results)
        value_level_[v.index] = level + (kind == FusionKind::kOther ? 1 : 0);
    }
    return std::move(result_);
  }

 private:
  // Elementwise ops on constants and iotas alone are free if only fused ops use them.
  void mark_constant_ops_free() {
    std::vector<FusionKind>& kinds = result_.kinds;
    std::vector<bool> is_constant(graph_.ops.size(), false);
    for (int i = 0; i < graph_.num_ops(); ++i) {
      if (kinds[i] != FusionKind::kFree && kinds[i] != FusionKind::kMap) continue;
      is_constant[i] =
          std::all_of(graph_.inputs[i].begin(), graph_.inputs[i].end(), [&](ValueId v) {
            return graph_.producer[v.index] != kNone && is_constant[graph_.producer[v.index]];
          });
    }
    std::vector<bool> leaves(program_.values.size(), false);
    for (ValueId v : program_.body.results) leaves[v.index] = true;
    for (int i = graph_.num_ops() - 1; i >= 0; --i) {
      const bool mapped = kinds[i] == FusionKind::kMap;
      if (mapped && is_constant[i] && !leaves[graph_.ops[i].results[0].index])
        kinds[i] = FusionKind::kFree;
      const bool passes_on =
          kinds[i] == FusionKind::kOther ||
          (kinds[i] == FusionKind::kFree && leaves[graph_.ops[i].results[0].index]);
      if (!passes_on) continue;
      for (ValueId v : graph_.inputs[i]) leaves[v.index] = true;
    }
  }

  const Shape& shape(ValueId v) const { return program_.type(v).shape; }
  int group_of(ValueId v) const {
    const int producer = graph_.producer[v.index];
    return producer == kNone ? kNone : result_.group_of[producer];
  }

  // --- One op ----------------------------------------------------------------------------

  // The operands that matter: a reduction's initial value is a constant of the body.
  std::vector<ValueId> operands(int op) const {
    const Op& o = graph_.ops[op];
    if (result_.kinds[op] == FusionKind::kFold) return {o.operands[0]};
    return o.operands;
  }
  const Shape& domain_of(int op) const {
    const Op& o = graph_.ops[op];
    return shape(result_.kinds[op] == FusionKind::kFold ? o.operands[0] : o.results[0]);
  }

  void place(int op, int level) {
    if (result_.kinds[op] == FusionKind::kFold && !columns_of_fold(op)) {
      result_.kinds[op] = FusionKind::kOther;
      return;
    }
    std::vector<int> joined;
    for (int g : candidates(op, level)) {
      const bool fits =
          std::all_of(joined.begin(), joined.end(), [&](int other) { return can_merge(other, g); });
      if (fits && can_join(op, g)) joined.push_back(g);
    }
    if (joined.empty()) {
      result_.groups.push_back({.domain = domain_of(op), .level = level});
      joined.push_back(static_cast<int>(result_.groups.size()) - 1);
    }
    for (size_t i = 1; i < joined.size(); ++i) merge(joined[0], joined[i]);
    join(op, joined[0]);
  }

  // Groups of the operands, then groups that read the same large operands.
  std::vector<int> candidates(int op, int level) const {
    std::vector<int> found;
    const auto add = [&](int g) {
      if (g == kNone || result_.groups[g].level != level || result_.groups[g].ops.empty()) return;
      if (std::find(found.begin(), found.end(), g) == found.end()) found.push_back(g);
    };
    constexpr int64_t kLarge = 4096;  // elements; below, a pass over memory costs nothing
    for (ValueId v : operands(op)) {
      const FusionSource source = source_of(graph_, result_, v, identity_map(shape(v)));
      add(group_of(source.value));
    }
    for (ValueId v : operands(op)) {
      const FusionSource source = source_of(graph_, result_, v, identity_map(shape(v)));
      if (program_.type(source.value).num_elements() < kLarge) continue;
      for (int g : readers_[source.value.index]) add(g);
    }
    return found;
  }

  // Trailing dimensions that would be the columns if the reduction were in a group; 0 for a
  // reduction over all dimensions, which is compatible with any tiling; nullopt if it is over
  // dimensions in the middle.
  std::optional<int> columns_of_fold(int op) const {
    const Op& o = graph_.ops[op];
    const int num_dims = static_cast<int>(shape(o.operands[0]).size());
    Dims dims = o.get<ReduceAttrs>().dims;
    std::sort(dims.begin(), dims.end());
    const int count = static_cast<int>(dims.size());
    const Literal* initial = constant_initial(o);
    if (count == 0 || !initial) return std::nullopt;
    if (dims.back() - dims.front() != count - 1) return std::nullopt;
    if (dims.front() == num_dims - count && count < num_dims) return count;
    // Every thread starts a reduction over rows with the initial value.
    if (dims.front() != 0 || !is_identity(o, *initial)) return std::nullopt;
    return count == num_dims ? 0 : num_dims - count;
  }
  const Literal* constant_initial(const Op& o) const {
    const int producer = graph_.producer[o.operands[1].index];
    if (producer == kNone || graph_.ops[producer].code != OpCode::kConstant) return nullptr;
    return &graph_.ops[producer].get<ConstantAttrs>().value;
  }
  static bool is_identity(const Op& o, const Literal& initial) {
    const Reducer reducer = *recognized_reducer(o.regions[0]);
    return initial == identity_of(reducer, initial.element()) ||
           (reducer == Reducer::kSum && initial.as_double(0) == 0);
  }
  bool folds_rows(int op) const {
    const Dims& dims = graph_.ops[op].get<ReduceAttrs>().dims;
    return std::find(dims.begin(), dims.end(), 0) != dims.end();
  }

  static Shape row_shape(const FusionGroup& g) {
    return {g.domain.begin(), g.domain.end() - g.num_columns};
  }

  // The map with which a member value must be read; determined by its role.
  DimMap own_map(const FusionGroup& g, ValueId v) const {
    DimMap map = identity_map(g.domain);
    map.resize(shape(v).size(), -1);
    if (role_[v.index] == FusionRole::kRow) {
      for (size_t d = g.domain.size() - g.num_columns; d < map.size(); ++d) map[d] = -1;
    }
    return map;
  }

  // How the operands of the op map to the domain of the group, if it can be a member.
  std::optional<FusionRole> role_in(int op, const FusionGroup& g) const {
    if (result_.kinds[op] == FusionKind::kFold) {
      if (domain_of(op) != g.domain) return std::nullopt;
      const int columns = *columns_of_fold(op);
      if (columns != 0 && g.num_columns != 0 && columns != g.num_columns) return std::nullopt;
      return columns == 0 || folds_rows(op) ? FusionRole::kDeferred : FusionRole::kRow;
    }
    const Shape& s = shape(graph_.ops[op].results[0]);
    if (s == g.domain) return FusionRole::kFull;
    if (g.num_columns == 0) return std::nullopt;
    Shape rows = row_shape(g);
    if (s == rows) return FusionRole::kRow;
    rows.resize(g.domain.size(), 1);
    if (s == rows) return FusionRole::kRow;
    return std::nullopt;
  }

  bool can_join(int op, int group) const {
    const FusionGroup& g = result_.groups[group];
    const std::optional<FusionRole> role = role_in(op, g);
    if (!role) return false;
    for (ValueId v : operands(op)) {
      const FusionSource source = source_of(graph_, result_, v, operand_map(*role, g, v));
      const int other = group_of(source.value);
      if (other == group) {
        if (role_[source.value.index] == FusionRole::kDeferred) return false;
        if (source.map != own_map(g, source.value)) return false;
        // A reduction needs a value for every index.
        if (result_.kinds[op] == FusionKind::kFold &&
            role_[source.value.index] != FusionRole::kFull)
          return false;
      } else if (other != kNone && result_.groups[other].level == g.level &&
                 reaches(other, group)) {
        return false;
      }
    }
    return true;
  }

  DimMap operand_map(FusionRole role, const FusionGroup& g, ValueId v) const {
    if (shape(v).empty()) return {};
    DimMap map = identity_map(g.domain);
    map.resize(shape(v).size(), -1);
    if (role == FusionRole::kRow && shape(v).size() == g.domain.size() && shape(v) != g.domain) {
      for (size_t d = g.domain.size() - g.num_columns; d < map.size(); ++d) map[d] = -1;
    }
    return map;
  }

  // Whether group `from` reads, through groups of its level, a value produced by `to`.
  bool reaches(int from, int to) const {
    std::vector<int> stack{from};
    std::vector<int> seen{from};
    while (!stack.empty()) {
      const int g = stack.back();
      stack.pop_back();
      if (g == to) return true;
      for (int next : result_.groups[g].depends_on) {
        if (std::find(seen.begin(), seen.end(), next) != seen.end()) continue;
        seen.push_back(next);
        stack.push_back(next);
      }
    }
    return false;
  }

  bool can_merge(int a, int b) const {
    const FusionGroup &x = result_.groups[a], &y = result_.groups[b];
    if (x.domain != y.domain) return false;
    if (x.num_columns != 0 && y.num_columns != 0 && x.num_columns != y.num_columns) return false;
    return !reaches(a, b) && !reaches(b, a);
  }

  void merge(int into, int from) {
    FusionGroup &x = result_.groups[into], &y = result_.groups[from];
    for (int op : y.ops) {
      result_.group_of[op] = into;
      for (ValueId v : operands(op)) note_reader(v, into);
    }
    x.ops.insert(x.ops.end(), y.ops.begin(), y.ops.end());
    std::sort(x.ops.begin(), x.ops.end());
    x.num_columns = std::max(x.num_columns, y.num_columns);
    x.depends_on.insert(x.depends_on.end(), y.depends_on.begin(), y.depends_on.end());
    y.ops.clear();
    y.depends_on.clear();
    for (FusionGroup& g : result_.groups) {
      if (g.level == x.level) std::replace(g.depends_on.begin(), g.depends_on.end(), from, into);
    }
  }

  void note_reader(ValueId v, int group) {
    const FusionSource source = source_of(graph_, result_, v, identity_map(shape(v)));
    std::vector<int>& readers = readers_[source.value.index];
    if (std::find(readers.begin(), readers.end(), group) == readers.end()) readers.push_back(group);
  }

  void join(int op, int group) {
    FusionGroup& g = result_.groups[group];
    result_.group_of[op] = group;
    role_[graph_.ops[op].results[0].index] = *role_in(op, g);
    if (result_.kinds[op] == FusionKind::kFold && g.num_columns == 0)
      g.num_columns = *columns_of_fold(op);
    g.ops.push_back(op);
    for (ValueId v : operands(op)) {
      const FusionSource source = source_of(graph_, result_, v, identity_map(shape(v)));
      const int other = group_of(source.value);
      if (other != kNone && other != group && result_.groups[other].level == g.level)
        g.depends_on.push_back(other);
      note_reader(v, group);
    }
  }

  const Graph& graph_;
  const Program& program_;
  FusionGroups result_;
  std::vector<int> value_level_;
  std::vector<FusionRole> role_;           // of each value produced by a group
  std::vector<std::vector<int>> readers_;  // groups that read a value
};

}  // namespace

bool only_units_change(const Shape& from, const Shape& to) {
  Shape a, b;
  std::copy_if(from.begin(), from.end(), std::back_inserter(a), [](int64_t e) { return e != 1; });
  std::copy_if(to.begin(), to.end(), std::back_inserter(b), [](int64_t e) { return e != 1; });
  return a == b;
}

FusionSource source_of(const Graph& graph, const FusionGroups& groups, ValueId value,
                       std::vector<int> map) {
  while (true) {
    const int producer = graph.producer[value.index];
    if (producer == kNone || groups.kinds[producer] != FusionKind::kFree) return {value, map};
    const Op& op = graph.ops[producer];
    if (op.code != OpCode::kBroadcastInDim && op.code != OpCode::kReshape) return {value, map};
    const Shape& from = graph.program.type(op.operands[0]).shape;
    DimMap inner(from.size(), -1);
    if (op.code == OpCode::kBroadcastInDim) {
      const BroadcastAttrs& attrs = op.get<BroadcastAttrs>();
      for (size_t d = 0; d < from.size(); ++d) {
        if (from[d] != 1) inner[d] = map[attrs.dims[d]];
      }
    } else {
      const Shape& to = op.get<ReshapeAttrs>().shape;
      size_t at = 0;
      for (size_t d = 0; d < from.size(); ++d) {
        if (from[d] == 1) continue;
        while (to[at] == 1) ++at;
        inner[d] = map[at++];
      }
    }
    value = op.operands[0];
    map = std::move(inner);
  }
}

FusionGroups find_fusion_groups(const Graph& graph) { return Grouping(graph).run(); }

}  // namespace motley::tensor
