#include "tensor/plan/search/search_graph.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/base/error.h"
#include "tensor/plan/propagate/complete.h"
#include "tensor/plan/propagate/late_ops.h"

namespace motley::tensor::search {
namespace {

using namespace propagate;
using namespace shard_cost;
using namespace solve;

// The time that a value adds to a bucket with others: its fraction of a full bucket's time at the
// ports.
double seconds_together(const ShardingProblem& problem, ValueId v, const Sharding& from,
                        const Sharding& to) {
  const Reshard& reshard = problem.reshard(v, from, to);
  const auto bytes = static_cast<double>(problem.program().type(v).num_bytes());
  if (reshard.steps.empty()) return reshard.seconds;
  double seconds = 0;
  for (const ReshardStep& step : reshard.steps) {
    const int n = problem.group().sizes[step.axis];
    if (!communicates(step.kind) || n == 1) continue;
    Blocks blocks{.is_half = is_half(problem.program().type(v))};
    add_to(blocks, step.kind, kBucketBytes, step.from[step.axis].cut, step.to[step.axis].cut, n);
    seconds += best_message(problem.costs(), step.axis, step.kind, blocks).phases.ports * bytes /
               kBucketBytes;
  }
  return std::min(seconds, reshard.seconds);
}

class Pricing {
 public:
  Pricing(const ShardingProblem& problem, const TrainStep& step, const Folding& folding,
          const StateSpace& state_space, const PriceModel& prices, Timeline* timeline)
      : problem_(problem),
        step_(step),
        folding_(folding),
        state_space_(state_space),
        prices_(prices),
        timeline_(timeline),
        late_(problem.facts().is_late) {
    const Region& body = problem.program().body;
    for (size_t i = 0; i < body.ops.size(); ++i) {
      if (is_product(body.ops[i].code)) last_product_ = static_cast<int>(i);
    }
    // A result may itself be an argument: state that stays as it is, or that changes places.
    for (int i = 0; i < problem.num_updated(); ++i) {
      const ValueId from = body.results[i + 1], to = held_as(body.arguments[i]);
      if (to != from) becomes_[from.index] = to;
    }
  }

  SearchGraph run() {
    add_classes();
    add_nodes();
    for (int i = 0; i < step_.num_params; ++i) add_read(problem_.program().body.arguments[i]);
    for (int i = 0; i < problem_.graph().num_ops(); ++i) add_edges(i);
    return std::move(graph_);
  }

 private:
  // Identifies edges with equal costs.
  struct Key {
    int value_class = 0, op_class = 0;
    bool is_result = false;
    int position = 0;
    bool together = false, is_late = false;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    size_t operator()(const Key& key) const {
      const auto classes =
          static_cast<size_t>(key.value_class) << 32 | static_cast<size_t>(key.op_class);
      const size_t rest = key.position * 8 + key.is_result * 4 + key.together * 2 + key.is_late;
      return (classes * 0x9e3779b97f4a7c15 ^ rest) * 0xbf58476d1ce4e5b9 >> 7;
    }
  };

  void add_classes() {
    for (int c = 0; c < folding_.num_value_classes(); ++c) {
      const auto& states = state_space_.values[c].states;
      auto& made = graph_.classes.emplace_back();
      made.num_states = static_cast<int>(states.size());
      const auto bytes =
          static_cast<double>(problem_.program().values[folding_.first_value[c]].num_bytes());
      for (const Sharding& state : states) {
        made.bytes.push_back(problem_.largest_shares(state));
        for (double& share : made.bytes.back()) share *= bytes;
      }
    }
    for (int c = 0; c < folding_.num_op_classes(); ++c) {
      const auto& rules = state_space_.ops[c].rules;
      auto& made = graph_.classes.emplace_back();
      made.num_states = static_cast<int>(rules.size());
      for (const OpRule& rule : rules) {
        made.seconds.push_back(prices_.op_seconds(folding_.first_op[c], rule));
      }
    }
  }

  // The argument that a new value becomes; any other value itself.
  ValueId held_as(ValueId v) const {
    for (auto at = becomes_.find(v.index); at != becomes_.end(); at = becomes_.find(v.index)) {
      v = at->second;
    }
    return v;
  }
  int node_of(ValueId v) const { return graph_.node_of_value[held_as(v).index]; }

