#include "tensor/plan/strategy/tensor_parallel.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>

#include "tensor/ir/attention.h"
#include "tensor/ir/op_kinds.h"

namespace motley::tensor::strategy {
namespace {

// Sharding fewer rows or classes than this does not pay off.
constexpr int64_t kFewRows = 64;

class ParameterSearch {
 public:
  ParameterSearch(const TrainStep& step, int num_devices)
      : step_(step),
        program_(step.program),
        n_(num_devices),
        graph_(program_),
        forward_(graph_.ancestors({program_.body.results[0]})),
        argument_of_(program_.values.size(), -1),
        kind_of_(op_kinds(program_)) {
    for (size_t i = 0; i < program_.body.arguments.size(); ++i) {
      argument_of_[program_.body.arguments[i].index] = static_cast<int>(i);
    }
    for (size_t i = 0; i < program_.body.ops.size(); ++i) {
      if (kind_of_[i] < std::ssize(rules_of_kind_)) continue;
      rules_of_kind_.emplace_back(OpView{program_.values, program_.body.ops[i]});
    }
  }

  ParameterShardings run() {
    for (int i = 0; i < graph_.num_ops(); ++i) {
      if (forward_[i] && layer(i) == LayerKind::kAttention) cut_attention(i);
    }
    for (int i = 0; i < graph_.num_ops(); ++i) {
      if (!forward_[i]) continue;
      if (layer(i) == LayerKind::kMatmul) cut_columns(i);
      if (layer(i) == LayerKind::kEmbedding) cut_table(i);
    }
    return cuts_;
  }

  // After run().
  const std::unordered_map<int, std::string_view>& names() const { return names_; }

 private:
  LayerKind layer(int op) const { return row(graph_.ops[op].code).layer; }

  const OpRules& rules(int op) const { return rules_of_kind_[kind_of_[op]]; }

  bool is_param(int argument) const {
    return argument >= 0 && step_.arguments[argument].role == StepRole::kParam;
  }

  Shares shares(int64_t units) const { return Shares(units_of(core::Ratio(n_, 1.0 / n_), units)); }

  // The result of a walk through the graph.
  struct Walk {
    ParameterShardings cuts;
    bool meets_batch = false;  // reaches the batch, or the other operand of a product
    // A later product with a parameter sums over the sharded dimension.
    bool contracts = false;
    bool normalizes = false;             // a softmax does
    std::set<std::pair<int, int>> seen;  // visited (value, forward)
  };

  void record(Walk& walk, int argument, const AxisState& state) const {
    if (is_param(argument)) {
      walk.cuts.emplace(argument, state.cut);
    } else {
      walk.meets_batch = true;
    }
  }

  // Propagates a state from a value to its producers.
  void walk_back(ValueId v, const AxisState& state, Walk& walk) const {
    if (!walk.seen.insert({static_cast<int>(v.index), 0}).second) return;
    if (argument_of_[v.index] >= 0) return record(walk, argument_of_[v.index], state);
    const int op = graph_.producer[v.index];
    const auto& results = graph_.ops[op].results;
    const auto result = std::ranges::find(results, v) - results.begin();
    const auto giving = rules(op).giving(static_cast<int>(result), state);
    if (giving.empty()) return;
    const OpStates states = *rules(op).states(giving[0]);
    const bool product = layer(op) == LayerKind::kMatmul || layer(op) == LayerKind::kConvolution;
    for (size_t i = 0; i < states.operands.size(); ++i) {
      if (!states.operands[i].is_sharded()) continue;
      if (product && i == 0 && !comes_from_param(graph_.ops[op].operands[0])) {
        walk.meets_batch = true;
        continue;
      }
      if (product && i == 1 && !comes_from_param(graph_.ops[op].operands[1])) {
        walk.meets_batch = true;
        continue;
      }
      walk_back(graph_.ops[op].operands[i], states.operands[i], walk);
    }
  }

  // A parameter, possibly reshaped, transposed or converted.
  bool comes_from_param(ValueId v) const {
    while (argument_of_[v.index] < 0) {
      const Op& op = graph_.ops[graph_.producer[v.index]];
      if (!is_view_or_cast(row(op.code).layer)) return false;
      v = op.operands[0];
    }
    return is_param(argument_of_[v.index]);
  }

