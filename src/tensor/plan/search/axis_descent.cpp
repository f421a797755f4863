#include "tensor/plan/search/axis_descent.h"

#include <algorithm>

namespace motley::tensor::search {
namespace {

using namespace solve;

// By class of a SearchGraph: its allowed states.
using Allowed = std::vector<std::vector<int>>;

template <class T>
std::vector<T> kept(const std::vector<T>& all, const std::vector<int>& which) {
  std::vector<T> some;
  for (int i : which) some.push_back(all[i]);
  return some;
}

// The graph restricted to the allowed states.
SearchGraph with_states(const SearchGraph& graph, const Allowed& allowed) {
  SearchGraph out = graph;
  for (size_t c = 0; c < allowed.size(); ++c) {
    SearchGraph::Class& of = out.classes[c];
    of.num_states = static_cast<int>(allowed[c].size());
    if (!of.seconds.empty()) of.seconds = kept(of.seconds, allowed[c]);
    if (!of.bytes.empty()) of.bytes = kept(of.bytes, allowed[c]);
  }
  for (const SearchGraph::Node& node : graph.nodes) {
    if (node.given >= 0) {
      out.given[node.given] = kept(graph.given[node.given], allowed[node.of_class]);
    }
  }
  std::vector<bool> done(graph.prices.size());
  for (const SearchGraph::Edge& edge : graph.edges) {
    if (done[edge.prices]) continue;
    done[edge.prices] = true;
    const SearchGraph::Prices& all = graph.prices[edge.prices];
    const auto& rules = allowed[graph.nodes[edge.op].of_class];
    SearchGraph::Prices& some = out.prices[edge.prices];
    some.num_rules = static_cast<int>(rules.size());
    some.seconds.clear();
    for (int state : allowed[graph.nodes[edge.value].of_class]) {
      for (int rule : rules) some.seconds.push_back(all.seconds[state * all.num_rules + rule]);
    }
  }
  return out;
}

class AxisDescent {
 public:
  AxisDescent(const SearchGraph& graph, const StateSpace& state_space, const Weights& weights,
              const std::vector<Restriction>& restrictions)
      : graph_(graph), state_space_(state_space), weights_(weights), restrictions_(restrictions) {}

  // Starts unsharded along one axis, and again along the other.
  GraphChoice run() {
    GraphChoice best;
    for (const int whole : {1, 0}) {
      GraphChoice choice = solve(uncut_along(whole));
      for (int axis = 1 - whole; choice.feasible; axis = 1 - axis) {
        GraphChoice next = solve(as_along(axis, choice.states));
        if (!next.feasible || next.cost >= choice.cost * (1 - kLeastGain)) break;
        choice = std::move(next);
      }
      if (choice.feasible && (!best.feasible || choice.cost < best.cost)) best = std::move(choice);
    }
    return best;
  }

 private:
  static constexpr double kLeastGain = 1e-3;

  int num_value_classes() const { return static_cast<int>(state_space_.values.size()); }

  // The state of a class along one axis: for values a state, for ops a rule.
  bool is_uncut(int c, int state, int axis) const {
    if (c < num_value_classes()) {
      return state_space_.values[c].states[state][axis].is_replicated();
    }
    const OpRule& rule = state_space_.ops[c - num_value_classes()].rules[state];
    return rule[axis].kind == AxisRule::Kind::kReplicate;
  }
  bool are_same(int c, int a, int b, int axis) const {
    if (c < num_value_classes()) {
      const auto& states = state_space_.values[c].states;
      return states[a][axis] == states[b][axis];
    }
    const auto& rules = state_space_.ops[c - num_value_classes()].rules;
    return rules[a][axis] == rules[b][axis];
  }

  template <class May>
  Allowed allowed(const May& may) const {
    Allowed out(graph_.classes.size());
    std::vector<bool> is_free(out.size());  // a constrained class keeps all its states
    for (const Restriction& r : restrictions_) is_free[graph_.nodes[r.node].of_class] = true;
    for (int c = 0; c < std::ssize(out); ++c) {
      for (int s = 0; s < graph_.classes[c].num_states; ++s) {
        if (is_free[c] || may(c, s)) out[c].push_back(s);
      }
    }
    return out;
  }

  Allowed uncut_along(int axis) const {
    return allowed([&](int c, int s) { return is_uncut(c, s, axis); });
  }

  // Fixes `axis` to the states that some node of the class has.
  Allowed as_along(int axis, const std::vector<int32_t>& states) const {
    std::vector<std::vector<int>> chosen(graph_.classes.size());
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      auto& of_class = chosen[graph_.nodes[i].of_class];
      if (std::ranges::find(of_class, states[i]) == of_class.end()) of_class.push_back(states[i]);
    }
    return allowed([&](int c, int s) {
      return std::ranges::any_of(chosen[c], [&](int other) { return are_same(c, s, other, axis); });
    });
  }

  GraphChoice solve(const Allowed& allowed) const {
    const SearchGraph some = with_states(graph_, allowed);
    GraphChoice choice = GraphSolver(some).solve(weights_, restrictions_);
    for (size_t i = 0; choice.feasible && i < graph_.nodes.size(); ++i) {
      choice.states[i] = allowed[graph_.nodes[i].of_class][choice.states[i]];
    }
    choice.is_exact = false;
    choice.lower_bound = 0;
    return choice;
  }

  const SearchGraph& graph_;
  const StateSpace& state_space_;
  const Weights& weights_;
  const std::vector<Restriction>& restrictions_;
};

}  // namespace

GraphChoice solve_by_axis(const SearchGraph& graph, const StateSpace& state_space,
                          const Weights& weights, const std::vector<Restriction>& restrictions) {
  return AxisDescent(graph, state_space, weights, restrictions).run();
}

}  // namespace motley::tensor::search