  void add_nodes() {
    const std::vector<bool> held = held_at_peak(problem_.facts(), step_);
    const auto& results = problem_.program().body.results;
    graph_.node_of_value.assign(held.size(), -1);
    const auto add_value = [&](ValueId v) {
      const int c = folding_.value_class[v.index];
      if (state_space_.values[c].states.empty() || becomes_.contains(v.index)) return;
      if (const ValueId first = folding_.same_as[v.index]; first != v) {
        const int node = graph_.node_of_value[v.index] = graph_.node_of_value[first.index];
        graph_.nodes[node].is_held = graph_.nodes[node].is_held || held[v.index];
        return;
      }
      graph_.node_of_value[v.index] = static_cast<int>(graph_.nodes.size());
      graph_.nodes.push_back({c, held[v.index]});
    };
    for (ValueId v : problem_.program().body.arguments) add_value(v);
    for (int i = 0; i < problem_.graph().num_ops(); ++i) {
      for (ValueId v : problem_.graph().ops[i].results) add_value(v);
      const int c = folding_.op_class[i];
      const bool has_rules = !state_space_.ops[c].rules.empty();
      graph_.node_of_op.push_back(has_rules ? static_cast<int>(graph_.nodes.size()) : -1);
      if (has_rules) {
        graph_.nodes.push_back({.of_class = folding_.num_value_classes() + c,
                                .stretch = timeline_ ? timeline_->of_op(i) : 0});
      }
    }
    for (size_t i = problem_.num_updated() + 1; i <= results.size(); ++i) {
      add_given(results[i == results.size() ? 0 : i]);
    }
    for (const auto& [v, argument] : becomes_) {
      graph_.node_of_value[v] = node_of(argument);
    }
  }

  // Adds the node of a parameter as the passes read it.
  void add_read(ValueId v) {
    const int held = graph_.node_of_value[v.index];
    const int c = folding_.value_class[v.index];
    graph_.node_of_read.push_back(held < 0 ? -1 : static_cast<int>(graph_.nodes.size()));
    if (held < 0) return;
    const int node = graph_.node_of_read.back();
    graph_.nodes.push_back({.of_class = c});
    read_as_[v.index] = node;
    const auto [at, fresh] = early_.try_emplace(c, static_cast<int>(graph_.prices.size()));
    if (fresh) {
      const auto& states = state_space_.values[c].states;
      SearchGraph::Prices prices{.is_early = true, .num_rules = static_cast<int>(states.size())};
      for (const Sharding& from : states) {
        for (const Sharding& to : states) {
          prices.seconds.push_back(prices_.reshard_seconds(v, from, to, true));
        }
      }
      graph_.prices.push_back(std::move(prices));
    }
    graph_.edges.push_back({held, node, at->second, timeline_ ? timeline_->of_result(v) : 0});
  }

  void add_given(ValueId v) {
    const int node = graph_.node_of_value[v.index];
    if (node < 0) return;
    graph_.nodes[node].given = static_cast<int>(graph_.given.size());
    graph_.nodes[node].stretch = timeline_ ? timeline_->of_given(v) : 0;
    auto& seconds = graph_.given.emplace_back();
    for (const Sharding& state : state_space_.values[folding_.value_class[v.index]].states) {
      seconds.push_back(prices_.reshard_seconds(v, state, {}, false));
    }
  }

  // The value an operand is computed from, before broadcasts; none if that is a constant.
  ValueId source(ValueId v) const {
    while (problem_.is_rematerialized(v)) {
      const Op& op = problem_.graph().ops[problem_.graph().producer[v.index]];
      if (row(op.code).recompute != Recompute::kAlways) return {};
      v = op.operands[0];
    }
    return v;
  }

  void add_edges(int i) {
    const int c = folding_.op_class[i];
    if (graph_.node_of_op[i] < 0) return;
    const auto& inputs = problem_.graph().inputs[i];
    for (size_t k = 0; k < inputs.size(); ++k) {
      const ValueId v = source(inputs[k]);
      if (!v.valid()) continue;
      add_edge({.value_class = folding_.value_class[v.index],
                .op_class = c,
                .position = static_cast<int>(k),
                .together = late_[i]},
               i, v);
    }
    const auto& results = problem_.graph().ops[i].results;
    for (size_t k = 0; k < results.size(); ++k) {
      const auto& users = problem_.graph().users[results[k].index];
      const bool together =
          late_[i] ||
          (!users.empty() && std::ranges::all_of(users, [&](int user) { return late_[user]; }));
      add_edge({.value_class = folding_.value_class[results[k].index],
                .op_class = c,
                .is_result = true,
                .position = static_cast<int>(k),
                .together = together,
                // After the last product there is no compute left to overlap with.
                .is_late = together && i < last_product_ && !becomes_.contains(results[k].index)},
               i, results[k]);
    }
  }

