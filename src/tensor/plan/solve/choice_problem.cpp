#include "tensor/plan/solve/choice_problem.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"

namespace motley::tensor::solve {

double Choice::gap() const {
  if (!feasible || std::isinf(lower_bound)) return std::numeric_limits<double>::infinity();
  return cost > lower_bound ? (cost - lower_bound) / std::abs(cost) : 0;
}

double cost_of(const ChoiceProblem& problem, const std::vector<int32_t>& states) {
  MOTLEY_CHECK(states.size() == problem.nodes.size(), "{} states for {} nodes", states.size(),
               problem.nodes.size());
  double sum = 0;
  bool allowed = true;
  const auto add = [&](double cost) {
    allowed = allowed && cost < kForbidden;
    sum += cost;
  };
  for (size_t v = 0; v < states.size(); ++v) add(problem.nodes[v].costs.at(states[v]));
  for (const ChoiceProblem::Edge& edge : problem.edges)
    add(edge.costs[states[edge.a] * problem.nodes[edge.b].costs.size() + states[edge.b]]);
  return allowed ? sum : std::numeric_limits<double>::infinity();
}

int64_t peak_bytes_of(const ChoiceProblem& problem, const std::vector<int32_t>& states) {
  std::vector<std::pair<int32_t, int64_t>> events;
  for (size_t v = 0; v < states.size(); ++v) {
    const ChoiceProblem::Node& node = problem.nodes[v];
    if (node.bytes.empty() || node.begin >= node.end) continue;
    events.emplace_back(node.begin, node.bytes.at(states[v]));
    events.emplace_back(node.end, -node.bytes.at(states[v]));
  }
  std::ranges::sort(events);  // at equal times, ends come first
  int64_t now = 0, peak = 0;
  for (const auto& [time, bytes] : events) peak = std::max(peak, now += bytes);
  return peak;
}

}  // namespace motley::tensor::solve
