#include "tensor/plan/search/graph_solver.h"

#include <algorithm>
#include <limits>
#include <map>

#include "core/base/limits.h"

namespace motley::tensor::search {
namespace {

using namespace solve;

constexpr int64_t kMostTableEntries = int64_t{1} << 23;
// Effort if the graph is too wide for exact elimination.
constexpr int64_t kSolveSteps = 40;
using core::kInfinity;

}  // namespace

GraphSolver::GraphSolver(const SearchGraph& graph, bool by_stretch)
    : graph_(&graph), free_of_(graph.nodes.size(), -1) {
  std::vector<int32_t> sizes;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const int num_states = graph.num_states(static_cast<int>(i));
    if (num_states == 1) continue;
    free_of_[i] = static_cast<int>(free_.size());
    free_.push_back(static_cast<int>(i));
    sizes.push_back(num_states);
  }
  std::map<std::pair<int, int>, int> known;
  for (const SearchGraph::Edge& edge : graph.edges) {
    const auto [at, fresh] = known.try_emplace({edge.prices, by_stretch ? edge.stretch : 0},
                                               static_cast<int>(tables_.size()));
    table_of_.push_back(at->second);
    if (!fresh) continue;
    const size_t size = graph.prices[edge.prices].seconds.size();
    tables_.push_back(
        {edge.prices, edge.stretch, std::vector<double>(size), std::vector<double>(size)});
  }
  std::vector<EliminationEdge> edges;
  for (size_t i = 0; i < graph.edges.size(); ++i) {
    const int value = free_of_[graph.edges[i].value], op = free_of_[graph.edges[i].op];
    if (value < 0 || op < 0) continue;
    const Tables& tables = tables_[table_of_[i]];
    edges.push_back({value, op, tables.by_value.data(), tables.by_op.data()});
  }
  elimination_ =
      std::make_unique<Elimination>(std::move(sizes), std::move(edges), kMostTableEntries);
}

bool GraphSolver::go_over(const SearchGraph& other) {
  if (graph_->nodes.size() != other.nodes.size() || graph_->edges != other.edges ||
      graph_->prices.size() != other.prices.size()) {
    return false;
  }
  for (int i = 0; i < std::ssize(other.nodes); ++i) {
    if (graph_->num_states(i) != other.num_states(i)) return false;
  }
  for (size_t k = 0; k < other.prices.size(); ++k) {
    if (graph_->prices[k].num_rules != other.prices[k].num_rules) return false;
  }
  graph_ = &other;
  return true;
}

void GraphSolver::weigh(const Weights& weights) {
  for (Tables& tables : tables_) {
    const SearchGraph::Prices& prices = graph_->prices[tables.prices];
    const double weight = weight_of(prices, tables.stretch, weights);
    const int states = static_cast<int>(prices.seconds.size()) / prices.num_rules;
    for (int s = 0; s < states; ++s) {
      for (int r = 0; r < prices.num_rules; ++r) {
        const double cost = weight * prices.seconds[s * prices.num_rules + r];
        tables.by_op[s * prices.num_rules + r] = cost;
        tables.by_value[r * states + s] = cost;
      }
    }
  }
}

GraphChoice GraphSolver::solve(const Weights& weights,
                               const std::vector<Restriction>& restrictions) {
  weigh(weights);
  std::vector<double> costs(elimination_->num_costs());
  double constant = 0;
  for (size_t i = 0; i < graph_->nodes.size(); ++i) {
    double* own = free_of_[i] >= 0 ? costs.data() + elimination_->offset(free_of_[i]) : &constant;
    add_costs(*graph_, static_cast<int>(i), weights, own);
  }
  for (size_t i = 0; i < graph_->edges.size(); ++i) {
    const int value = free_of_[graph_->edges[i].value], op = free_of_[graph_->edges[i].op];
    if (value >= 0 && op >= 0) continue;
    const auto& table = tables_[table_of_[i]].by_op;
    const int free = std::max(value, op);
    double* own = free >= 0 ? costs.data() + elimination_->offset(free) : &constant;
    for (size_t s = 0; s < table.size(); ++s) own[s] += table[s];
  }
  for (const Restriction& r : restrictions) {
    const int free = free_of_[r.node];
    if (free < 0) {
      if ((r.state == 0) != r.must) return {};
      continue;
    }
    for (int s = 0; s < graph_->num_states(r.node); ++s) {
      if ((s == r.state) != r.must) costs[elimination_->offset(free) + s] = kInfinity;
    }
  }
  GraphChoice choice{.states = std::vector<int32_t>(graph_->nodes.size())};
  if (!elimination_->exact()) {
    const Choice found =
        tensor::solve::solve(weighted(*graph_, weights, restrictions), {.max_steps = kSolveSteps});
    choice.feasible = found.feasible;
    choice.states = found.states;
    choice.cost = found.cost;
    choice.lower_bound = found.lower_bound;
    choice.is_exact = found.exact;
    return choice;
  }
  elimination_->run(costs);
  choice.cost = choice.lower_bound = constant + elimination_->bound();
  choice.feasible = choice.is_exact = choice.cost < kInfinity;
  if (!choice.feasible) return choice;
  std::vector<int32_t> states(free_.size());
  std::vector<double> row;
  const auto& order = elimination_->order();
  for (size_t i = order.size(); i-- > 0;) {
    row.resize(graph_->num_states(free_[order[i]]));
    elimination_->row(order[i], states.data(), row);
    states[order[i]] = static_cast<int32_t>(std::ranges::min_element(row) - row.begin());
  }
  for (size_t i = 0; i < free_.size(); ++i) choice.states[free_[i]] = states[i];
  return choice;
}

}  // namespace motley::tensor::search
