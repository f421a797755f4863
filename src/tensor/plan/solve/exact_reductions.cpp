#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <numeric>

#include "core/base/error.h"
#include "core/base/limits.h"
#include "tensor/plan/solve/choice_graph.h"

namespace motley::tensor::solve {

namespace {

using core::kInfinity;

void check_problem(const ChoiceProblem& problem) {
  const auto num_nodes = static_cast<int32_t>(problem.nodes.size());
  for (const ChoiceProblem::Node& node : problem.nodes) {
    MOTLEY_CHECK(node.bytes.empty() || node.bytes.size() == node.costs.size(),
                 "{} sizes for {} states", node.bytes.size(), node.costs.size());
    MOTLEY_CHECK(std::ranges::all_of(node.bytes, [](int64_t b) { return b >= 0; }),
                 "a negative size");
  }
  for (const ChoiceProblem::Edge& edge : problem.edges) {
    MOTLEY_CHECK(
        edge.a >= 0 && edge.a < num_nodes && edge.b >= 0 && edge.b < num_nodes && edge.a != edge.b,
        "an edge joins {} and {} of {} nodes", edge.a, edge.b, num_nodes);
    MOTLEY_CHECK(edge.costs.size() ==
                     problem.nodes[edge.a].costs.size() * problem.nodes[edge.b].costs.size(),
                 "an edge has {} costs", edge.costs.size());
  }
}

// Works on the graph in place; removed items are only marked until compact().
class Reducer {
 public:
  explicit Reducer(const ChoiceProblem& problem) { build(problem); }
  Reducer(ChoiceGraph graph, const std::vector<std::vector<int32_t>>& kept,
          const std::vector<int32_t>& incumbent)
      : graph_(std::move(graph)),
        incumbent_(incumbent),
        node_gone_(graph_.nodes.size(), 0),
        edge_gone_(graph_.edges.size(), 0) {
    for (size_t v = 0; v < kept.size(); ++v) keep_states(static_cast<int32_t>(v), kept[v]);
  }

  ChoiceGraph run() {
    bool again = true;
    for (int round = 0; again && round < kRounds && graph_.feasible; ++round) {
      again = remove_unsupported();
      again = fold_constants() || again;
      again = merge_followers() || again;
      again = remove_dominated() || again;
    }
    if (graph_.feasible) remove_unsupported(), fold_constants();
    compact();
    return std::move(graph_);
  }

 private:
  // A round needs progress in the previous one; two or three are usual.
  static constexpr int kRounds = 20;

  void build(const ChoiceProblem& problem);
  void add_edge(const ChoiceProblem::Edge& edge, std::map<std::pair<int32_t, int32_t>, int32_t>&);
  void keep_states(int32_t v, const std::vector<int32_t>& kept);
  void detach(int32_t v, int32_t e) { std::erase(graph_.nodes[v].edges, e); }
  int32_t edge_between(int32_t a, int32_t b) const;

  bool remove_unsupported();
  bool fold_constants();
  void fold_constant(int32_t v);
  bool merge_followers();
  std::vector<int32_t> followed_states(const ChoiceGraph::Edge& edge, int32_t leader) const;
  void merge(int32_t leader, int32_t follower, int32_t e, const std::vector<int32_t>& states);
  void redirect(int32_t e, int32_t leader, int32_t follower, const std::vector<int32_t>& states);
  bool remove_dominated();
  bool dominates(int32_t v, int32_t better, int32_t worse) const;
  void compact();

  ChoiceGraph graph_;
  std::vector<int32_t> incumbent_;  // of the problem's nodes, never removed; empty: none
  std::vector<char> node_gone_, edge_gone_;
};

// Reads an edge from either end.
struct EdgeView {
  const double* costs;
  int64_t stride_own, stride_other;
  int32_t num_other;