  // Propagates a state forward through all ops that keep it, up to products that sum over it.
  void walk_forward(ValueId v, const AxisState& state, Walk& walk) const {
    if (!walk.seen.insert({static_cast<int>(v.index), 1}).second) return;
    for (int user : graph_.users[v.index]) {
      if (!forward_[user]) continue;
      const Op& op = graph_.ops[user];
      for (int i = 0; i < static_cast<int>(op.operands.size()); ++i) {
        if (op.operands[i] != v) continue;
        const auto taking = rules(user).taking(i, state);
        if (taking.empty()) continue;
        const OpStates states = *rules(user).states(taking[0]);
        const bool summed = states.results[0].is_partial();
        if (layer(user) == LayerKind::kReduction && summed) walk.normalizes = true;
        if (summed &&
            (layer(user) != LayerKind::kMatmul || !comes_from_param(op.operands[1 - i]))) {
          continue;
        }
        walk.contracts = walk.contracts || summed;
        for (int k = 0; k < static_cast<int>(op.operands.size()); ++k) {
          if (k != i && states.operands[k].is_sharded()) {
            walk_back(op.operands[k], states.operands[k], walk);
          }
        }
        if (!states.results[0].is_sharded()) continue;
        for (size_t r = 0; r < op.results.size(); ++r) {
          walk_forward(op.results[r], states.results[r], walk);
        }
      }
    }
  }

  void accept(const Walk& walk, std::string_view name) {
    for (const auto& [argument, cut] : walk.cuts) {
      if (cuts_.emplace(argument, cut).second) names_[argument] = name;
    }
  }

  void cut_attention(int i) {
    const Op& op = graph_.ops[i];
    const auto& attrs = op.get<AttentionAttrs>();
    for (char letter : batch_letters(attrs)) {
      const int64_t extent = extent_of({program_.values, op}, letter);
      if (extent == 0) continue;
      const auto state_of = [&](const std::string& letters) -> std::optional<AxisState> {
        const size_t d = letters.find(letter);
        if (d == std::string::npos) return std::nullopt;
        return sharded({.dim = static_cast<int>(d), .period = extent, .shares = shares(extent)});
      };
      Walk walk;
      const std::string* const letters[] = {&attrs.query, &attrs.key, &attrs.value};
      for (int k = 0; k < 3; ++k) {
        if (const auto state = state_of(*letters[k])) walk_back(op.operands[k], *state, walk);
      }
      if (walk.meets_batch || walk.cuts.empty()) continue;
      if (const auto state = state_of(attrs.output)) walk_forward(op.results[0], *state, walk);
      return accept(walk, "heads");
    }
  }

  // Shards the parameter operand of a product by columns: the dimension that is last in the result.
  void cut_columns(int i) {
    const Op& op = graph_.ops[i];
    for (int side : {1, 0}) {
      if (!comes_from_param(op.operands[side])) continue;
      const TensorIndex& tensor = rules(i).index().operands[side];
      for (size_t d = tensor.size(); d-- > 0;) {
        if (tensor[d].terms.size() != 1) continue;
        const int axis = tensor[d].terms[0].axis;
        const int64_t extent = rules(i).index().axes[axis].extent;
        if (extent == 0) continue;
        const AxisRule rule{.kind = AxisRule::Kind::kSplit,
                            .axis = axis,
                            .period = extent,
                            .shares = shares(extent)};
        if (rules(i).index().axes[axis].kind != AxisKind::kParallel) continue;
        const auto states = rules(i).states(rule);
        if (!states || !states->results[0].is_sharded() || !states->operands[side].is_sharded() ||
            states->operands[1 - side].is_sharded()) {
          continue;
        }
        Walk walk;
        walk_back(op.operands[side], states->operands[side], walk);
        if (walk.cuts.empty() || known(walk)) continue;
        walk_forward(op.results[0], states->results[0], walk);
        const bool classes = walk.normalizes && extent >= kFewRows;
        if (!walk.contracts && !classes) continue;
        return accept(walk, classes && !walk.contracts ? "vocabulary" : "hidden");
      }
    }
  }

  bool known(const Walk& walk) const {
    return std::any_of(walk.cuts.begin(), walk.cuts.end(),
                       [&](const auto& cut) { return cuts_.count(cut.first) > 0; });
  }

  void cut_table(int i) {
    const Op& op = graph_.ops[i];
    const int argument = argument_of_[op.operands[0].index];
    if (!is_param(argument) || cuts_.count(argument)) return;
    const auto& attrs = op.get<GatherAttrs>();
    if (attrs.collapsed_slice_dims.size() != 1) return;
    const auto dim = static_cast<int>(attrs.collapsed_slice_dims[0]);
    const int64_t rows = program_.type(op.operands[0]).shape[dim];
    if (rows < kFewRows) return;
    cuts_.emplace(argument, DimSharding{.dim = dim, .period = rows, .shares = shares(rows)});
    names_[argument] = "vocabulary";
  }

