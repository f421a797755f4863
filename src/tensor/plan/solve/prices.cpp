#include "tensor/plan/solve/prices.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/base/limits.h"
#include "tensor/plan/solve/bounded_search.h"

namespace motley::tensor::solve {

namespace {

using core::kInfinity;

class DualAscent {
 public:
  DualAscent(const Instance& instance, Elimination& elimination, std::vector<double> memory_prices,
             Budget& budget, Incumbent& incumbent)
      : instance_(instance),
        elimination_(elimination),
        budget_(budget),
        incumbent_(incumbent),
        nodes_(instance.num_nodes()) {
    std::iota(nodes_.begin(), nodes_.end(), 0);
    costs_ = instance.node_costs();
    now_.memory = std::move(memory_prices);
    now_.shifts.assign(elimination.exact() ? 0 : elimination.num_shifts(), 0);
    best_.prices = now_;
  }

  PricedBound run(double share) {
    for (int64_t i = 0; i == 0 || (!budget_.over(share) && size_ > kLeastSize); ++i) {
      const double bound = evaluate();
      budget_.spend(1 + elimination_.table_entries() / (1 << 16));
      if (bound > best_.bound && sums_are_safe(bound)) {
        const bool much = bound > best_.bound + 1e-4 * std::abs(bound - best_.bound);
        best_.bound = bound;
        best_.prices = now_;
        stale_ = much ? 0 : stale_ + 1;
      } else {
        ++stale_;
      }
      if (i % kDivePeriod == 0) dive();
      if (bound == kInfinity || met()) break;
      if (stale_ >= kPatience) {
        stale_ = 0;
        size_ /= 2;
        now_ = best_.prices;
        evaluate();
      }
      step(bound);
    }
    return best_;
  }

 private:
  static constexpr int kPatience = 20;
  static constexpr int kDivePeriod = 10;
  static constexpr double kLeastSize = 1e-3;

  bool met() const { return best_.bound > incumbent_.cost - instance_.least_gain(incumbent_.cost); }

  double evaluate() {
    ++best_.evaluations;
    elimination_.run(priced_costs(instance_, nodes_, costs_, now_.memory), now_.shifts);
    bias_ = instance_.graph.constant;
    for (size_t t = 0; t < now_.memory.size(); ++t)
      bias_ -= now_.memory[t] * static_cast<double>(instance_.memory.room()[t]);
    return elimination_.bound() + bias_;
  }

  // Shifts cancel between copies, and prices between load and room, up to rounding: a bound is only
  // accepted if these sums are too small for that to matter.
  bool sums_are_safe(double bound) const {
    constexpr double kMost = 1e6;  // doubles keep 1e-10 of it
    double sum = 0;
    for (const double shift : now_.shifts) sum += std::abs(shift);
    for (size_t t = 0; t < now_.memory.size(); ++t)
      sum += now_.memory[t] * static_cast<double>(instance_.memory.room()[t]);
    return sum <= kMost * std::max({1.0, std::abs(bound), std::abs(target())});
  }

  void dive() {
    SearchTask task;
    task.elimination = &elimination_;
    task.memory = &instance_.memory;
    task.nodes = &nodes_;
    task.room = instance_.memory.room();
    task.true_costs = &costs_;
    task.budget = &budget_;
    task.bias = bias_ - instance_.graph.constant;
    task.cutoff = incumbent_.cost - instance_.graph.constant;
    task.least_gain = instance_.least_gain(incumbent_.cost);
    task.max_choices = 4 * nodes_.size() + 1000;
    const BoundedSearchResult result = bounded_search(task);
    budget_.spend(result.choices / 1024);
    if (!result.found) return;
    incumbent_ = {result.states, result.cost + instance_.graph.constant};
  }