  void add_edge(const Key& key, int op, ValueId v) {
    const auto [at, fresh] = known_.try_emplace(key, static_cast<int>(graph_.prices.size()));
    if (fresh) graph_.prices.push_back(prices_of(key, op, v));
    int stretch = 0;
    if (timeline_) {
      stretch = key.is_result ? timeline_->of_result(v) : timeline_->of_operand(v, op);
    }
    int value = node_of(v);
    if (const auto read = read_as_.find(v.index); read != read_as_.end() && !late_[op]) {
      value = read->second;
    }
    if (value < 0) return;  // it has no states to choose from
    graph_.edges.push_back({value, graph_.node_of_op[op], at->second, stretch});
  }

  Sharding needed(int op, int position, const OpShardings& rule) const {
    const auto& operands = problem_.graph().ops[op].operands;
    if (position >= std::ssize(operands)) return {};  // captured by a region
    Sharding state = rule.operands[position];
    ValueId v = operands[position];
    while (problem_.is_rematerialized(v)) {
      const int producer = problem_.graph().producer[v.index];
      state = operand_of_broadcast(problem_, producer, state);
      v = problem_.graph().ops[producer].operands[0];
    }
    return state;
  }

  SearchGraph::Prices prices_of(const Key& key, int op, ValueId v) const {
    const auto& states = state_space_.values[key.value_class].states;
    const auto& rules = state_space_.ops[key.op_class].shardings;
    SearchGraph::Prices prices{.is_late = key.is_late, .num_rules = static_cast<int>(rules.size())};
    // Rules with the same requirement are priced once.
    std::vector<Sharding> ends;
    std::vector<int> end_of_rule;
    for (const OpShardings& rule : rules) {
      const Sharding end =
          key.is_result ? rule.results[key.position] : needed(op, key.position, rule);
      const auto at = std::ranges::find(ends, end);
      end_of_rule.push_back(static_cast<int>(at - ends.begin()));
      if (at == ends.end()) ends.push_back(end);
    }
    std::vector<double> row(ends.size());
    for (const Sharding& state : states) {
      for (size_t e = 0; e < ends.size(); ++e) {
        const Sharding& from = key.is_result ? ends[e] : state;
        const Sharding& to = key.is_result ? state : ends[e];
        row[e] = prices_.reshard_seconds(v, from, to, key.together);
      }
      for (int e : end_of_rule) prices.seconds.push_back(row[e]);
    }
    return prices;
  }

  const ShardingProblem& problem_;
  const TrainStep& step_;
  const Folding& folding_;
  const StateSpace& state_space_;
  const PriceModel& prices_;
  Timeline* timeline_;
  const std::vector<bool>& late_;  // by op
  int last_product_ = -1;
  std::unordered_map<uint32_t, ValueId> becomes_;  // result -> the argument it updates
  std::unordered_map<uint32_t, int> read_as_;      // parameter -> the node in which it is read
  std::unordered_map<Key, int, KeyHash> known_;
  std::map<int, int> early_;  // class of parameters -> its prices
  SearchGraph graph_;
};

}  // namespace

PriceModel predicted_prices(const ShardingProblem& problem, bool one_by_one) {
  PriceModel model;
  model.op_seconds = [&problem](int op, const OpRule& rule) {
    return problem.compute_seconds(op, rule);
  };
  model.reshard_seconds = [&problem, one_by_one](ValueId v, const Sharding& from,
                                                 const Sharding& to, bool together) {
    return together && !one_by_one ? seconds_together(problem, v, from, to)
                                   : problem.reshard(v, from, to).seconds;
  };
  return model;
}

std::vector<bool> held_at_peak(const ProgramFacts& facts, const TrainStep& step) {
  const Graph& graph = facts.graph;
  const Program& program = graph.program;
  std::vector<bool> held(program.values.size());
  for (int i = 0; i < graph.num_ops(); ++i) {
    if (!facts.is_forward[i]) continue;
    for (ValueId v : graph.ops[i].results) {
      if (!facts.work.stored[v.index]) continue;
      for (int user : graph.users[v.index])
        held[v.index] = held[v.index] || !facts.is_forward[user];
    }
  }
  for (ValueId v : program.body.arguments) held[v.index] = true;
  for (ValueId g : step.gradients) held[g.index] = true;
  return held;
}

double weight_of(const SearchGraph::Prices& prices, int stretch, const Weights& weights) {
  if (!weights.stretches.empty()) return weights.stretches[stretch];
  if (prices.is_early) return weights.early;
  return prices.is_late ? weights.late : weights.waited;
}

void add_costs(const SearchGraph& graph, int node, const Weights& weights, double* costs) {
  const SearchGraph::Node& n = graph.nodes[node];
  const SearchGraph::Class& of = graph.classes[n.of_class];
  const bool by_stretch = !weights.stretches.empty();
  const double compute = by_stretch ? weights.op_stretches[n.stretch] : weights.compute;
  const double waited = by_stretch ? weights.stretches[n.stretch] : weights.waited;
  for (int s = 0; s < of.num_states; ++s) {
    if (!of.seconds.empty()) costs[s] += compute * of.seconds[s];
    if (n.given >= 0) costs[s] += waited * graph.given[n.given][s];
    if (!n.is_held) continue;
    for (size_t t = 0; t < weights.byte_seconds.size(); ++t) {
      costs[s] += weights.byte_seconds[t] * of.bytes[s][t];
    }
  }
}

SearchGraph search_graph(const ShardingProblem& problem, const TrainStep& step,
                         const Folding& folding, const StateSpace& state_space,
                         const PriceModel& prices, Timeline* timeline) {
  return Pricing(problem, step, folding, state_space, prices, timeline).run();
}

ChoiceProblem weighted(const SearchGraph& graph, const Weights& weights,
                       const std::vector<Restriction>& restrictions) {
  ChoiceProblem problem;
  problem.nodes.reserve(graph.nodes.size());
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    auto& costs = problem.nodes.emplace_back().costs;
    costs.assign(graph.num_states(static_cast<int>(i)), 0);
    add_costs(graph, static_cast<int>(i), weights, costs.data());
  }
  for (const Restriction& r : restrictions) {
    auto& costs = problem.nodes[r.node].costs;
    for (int s = 0; s < std::ssize(costs); ++s) {
      if ((s == r.state) != r.must) costs[s] = kForbidden;
    }
  }
  problem.edges.reserve(graph.edges.size());
  for (const SearchGraph::Edge& edge : graph.edges) {
    const SearchGraph::Prices& kind = graph.prices[edge.prices];
    problem.edges.push_back({edge.value, edge.op, kind.seconds});
    for (double& cost : problem.edges.back().costs) cost *= weight_of(kind, edge.stretch, weights);
  }
  return problem;
}