  const TrainStep& step_;
  const Program& program_;
  int n_;
  Graph graph_;
  std::vector<bool> forward_;
  std::vector<int> argument_of_;        // by value
  std::vector<int> kind_of_;            // by op
  std::vector<OpRules> rules_of_kind_;  // one for each kind: there are far fewer
  ParameterShardings cuts_;
  std::unordered_map<int, std::string_view> names_;  // of the dimensions in cuts_
};

}  // namespace

ParameterShardings tensor_parallel_shardings(const TrainStep& step, int num_devices) {
  return ParameterSearch(step, num_devices).run();
}

std::unordered_map<int, NamedDim> tensor_parallel_dims(const TrainStep& step) {
  ParameterSearch search(step, 1);
  std::unordered_map<int, NamedDim> dims;
  for (const auto& [argument, cut] : search.run()) {
    dims[argument] = {cut.dim, std::string(search.names().at(argument))};
  }
  return dims;
}

namespace {

// Follows a value back through casts, views and added biases to a product of which a parameter is
// sharded along the summed dimension.
class RowProducts {
 public:
  RowProducts(const TrainStep& step, const ParameterShardings& cuts)
      : program_(step.program), graph_(program_) {
    for (const auto& [argument, cut] : cuts)
      cut_of_[program_.body.arguments[argument].index] = &cut;
  }

  std::vector<ValueId> sums() const {
    std::vector<ValueId> found;
    const std::vector<bool> forward = graph_.ancestors({program_.body.results[0]});
    for (int i = 0; i < graph_.num_ops(); ++i) {
      const Op& op = graph_.ops[i];
      if (!forward[i] || row(op.code).layer != LayerKind::kAdd || op.results.size() != 1) continue;
      if (program_.type(op.results[0]).num_dims() != 3 || op.operands.size() != 2) continue;
      const bool first = leads_to_rows(op.operands[0]), second = leads_to_rows(op.operands[1]);
      const ValueId other = op.operands[first ? 1 : 0];
      if (first == second || is_broadcast(other)) continue;
      found.push_back(op.results[0]);
      add_read_again(op.operands[first ? 0 : 1], found);
    }
    return found;
  }

  // What is looked up in a table sharded by its rows, of the shape of `like`.
  std::vector<ValueId> lookups(const Shape& like) const {
    std::vector<ValueId> found;
    for (const Op& op : graph_.ops) {
      if (row(op.code).layer != LayerKind::kEmbedding || !cut_of(op.operands[0])) continue;
      if (program_.type(op.results[0]).shape == like) found.push_back(op.results[0]);
    }
    return found;
  }

  // In the backward pass: the sums of gradients that come back from products sharded by columns,
  // of the shape of `like`.
  std::vector<ValueId> gradients(const Shape& like) const {
    std::vector<ValueId> found;
    const std::vector<bool> forward = graph_.ancestors({program_.body.results[0]});
    for (int i = 0; i < graph_.num_ops(); ++i) {
      if (forward[i] || !is_row_product(graph_.ops[i])) continue;
      ValueId v = graph_.ops[i].results[0];
      while (graph_.users[v.index].size() == 1) {
        const Op& user = graph_.ops[*graph_.users[v.index].begin()];
        if (user.results.size() != 1 || !is_sum_of_rows(user.results[0])) break;
        v = user.results[0];
      }
      const bool is_known = std::ranges::find(found, v) != found.end();
      if (!is_known && program_.type(v).shape == like) found.push_back(v);
    }
    return found;
  }

 private:
  // From a row product to its sum, values that are read by others, too: activation recomputation
  // keeps the product and repeats the sum. They are reduced before the first is read.
  void add_read_again(ValueId v, std::vector<ValueId>& found) const {
    while (true) {
      const bool has_room = program_.type(v).num_dims() == 3;
      if (has_room && graph_.users[v.index].size() > 1) found.push_back(v);
      const Op& op = graph_.ops[graph_.producer[v.index]];
      const LayerKind layer = row(op.code).layer;
      if (layer == LayerKind::kMatmul) return;
      const bool adds = layer == LayerKind::kAdd && is_broadcast(op.operands[0]);
      v = op.operands[adds ? 1 : 0];
    }
  }

