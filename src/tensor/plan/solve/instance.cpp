#include "tensor/plan/solve/instance.h"

#include <algorithm>
#include <cmath>

namespace motley::tensor::solve {

namespace {

bool all_integral(const ChoiceGraph& graph) {
  // Up to a quarter of the exact integer range of doubles, so that sums with prices stay distinct
  // too.
  const auto whole = [](double x) { return x == std::floor(x) && std::abs(x) < 2e15; };
  const auto allowed = [&](double x) { return std::isinf(x) || whole(x); };
  return std::ranges::all_of(
             graph.nodes,
             [&](const auto& node) { return std::ranges::all_of(node.costs, whole); }) &&
         std::ranges::all_of(graph.edges, [&](const auto& edge) {
           return std::ranges::all_of(edge.costs, allowed);
         });
}

}  // namespace

Instance::Instance(ChoiceGraph from)
    : graph(std::move(from)), memory(graph), integral(all_integral(graph)) {
  for (const ChoiceGraph::Edge& edge : graph.edges) {
    const size_t rows = graph.nodes[edge.a].costs.size(),
                 columns = graph.nodes[edge.b].costs.size();
    std::vector<double> costs(edge.costs.size());
    for (size_t r = 0; r < rows; ++r)
      for (size_t c = 0; c < columns; ++c) costs[c * rows + r] = edge.costs[r * columns + c];
    transposed.push_back(std::move(costs));
  }
}

double Instance::least_gain(double cost) const {
  if (std::isinf(cost)) return 0;
  return integral ? 0.5 : 1e-12 * std::abs(cost);
}

Elimination Instance::elimination(const std::vector<int32_t>& nodes,
                                  int64_t max_table_entries) const {
  std::vector<int32_t> local(graph.nodes.size(), -1), sizes;
  for (size_t i = 0; i < nodes.size(); ++i) {
    local[nodes[i]] = static_cast<int32_t>(i);
    sizes.push_back(graph.nodes[nodes[i]].num_states());
  }
  std::vector<EliminationEdge> edges;
  for (const int32_t v : nodes) {
    for (const int32_t e : graph.nodes[v].edges) {
      const ChoiceGraph::Edge& edge = graph.edges[e];
      if (edge.a != v || local[edge.b] < 0) continue;
      edges.push_back({local[edge.a], local[edge.b], transposed[e].data(), edge.costs.data()});
    }
  }
  return Elimination(std::move(sizes), std::move(edges), max_table_entries);
}

std::vector<double> Instance::node_costs() const {
  std::vector<double> costs;
  for (const ChoiceGraph::Node& node : graph.nodes)
    costs.insert(costs.end(), node.costs.begin(), node.costs.end());
  return costs;
}

double Instance::cost(const std::vector<int32_t>& states) const {
  double sum = graph.constant;
  for (size_t v = 0; v < graph.nodes.size(); ++v) sum += graph.nodes[v].costs[states[v]];
  for (const ChoiceGraph::Edge& edge : graph.edges)
    sum += edge.costs[int64_t{states[edge.a]} * graph.nodes[edge.b].num_states() + states[edge.b]];
  return sum;
}

std::vector<int64_t> Instance::room_beside(const std::vector<int32_t>& states) const {
  std::vector<int64_t> room = memory.room();
  for (int32_t v = 0; v < num_nodes(); ++v) add_load(room, v, states[v], 1);
  return room;
}

void Instance::add_load(std::vector<int64_t>& room, int32_t node, int32_t state,
                        int64_t sign) const {
  const std::span<const int64_t> extra = memory.extra(node, state);
  int64_t* at = room.data() + memory.begin(node);
  for (size_t t = 0; t < extra.size(); ++t) at[t] -= sign * extra[t];
}

bool Budget::late() const {
  return settings_.deadline && std::chrono::steady_clock::now() >= *settings_.deadline;
}

double Budget::used() const {
  if (!settings_.deadline)
    return static_cast<double>(steps_) / static_cast<double>(settings_.max_steps);
  const auto whole = *settings_.deadline - start_;
  const auto passed = std::chrono::steady_clock::now() - start_;
  return passed < whole ? std::chrono::duration<double>(passed) / whole : 1;
}

}  // namespace motley::tensor::solve