Seconds seconds_of(const SearchGraph& graph, const std::vector<int32_t>& states) {
  Seconds sum;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const auto& seconds = graph.classes[graph.nodes[i].of_class].seconds;
    if (!seconds.empty()) sum.compute += seconds[states[i]];
    const int given = graph.nodes[i].given;
    if (given >= 0) sum.waited += graph.given[given][states[i]];
  }
  for (const SearchGraph::Edge& edge : graph.edges) {
    const SearchGraph::Prices& prices = graph.prices[edge.prices];
    const double seconds =
        prices.seconds[states[edge.value] * graph.num_states(edge.op) + states[edge.op]];
    (prices.is_early ? sum.early : prices.is_late ? sum.late : sum.waited) += seconds;
  }
  return sum;
}

ShardPlan plan_of(const ShardingProblem& problem, const TrainStep& step, const Folding& folding,
                  const StateSpace& state_space, const SearchGraph& graph,
                  const std::vector<int32_t>& states, bool regathers, bool fixes_rules) {
  const size_t n = problem.program().values.size();
  ShardPlan plan{.group = problem.group(),
                 .values = std::vector<Sharding>(n),
                 .regather = std::vector<bool>(n)};
  for (size_t v = 0; v < n; ++v) {
    if (graph.node_of_value[v] < 0) continue;
    plan.values[v] =
        state_space.values[folding.value_class[v]].states[states[graph.node_of_value[v]]];
  }
  for (int i = 0; i < step.num_params; ++i) {
    const ValueId v = step.program.body.arguments[i];
    const int held = graph.node_of_value[v.index], read = graph.node_of_read[i];
    if (held < 0 || states[held] == states[read]) continue;
    plan.read_as[v] = state_space.values[folding.value_class[v.index]].states[states[read]];
  }
  for (int i = 0; regathers && i < step.num_params; ++i) {
    const ValueId v = step.program.body.arguments[i];
    if (is_replicated(plan.values[v.index])) continue;
    // Whether any op reads it whole.
    for (int user : problem.graph().users[v.index]) {
      if (graph.node_of_op[user] < 0) continue;
      const auto& rules = state_space.ops[folding.op_class[user]].shardings;
      const OpShardings& chosen = rules[states[graph.node_of_op[user]]];
      const auto& operands = problem.graph().ops[user].operands;
      for (size_t k = 0; k < operands.size(); ++k) {
        if (operands[k] == v && is_replicated(chosen.operands[k])) {
          plan.regather[v.index] = true;
        }
      }
    }
  }
  for (int i = 0; fixes_rules && i < problem.graph().num_ops(); ++i) {
    if (graph.node_of_op[i] < 0) continue;
    plan.fixed_rules[i] = state_space.ops[folding.op_class[i]].rules[states[graph.node_of_op[i]]];
  }
  gather_narrowed(problem, plan);
  return with_rules(problem, std::move(plan));
}

}  // namespace motley::tensor::search