  bool is_sum_of_rows(ValueId v) const {
    const int producer = graph_.producer[v.index];
    if (producer < 0) return false;
    const Op& op = graph_.ops[producer];
    const LayerKind layer = row(op.code).layer;
    if (is_view_or_cast(layer)) return is_sum_of_rows(op.operands[0]);
    if (layer == LayerKind::kAdd && op.operands.size() == 2) {
      return is_sum_of_rows(op.operands[0]) && is_sum_of_rows(op.operands[1]);
    }
    return is_row_product(op);
  }

  bool is_broadcast(ValueId v) const {
    const int producer = graph_.producer[v.index];
    return producer >= 0 && row(graph_.ops[producer].code).recompute == Recompute::kAlways;
  }

  const DimSharding* cut_of(ValueId v) const {
    while (true) {
      if (const auto at = cut_of_.find(v.index); at != cut_of_.end()) return at->second;
      const int producer = graph_.producer[v.index];
      if (producer < 0 || row(graph_.ops[producer].code).layer != LayerKind::kCast) return nullptr;
      v = graph_.ops[producer].operands[0];
    }
  }

  bool leads_to_rows(ValueId v) const {
    const int producer = graph_.producer[v.index];
    if (producer < 0) return false;
    const Op& op = graph_.ops[producer];
    const LayerKind layer = row(op.code).layer;
    if (is_view_or_cast(layer)) return leads_to_rows(op.operands[0]);
    if (layer == LayerKind::kAdd && op.operands.size() == 2) {
      if (is_broadcast(op.operands[1])) return leads_to_rows(op.operands[0]);
      return is_broadcast(op.operands[0]) && leads_to_rows(op.operands[1]);
    }
    return is_row_product(op);
  }

  bool is_row_product(const Op& op) const {
    if (row(op.code).layer != LayerKind::kMatmul) return false;
    for (int side : {0, 1}) {
      const DimSharding* cut = cut_of(op.operands[side]);
      if (!cut) continue;
      const auto& attrs = op.get<DotAttrs>();
      const Dims& summed = side == 0 ? attrs.lhs_contracting : attrs.rhs_contracting;
      if (std::ranges::find(summed, cut->dim) != summed.end()) return true;
    }
    return false;
  }

  const Program& program_;
  Graph graph_;
  std::unordered_map<uint32_t, const DimSharding*> cut_of_;  // by value
};

}  // namespace

std::vector<ValueId> residual_sums(const TrainStep& step, const ParameterShardings& cuts) {
  const RowProducts products(step, cuts);
  std::vector<ValueId> found = products.sums();
  if (found.empty()) return found;
  const Shape like = step.program.type(found[0]).shape;
  for (const auto& more : {products.lookups(like), products.gradients(like)}) {
    found.insert(found.end(), more.begin(), more.end());
  }
  return found;
}

ParameterShardings expert_shardings(const TrainStep& step, int num_devices) {
  ParameterShardings cuts;
  const Program& program = step.program;
  // Of values that are parameters, or casts of them for products in half precision.
  std::unordered_map<ValueId, int> parameter_of;
  for (size_t a = 0; a < step.arguments.size(); ++a) {
    if (step.arguments[a].role != StepRole::kParam) continue;
    parameter_of[program.body.arguments[a]] = static_cast<int>(a);
  }
  for (const Op& op : program.body.ops) {
    if (row(op.code).layer == LayerKind::kCast) {
      const auto known = parameter_of.find(op.operands[0]);
      if (known != parameter_of.end()) parameter_of[op.results[0]] = known->second;
    }
    if (row(op.code).layer != LayerKind::kMatmul) continue;
    const auto& attrs = op.get<DotAttrs>();
    for (int side : {0, 1}) {
      const Dims& batch = side == 0 ? attrs.lhs_batch : attrs.rhs_batch;
      const auto known = parameter_of.find(op.operands[side]);
      if (known == parameter_of.end() || batch.empty()) continue;
      const auto dim = static_cast<int>(batch[0]);
      const int64_t experts = step.arguments[known->second].type.shape[dim];
      const core::Ratio even(num_devices, 1.0 / num_devices);
      cuts.emplace(
          known->second,
          DimSharding{.dim = dim, .period = experts, .shares = Shares(units_of(even, experts))});
    }
  }
  return cuts;
}

}  // namespace motley::tensor::strategy
