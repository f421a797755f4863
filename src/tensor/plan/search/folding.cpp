#include "tensor/plan/search/folding.h"

#include <numeric>
#include <unordered_map>

#include "core/base/hash.h"
#include "tensor/ir/op_kinds.h"
#include "tensor/plan/propagate/late_ops.h"

namespace motley::tensor::search {
namespace {

using namespace propagate;

uint64_t hash_of(const TensorType& type) {
  uint64_t hash = core::hash_combine(17, static_cast<uint64_t>(type.element));
  for (int64_t extent : type.shape) hash = core::hash_combine(hash, static_cast<uint64_t>(extent));
  return hash;
}

// Length of a chain of ops in an update.
constexpr int kUpdateReach = 24;

class Union {
 public:
  explicit Union(int n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }
  int find(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(int a, int b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<int> parent_;
};

// Numbers colours in order of first occurrence.
struct Numbering {
  std::unordered_map<uint64_t, int> known;
  int of(uint64_t colour) {
    return known.try_emplace(colour, static_cast<int>(known.size())).first->second;
  }
};

std::vector<ValueId> all_values(const Graph& graph) {
  std::vector<ValueId> values;
  for (size_t v = 0; v < graph.program.values.size(); ++v) values.emplace_back(v);
  return values;
}

// Whether the op slices a micro-batch from an argument that is not updated.
bool is_part_of_batch(const Graph& graph, const Op& op, const std::vector<bool>& is_batch) {
  if (row(op.code).layer != LayerKind::kSlice || !is_batch[op.operands[0].index]) return false;
  const Shape& from = graph.program.type(op.operands[0]).shape;
  const Shape& to = graph.program.type(op.results[0]).shape;
  return !from.empty() && to[0] > 0 && from[0] % to[0] == 0 &&
         std::equal(from.begin() + 1, from.end(), to.begin() + 1);
}

// By value: the first value computed by the same ops from the same values, ignoring barriers and
// which micro-batch; `own` is an op's own colour.
std::vector<ValueId> first_computed(const Graph& graph, int num_updated,
                                    const std::vector<uint64_t>& own) {
  std::vector<ValueId> first = all_values(graph);
  std::vector<bool> is_batch(first.size());
  const auto& arguments = graph.program.body.arguments;
  for (size_t i = num_updated; i < arguments.size(); ++i) is_batch[arguments[i].index] = true;
  std::unordered_map<uint64_t, size_t> known;
  for (size_t i = 0; i < graph.ops.size(); ++i) {
    const Op& op = graph.ops[i];
    const bool is_identity = row(op.code).is_identity;
    const bool is_part = is_part_of_batch(graph, op, is_batch);
    uint64_t hash = is_part ? hash_of(graph.program.type(op.results[0])) : own[i];
    for (ValueId v : graph.inputs[i]) hash = core::hash_combine(hash, first[v.index].index);
    // Constants have one colour whatever their value; different ones are probed linearly.
    size_t alike = known.try_emplace(hash, i).first->second;
    while (!is_part && graph.ops[alike].attrs != op.attrs) {
      hash = core::hash_combine(hash, 11);
      alike = known.try_emplace(hash, i).first->second;
    }
    const auto& from = is_identity ? op.operands : graph.ops[alike].results;
    for (size_t k = 0; k < op.results.size(); ++k) {
      first[op.results[k].index] = first[from[k].index];
    }
  }
  // Results of barriers remain separate values.
  for (const Op& op : graph.ops) {
    if (!row(op.code).is_identity) continue;
    for (ValueId v : op.results) first[v.index] = v;
  }
  return first;
}

}  // namespace

Folding fold_repeated(const Graph& graph, int num_updated, const FoldingSettings& settings) {
  const Region& body = graph.program.body;
  const size_t num_values = graph.program.values.size();
  std::vector<uint64_t> own, ops, values(num_values);
  for (int kind : op_kinds(graph.program)) {
    own.push_back(settings.fold ? core::hash_combine(static_cast<uint64_t>(kind), 3)
                                : core::hash_combine(own.size(), 3));
  }
  ops = own;
  for (size_t v = 0; v < num_values; ++v) values[v] = hash_of(graph.program.values[v]);
  // Connects an updated argument with its new value.
  std::unordered_map<uint32_t, ValueId> becomes, was;
  for (int i = 0; i < num_updated; ++i) {
    values[body.arguments[i].index] = core::hash_combine(values[body.arguments[i].index], 5);
    becomes[body.arguments[i].index] = body.results[i + 1];
    was[body.results[i + 1].index] = body.arguments[i];
  }
  if (!settings.fold) {
    for (size_t v = 0; v < num_values; ++v) values[v] = core::hash_combine(v, 7);
  }
  const std::vector<uint64_t> plain = values;
  const auto recolour = [&](const std::vector<bool>& which) {
    for (size_t i = 0; i < ops.size(); ++i) {
      if (!which[i]) continue;
      uint64_t hash = own[i];
      for (ValueId v : graph.inputs[i]) hash = core::hash_combine(hash, values[v.index]);
      for (ValueId v : graph.ops[i].results) hash = core::hash_combine(hash, values[v.index]);
      ops[i] = hash;
    }
    std::vector<uint64_t> next(num_values);
    for (size_t v = 0; v < num_values; ++v) next[v] = plain[v];
    for (size_t i = 0; i < ops.size(); ++i) {
      for (size_t k = 0; k < graph.inputs[i].size(); ++k) {
        next[graph.inputs[i][k].index] +=
            core::hash_combine(ops[i], 100 + k);  // independent of the readers' order
      }
      for (size_t k = 0; k < graph.ops[i].results.size(); ++k) {
        next[graph.ops[i].results[k].index] += core::hash_combine(ops[i], 10'000 + k);
      }
    }
    for (const auto& [v, other] : becomes) next[v] += core::hash_combine(values[other.index], 21);
    for (const auto& [v, other] : was) next[v] += core::hash_combine(values[other.index], 22);
    values = std::move(next);
  };
  if (settings.fold) {
    for (int round = 0; round < settings.reach; ++round) {
      recolour(std::vector<bool>(ops.size(), true));
    }
    // Distinguishes the updates of parameters of the same type.
    const std::vector<bool> late = late_ops(graph);
    for (int round = 0; round < kUpdateReach; ++round) recolour(late);
  }

  Folding folding;
  folding.value_class.assign(num_values, -1);
  Numbering op_numbers, value_numbers;
  for (size_t i = 0; i < ops.size(); ++i) {
    const int c = op_numbers.of(ops[i]);
    folding.op_class.push_back(c);
    if (c == folding.num_op_classes()) {
      folding.first_op.push_back(static_cast<int>(i));
    }
  }
  std::vector<ValueId> outer = body.arguments;
  for (const Op& op : graph.ops) outer.insert(outer.end(), op.results.begin(), op.results.end());
  for (ValueId v : outer) folding.value_class[v.index] = value_numbers.of(values[v.index]);
  Union classes(static_cast<int>(value_numbers.known.size()));
  for (const auto& [v, other] : becomes) {
    classes.join(folding.value_class[v], folding.value_class[other.index]);
  }
  folding.same_as =
      settings.join_recomputed ? first_computed(graph, num_updated, own) : all_values(graph);
  for (ValueId v : outer) {
    classes.join(folding.value_class[folding.same_as[v.index].index], folding.value_class[v.index]);
  }
  Numbering joined;
  for (ValueId v : outer) {
    const int c = joined.of(static_cast<uint64_t>(classes.find(folding.value_class[v.index])));
    folding.value_class[v.index] = c;
    if (c == folding.num_value_classes()) {
      folding.first_value.push_back(static_cast<int>(v.index));
    }
  }
  return folding;
}

}  // namespace motley::tensor::search