  EdgeView(const ChoiceGraph& graph, const ChoiceGraph::Edge& edge, int32_t own) {
    const int64_t columns = graph.nodes[edge.b].num_states();
    costs = edge.costs.data();
    stride_own = own == edge.a ? columns : 1;
    stride_other = own == edge.a ? 1 : columns;
    num_other = graph.nodes[edge.other(own)].num_states();
  }
  double at(int32_t own, int32_t other) const {
    return costs[own * stride_own + other * stride_other];
  }
};

void Reducer::build(const ChoiceProblem& problem) {
  check_problem(problem);
  graph_.byte_limit = problem.byte_limit;
  graph_.nodes.resize(problem.nodes.size());
  node_gone_.assign(problem.nodes.size(), 0);
  for (size_t v = 0; v < problem.nodes.size(); ++v) {
    const ChoiceProblem::Node& from = problem.nodes[v];
    ChoiceGraph::Node& node = graph_.nodes[v];
    node.costs = from.costs;
    std::vector<int32_t> states(from.costs.size());
    std::iota(states.begin(), states.end(), 0);
    node.members.push_back({static_cast<int32_t>(v), std::move(states)});
    if (problem.byte_limit && !from.bytes.empty() && from.begin < from.end)
      node.holdings.push_back({from.begin, from.end, from.bytes});
  }
  std::map<std::pair<int32_t, int32_t>, int32_t> pairs;
  for (const ChoiceProblem::Edge& edge : problem.edges) add_edge(edge, pairs);
  edge_gone_.assign(graph_.edges.size(), 0);
  graph_.counts.num_nodes = static_cast<int64_t>(graph_.nodes.size());
  graph_.counts.num_edges = static_cast<int64_t>(graph_.edges.size());
  for (size_t v = 0; v < problem.nodes.size(); ++v) {
    const ChoiceGraph::Node& node = graph_.nodes[v];
    std::vector<int32_t> kept;
    for (int32_t s = 0; s < node.num_states(); ++s) {
      const bool fits = node.holdings.empty() || node.holdings[0].bytes[s] <= *problem.byte_limit;
      if (node.costs[s] < kForbidden && fits) kept.push_back(s);
    }
    keep_states(static_cast<int32_t>(v), kept);
  }
}

void Reducer::add_edge(const ChoiceProblem::Edge& edge,
                       std::map<std::pair<int32_t, int32_t>, int32_t>& pairs) {
  const auto limited = [](double cost) { return cost < kForbidden ? cost : kInfinity; };
  const auto [found, fresh] =
      pairs.try_emplace(std::minmax(edge.a, edge.b), static_cast<int32_t>(graph_.edges.size()));
  if (fresh) {
    graph_.nodes[edge.a].edges.push_back(found->second);
    graph_.nodes[edge.b].edges.push_back(found->second);
    graph_.edges.push_back({edge.a, edge.b, edge.costs});
    for (double& cost : graph_.edges.back().costs) cost = limited(cost);
    return;
  }
  ChoiceGraph::Edge& into = graph_.edges[found->second];
  const size_t rows = graph_.nodes[edge.a].costs.size(),
               columns = graph_.nodes[edge.b].costs.size();
  for (size_t r = 0; r < rows; ++r) {
    for (size_t c = 0; c < columns; ++c) {
      const size_t at = into.a == edge.a ? r * columns + c : c * rows + r;
      into.costs[at] += limited(edge.costs[r * columns + c]);
    }
  }
}

// Removes all other states from a node and its edges.
void Reducer::keep_states(int32_t v, const std::vector<int32_t>& kept) {
  ChoiceGraph::Node& node = graph_.nodes[v];
  const int32_t before = node.num_states();
  if (static_cast<int32_t>(kept.size()) == before) return;
  if (kept.empty()) graph_.feasible = false;
  graph_.counts.removed_states += before - static_cast<int64_t>(kept.size());
  const auto pick = [&](auto& values) {
    auto old = std::move(values);
    values.clear();
    for (const int32_t s : kept) values.push_back(old[s]);
  };
  for (const int32_t e : node.edges) {
    ChoiceGraph::Edge& edge = graph_.edges[e];
    const int32_t columns = graph_.nodes[edge.b].num_states();
    const std::vector<double> old = std::move(edge.costs);
    edge.costs.clear();
    if (edge.a == v) {
      for (const int32_t s : kept)
        edge.costs.insert(edge.costs.end(), old.begin() + int64_t{s} * columns,
                          old.begin() + int64_t{s + 1} * columns);
    } else {
      for (size_t row = 0; row < old.size(); row += columns)
        for (const int32_t s : kept) edge.costs.push_back(old[row + s]);
    }
  }
  pick(node.costs);
  for (ChoiceGraph::Holding& holding : node.holdings) pick(holding.bytes);
  for (ChoiceGraph::Member& member : node.members) pick(member.states);
}

int32_t Reducer::edge_between(int32_t a, int32_t b) const {
  const bool first = graph_.nodes[a].edges.size() <= graph_.nodes[b].edges.size();
  const int32_t from = first ? a : b, to = first ? b : a;
  for (const int32_t e : graph_.nodes[from].edges)
    if (graph_.edges[e].other(from) == to) return e;
  return -1;
}

// Removes states without a compatible state at some neighbour.
bool Reducer::remove_unsupported() {
  bool any = false;
  std::deque<int32_t> queue;
  std::vector<char> queued(graph_.nodes.size(), 0);
  const auto push = [&](int32_t v) {
    if (!queued[v] && !node_gone_[v]) queued[v] = 1, queue.push_back(v);
  };
  for (size_t v = 0; v < graph_.nodes.size(); ++v) push(static_cast<int32_t>(v));
  while (!queue.empty() && graph_.feasible) {
    const int32_t v = queue.front();
    queue.pop_front();
    queued[v] = 0;
    std::vector<int32_t> kept;
    for (int32_t s = 0; s < graph_.nodes[v].num_states(); ++s) {
      const bool supported = std::ranges::all_of(graph_.nodes[v].edges, [&](int32_t e) {
        const EdgeView edge(graph_, graph_.edges[e], v);
        for (int32_t t = 0; t < edge.num_other; ++t)
          if (edge.at(s, t) < kInfinity) return true;
        return false;
      });
      if (supported) kept.push_back(s);
    }
    if (static_cast<int32_t>(kept.size()) == graph_.nodes[v].num_states()) continue;
    any = true;
    keep_states(v, kept);
    for (const int32_t e : graph_.nodes[v].edges) push(graph_.edges[e].other(v));
  }
  return any;
}

// Adds the edges of a node with one state to its neighbours' costs.
bool Reducer::fold_constants() {
  bool any = false;
  for (size_t v = 0; v < graph_.nodes.size(); ++v) {
    if (node_gone_[v] || graph_.nodes[v].num_states() != 1) continue;
    any = true;
    fold_constant(static_cast<int32_t>(v));
  }
  return any;
}

void Reducer::fold_constant(int32_t v) {
  ChoiceGraph::Node& node = graph_.nodes[v];
  for (const int32_t e : node.edges) {
    const int32_t u = graph_.edges[e].other(v);
    ChoiceGraph::Node& neighbour = graph_.nodes[u];
    for (int32_t t = 0; t < neighbour.num_states(); ++t)
      neighbour.costs[t] += graph_.edges[e].costs[t];
    detach(u, e);
    edge_gone_[e] = 1;
    graph_.edges[e].costs = {};
    // Rounding in a sum could push a state over the threshold, but nothing is infinite here:
    // infinite states were removed before.
  }
  graph_.constant += node.costs[0];
  for (ChoiceGraph::Member& member : node.members) graph_.fixed.push_back(std::move(member));
  for (ChoiceGraph::Holding& held : node.holdings) graph_.fixed_holdings.push_back(std::move(held));
  node = {};
  node_gone_[v] = 1;
  ++graph_.counts.merged_nodes;
}

// For each state of `leader`, the only compatible state of the other end; empty if some state
// leaves a choice.
std::vector<int32_t> Reducer::followed_states(const ChoiceGraph::Edge& edge, int32_t leader) const {
  const EdgeView view(graph_, edge, leader);
  std::vector<int32_t> states;
  for (int32_t s = 0; s < graph_.nodes[leader].num_states(); ++s) {
    int32_t only = -1;
    for (int32_t t = 0; t < view.num_other; ++t) {
      if (view.at(s, t) == kInfinity) continue;
      if (only >= 0) return {};
      only = t;
    }
    if (only < 0) return {};
    states.push_back(only);
  }
  return states;
}

// A follower with as many states as its leader can always be merged. One with fewer states enlarges
// the matrices of its edges, which does not pay off if it has many.
bool Reducer::merge_followers() {
  bool any = false;
  for (size_t e = 0; e < graph_.edges.size(); ++e) {
    for (const bool first : {true, false}) {
      if (edge_gone_[e]) break;
      const int32_t leader = first ? graph_.edges[e].a : graph_.edges[e].b;
      const int32_t follower = graph_.edges[e].other(leader);
      const ChoiceGraph::Node& node = graph_.nodes[follower];
      const bool pays =
          node.num_states() == graph_.nodes[leader].num_states() || node.edges.size() <= 2;
      if (!pays) continue;
      const std::vector<int32_t> states = followed_states(graph_.edges[e], leader);
      if (states.empty()) continue;
      merge(leader, follower, static_cast<int32_t>(e), states);
      any = true;
    }
  }
  return any;
}

void Reducer::merge(int32_t leader, int32_t follower, int32_t e,
                    const std::vector<int32_t>& states) {
  ChoiceGraph::Node& into = graph_.nodes[leader];
  ChoiceGraph::Node& node = graph_.nodes[follower];
  const EdgeView view(graph_, graph_.edges[e], leader);
  for (int32_t s = 0; s < into.num_states(); ++s)
    into.costs[s] += node.costs[states[s]] + view.at(s, states[s]);
  const auto mapped = [&](auto& values) {
    auto old = std::move(values);
    values.clear();
    for (const int32_t s : states) values.push_back(old[s]);
  };
  for (ChoiceGraph::Holding& held : node.holdings)
    mapped(held.bytes), into.holdings.push_back(std::move(held));
  for (ChoiceGraph::Member& member : node.members)
    mapped(member.states), into.members.push_back(std::move(member));
  detach(leader, e), detach(follower, e);
  edge_gone_[e] = 1;
  graph_.edges[e].costs = {};
  for (const int32_t other : std::vector<int32_t>(node.edges))
    redirect(other, leader, follower, states);
  node = {};
  node_gone_[follower] = 1;
  ++graph_.counts.merged_nodes;
}

// Reattaches an edge of the follower to the leader; merged with the leader's own edge, if any.
void Reducer::redirect(int32_t e, int32_t leader, int32_t follower,
                       const std::vector<int32_t>& states) {
  ChoiceGraph::Edge& edge = graph_.edges[e];
  const int32_t u = edge.other(follower);
  const EdgeView view(graph_, edge, follower);
  const auto rows = static_cast<int32_t>(states.size());
  std::vector<double> costs(static_cast<size_t>(rows) * view.num_other);
  for (int32_t s = 0; s < rows; ++s)
    for (int32_t t = 0; t < view.num_other; ++t)
      costs[int64_t{s} * view.num_other + t] = view.at(states[s], t);
  const int32_t present = edge_between(leader, u);
  detach(follower, e);
  if (present < 0) {
    edge = {leader, u, std::move(costs)};
    graph_.nodes[leader].edges.push_back(e);
    return;
  }
  detach(u, e);
  edge_gone_[e] = 1;
  edge.costs = {};
  ChoiceGraph::Edge& into = graph_.edges[present];
  for (int32_t s = 0; s < rows; ++s)
    for (int32_t t = 0; t < view.num_other; ++t)
      into.costs[into.a == leader ? int64_t{s} * view.num_other + t : int64_t{t} * rows + s] +=
          costs[int64_t{s} * view.num_other + t];
}

bool Reducer::remove_dominated() {
  bool any = false;
  for (size_t i = 0; i < graph_.nodes.size(); ++i) {
    if (node_gone_[i]) continue;
    const auto v = static_cast<int32_t>(i);
    const int32_t stays = incumbent_.empty() ? -1 : graph_.nodes[i].state_in(incumbent_);
    std::vector<int32_t> kept(graph_.nodes[i].costs.size());
    std::iota(kept.begin(), kept.end(), 0);
    for (size_t k = 0; k < kept.size();) {
      const int32_t worse = kept[k];
      const bool beaten = worse != stays && std::ranges::any_of(kept, [&](int32_t better) {
                            return better != worse && dominates(v, better, worse);
                          });
      if (beaten) {
        kept.erase(kept.begin() + static_cast<int64_t>(k));
      } else {
        ++k;
      }
    }
    any = any || kept.size() < graph_.nodes[i].costs.size();
    keep_states(v, kept);
  }
  return any;
}

// Whether `worse` can always be replaced by `better` without more cost or memory.
bool Reducer::dominates(int32_t v, int32_t better, int32_t worse) const {
  const ChoiceGraph::Node& node = graph_.nodes[v];
  for (const ChoiceGraph::Holding& held : node.holdings)
    if (held.bytes[better] > held.bytes[worse]) return false;
  double saved = node.costs[worse] - node.costs[better];
  for (const int32_t e : node.edges) {
    const EdgeView edge(graph_, graph_.edges[e], v);
    double least = kInfinity;
    for (int32_t t = 0; t < edge.num_other; ++t) {
      const double at_worse = edge.at(worse, t);
      if (at_worse == kInfinity) continue;
      least = std::min(least, at_worse - edge.at(better, t));
      if (least == -kInfinity) return false;
    }
    saved += least;
  }
  return saved >= 0;
}

// Drops removed items and renumbers the rest.
void Reducer::compact() {
  std::vector<int32_t> new_id(graph_.nodes.size(), -1);
  std::vector<ChoiceGraph::Node> nodes;
  for (size_t v = 0; v < graph_.nodes.size(); ++v) {
    if (node_gone_[v]) continue;
    new_id[v] = static_cast<int32_t>(nodes.size());
    nodes.push_back(std::move(graph_.nodes[v]));
    nodes.back().edges.clear();
  }
  std::vector<ChoiceGraph::Edge> edges;
  for (size_t e = 0; e < graph_.edges.size(); ++e) {
    if (edge_gone_[e]) continue;
    ChoiceGraph::Edge& edge = graph_.edges[e];
    edge.a = new_id[edge.a], edge.b = new_id[edge.b];
    nodes[edge.a].edges.push_back(static_cast<int32_t>(edges.size()));
    nodes[edge.b].edges.push_back(static_cast<int32_t>(edges.size()));
    edges.push_back(std::move(edge));
  }
  graph_.nodes = std::move(nodes);
  graph_.edges = std::move(edges);
}

}  // namespace

ChoiceGraph reduce(const ChoiceProblem& problem) { return Reducer(problem).run(); }

ChoiceGraph restrict_states(ChoiceGraph graph, const std::vector<std::vector<int32_t>>& kept,
                            const std::vector<int32_t>& incumbent) {
  return Reducer(std::move(graph), kept, incumbent).run();
}

int32_t ChoiceGraph::Node::state_in(const std::vector<int32_t>& problem_states) const {
  const Member& own = members[0];
  const auto at = std::ranges::find(own.states, problem_states[own.node]);
  MOTLEY_CHECK(at != own.states.end(), "node {} no longer has state {}", own.node,
               problem_states[own.node]);
  return static_cast<int32_t>(at - own.states.begin());
}

std::vector<int32_t> ChoiceGraph::expand(const std::vector<int32_t>& states,
                                         size_t num_nodes) const {
  std::vector<int32_t> all(num_nodes, 0);
  for (const Member& member : fixed) all[member.node] = member.states[0];
  for (size_t v = 0; v < nodes.size(); ++v)
    for (const Member& member : nodes[v].members) all[member.node] = member.states[states[v]];
  return all;
}

}  // namespace motley::tensor::solve