  // Subgradient step with Polyak's length from the gap to the incumbent; half each for prices and
  // shifts.
  void step(double bound) {
    const std::vector<int32_t> chosen = elimination_.bucket_states();
    std::vector<double> over(now_.memory.size());  // load minus room
    for (size_t t = 0; t < over.size(); ++t)
      over[t] = -static_cast<double>(instance_.memory.room()[t]);
    std::vector<double> disagreement(now_.shifts.size(), 0);
    for (int32_t b = 0; b < elimination_.num_buckets();) {
      const int32_t node = elimination_.bucket_node(b), copies = elimination_.num_copies(node);
      for (int32_t c = b; c < b + copies; ++c) {
        const std::span<const int64_t> extra = instance_.memory.extra(node, chosen[c]);
        const int32_t begin = instance_.memory.begin(node);
        for (size_t t = 0; t < extra.size(); ++t)
          over[begin + t] += static_cast<double>(extra[t]) / copies;
        if (copies == 1) continue;
        disagreement[elimination_.shift_offset(c) + chosen[c]] += 1;
        for (int32_t d = b; d < b + copies; ++d)
          disagreement[elimination_.shift_offset(d) + chosen[c]] -= 1.0 / copies;
      }
      b += copies;
    }
    // Thirds do not sum to exactly one: such residuals must not determine the step length.
    for (size_t t = 0; t < over.size(); ++t)
      if (std::abs(over[t]) <= 1e-9 * static_cast<double>(instance_.memory.room()[t])) over[t] = 0;
    for (double& d : disagreement)
      if (std::abs(d) < 1e-9) d = 0;
    const double gap = target() - bound;
    const double square_over = squares(over, now_.memory), square = squares(disagreement, {});
    const double parts = (square_over > 0) + (square > 0);
    for (size_t t = 0; t < over.size() && square_over > 0; ++t)
      now_.memory[t] = std::max(0.0, now_.memory[t] + size_ * gap / parts / square_over * over[t]);
    for (size_t s = 0; s < disagreement.size() && square > 0; ++s)
      now_.shifts[s] += size_ * gap / parts / square * disagreement[s];
    if (square_over == 0 && square == 0) size_ = 0;  // zero subgradient: the bound is the optimum
  }

  // Squared norm, without components that would only push a zero price below zero.
  static double squares(const std::vector<double>& g, const std::vector<double>& prices) {
    double sum = 0;
    for (size_t i = 0; i < g.size(); ++i)
      if (prices.empty() || prices[i] > 0 || g[i] > 0) sum += g[i] * g[i];
    return sum;
  }

  double target() const {
    if (incumbent_.cost < kInfinity) return incumbent_.cost;
    return best_.bound + std::max(0.1 * std::abs(best_.bound), 1e-9);
  }

  const Instance& instance_;
  Elimination& elimination_;
  Budget& budget_;
  Incumbent& incumbent_;
  std::vector<int32_t> nodes_;
  std::vector<double> costs_;
  Prices now_;
  PricedBound best_;
  double bias_ = 0, size_ = 1;
  int stale_ = 0;
};

}  // namespace

std::vector<double> priced_costs(const Instance& instance, const std::vector<int32_t>& nodes,
                                 const std::vector<double>& costs,
                                 const std::vector<double>& memory_prices) {
  std::vector<double> priced = costs;
  size_t at = 0;
  for (const int32_t v : nodes) {
    const double* prices = memory_prices.data() + instance.memory.begin(v);
    for (int32_t s = 0; s < instance.graph.nodes[v].num_states(); ++s, ++at) {
      const std::span<const int64_t> extra = instance.memory.extra(v, s);
      double sum = 0;
      for (size_t t = 0; t < extra.size(); ++t) sum += prices[t] * static_cast<double>(extra[t]);
      priced[at] += sum;
    }
  }
  return priced;
}

std::vector<double> carried_prices(const MemoryTable& from, const std::vector<double>& prices,
                                   const MemoryTable& to) {
  std::map<int32_t, double> at_time;
  for (int32_t t = 0; t < from.num_points(); ++t) at_time[from.time(t)] = prices[t];
  std::vector<double> carried;
  for (int32_t t = 0; t < to.num_points(); ++t) {
    const auto found = at_time.find(to.time(t));
    carried.push_back(found == at_time.end() ? 0 : found->second);
  }
  return carried;
}

PricedBound raise_bound(const Instance& instance, Elimination& elimination,
                        std::vector<double> memory_prices, double share, Budget& budget,
                        Incumbent& incumbent) {
  return DualAscent(instance, elimination, std::move(memory_prices), budget, incumbent).run(share);
}

std::vector<std::vector<int32_t>> promising_states(const Instance& instance,
                                                   Elimination& elimination, const Prices& prices,
                                                   const Incumbent& incumbent) {
  std::vector<int32_t> nodes(instance.num_nodes());
  std::iota(nodes.begin(), nodes.end(), 0);
  elimination.run(priced_costs(instance, nodes, instance.node_costs(), prices.memory),
                  prices.shifts);
  double bias = instance.graph.constant;
  for (size_t t = 0; t < prices.memory.size(); ++t)
    bias -= prices.memory[t] * static_cast<double>(instance.memory.room()[t]);
  const std::vector<double> marginals = elimination.marginals();
  const double cutoff = incumbent.cost - instance.least_gain(incumbent.cost);
  std::vector<std::vector<int32_t>> kept(nodes.size());
  for (const int32_t v : nodes) {
    for (int32_t s = 0; s < instance.graph.nodes[v].num_states(); ++s) {
      const double bound = marginals[elimination.offset(v) + s] + bias;
      // Rounding in sums must not remove equally good states.
      const bool out = bound - 1e-9 * std::abs(bound) > cutoff && s != incumbent.states[v];
      if (!out) kept[v].push_back(s);
    }
  }
  return kept;
}

}  // namespace motley::tensor::solve
