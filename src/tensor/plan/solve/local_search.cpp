#include "tensor/plan/solve/local_search.h"

#include <algorithm>
#include <numeric>
#include <random>

#include "core/base/threads.h"
#include "tensor/plan/solve/bounded_search.h"

namespace motley::tensor::solve {

namespace {

// Draws random neighbourhoods.
class Neighbourhoods {
 public:
  explicit Neighbourhoods(const Instance& instance) : instance_(instance) {
    for (int32_t v = 0; v < instance.num_nodes(); ++v)
      if (instance.memory.begin(v) < instance.memory.end(v)) holders_.push_back(v);
  }

  // About `size` nodes, connected around one, two or three seeds. Several seeds only help if memory
  // couples them, so all but the first are nodes that hold memory.
  std::vector<int32_t> draw(std::mt19937_64& random, int32_t size) const {
    const auto below = [&](size_t n) { return static_cast<int32_t>(random() % n); };
    const int32_t centres = holders_.empty() ? 1 : 1 + below(3);
    std::vector<char> in(instance_.num_nodes(), 0);
    std::vector<int32_t> nodes;
    for (int32_t c = 0; c < centres; ++c) {
      const int32_t centre =
          c == 0 ? below(instance_.num_nodes()) : holders_[below(holders_.size())];
      const auto until = static_cast<size_t>(size) * (c + 1) / centres;
      grow(random, centre, std::max<size_t>(until, nodes.size() + 1), in, nodes);
    }
    return nodes;
  }

 private:
  void grow(std::mt19937_64& random, int32_t centre, size_t until, std::vector<char>& in,
            std::vector<int32_t>& nodes) const {
    std::vector<int32_t> border{centre};
    while (!border.empty() && nodes.size() < until) {
      const size_t pick = random() % border.size();
      const int32_t v = border[pick];
      border[pick] = border.back();
      border.pop_back();
      if (in[v]) continue;
      in[v] = 1;
      nodes.push_back(v);
      for (const int32_t e : instance_.graph.nodes[v].edges) {
        const int32_t u = instance_.graph.edges[e].other(v);
        if (!in[u]) border.push_back(u);
      }
    }
  }

  const Instance& instance_;
  std::vector<int32_t> holders_;
};

// The result of one neighbourhood.
struct Attempt {
  std::vector<int32_t> nodes, states;  // no states: no improvement found
  double gain = 0;
  bool forced = false;
  int64_t choices = 0, entries = 0;  // choices tried, and table entries
};

class Improver {
 public:
  Improver(const Instance& instance, const PricedBound& priced, Budget& budget,
           Incumbent& incumbent)
      : instance_(instance),
        priced_(priced),
        budget_(budget),
        incumbent_(incumbent),
        now_(incumbent),
        neighbourhoods_(instance) {}

  void run(int num_threads, double share) {
    const int32_t most = instance_.num_nodes();
    double size = std::min(kFirstSize, most);
    int since = 0;  // rounds since the last improvement
    for (uint64_t round = 0; !budget_.over(share) && !met(); ++round, ++since) {
      std::vector<Attempt> attempts(kAttempts);
      const std::vector<int64_t> room = instance_.room_beside(now_.states);
      core::parallel_for(num_threads, kAttempts, [&](int64_t begin, int64_t end, int) {
        for (int64_t i = begin; i < end; ++i)
          attempts[i] = attempt(round * kAttempts + i, static_cast<int32_t>(size), room);
      });
      bool any = false;
      for (const Attempt& attempt : attempts) {
        budget_.spend(1 + attempt.choices / 1024 + attempt.entries / (1 << 16));
        any = take(attempt) || any;
      }
      if (now_.cost < incumbent_.cost - instance_.least_gain(incumbent_.cost)) {
        incumbent_ = now_;
        since = 0;
      }
      if (!any) detour(attempts);
      if (since >= kPatience) now_ = incumbent_, since = 0;
      size = any ? std::max<double>(kFirstSize, size * 0.9) : size * 1.02;
      if (size > most) size = kFirstSize;
      size = std::min<double>(size, most);
    }
  }

 private:
  static constexpr int32_t kFirstSize = 8;
  static constexpr int kAttempts = 8;  // per round
  static constexpr int kPatience = 100;
  // Uphill moves: largest worsening, relative to the best cost.
  static constexpr double kDetour = 1e-3;
  static constexpr int64_t kMaxTable = 1 << 12, kWideTable = 1 << 15;
  static constexpr int64_t kMaxChoices = 20000;

  bool met() const {
    return priced_.bound > incumbent_.cost - instance_.least_gain(incumbent_.cost);
  }

  // Costs of the nodes' states with all other nodes fixed.
  std::vector<double> costs_beside(const std::vector<int32_t>& nodes) const {
    std::vector<char> in(instance_.num_nodes(), 0);
    for (const int32_t v : nodes) in[v] = 1;
    std::vector<double> costs;
    for (const int32_t v : nodes) {
      const ChoiceGraph::Node& node = instance_.graph.nodes[v];
      const size_t at = costs.size();
      costs.insert(costs.end(), node.costs.begin(), node.costs.end());
      for (const int32_t e : node.edges) {
        const ChoiceGraph::Edge& edge = instance_.graph.edges[e];
        const int32_t u = edge.other(v);
        if (in[u]) continue;
        const int64_t size = node.num_states();
        const std::vector<double>& rows = edge.a == v ? instance_.transposed[e] : edge.costs;
        const double* row = rows.data() + now_.states[u] * size;
        for (int64_t s = 0; s < size; ++s) costs[at + s] += row[s];
      }
    }
    return costs;
  }

  // Every other attempt forbids the first node its current state, to force a change: the result may
  // then be slightly worse.
  Attempt attempt(uint64_t seed, int32_t size, std::vector<int64_t> room) const {
    std::mt19937_64 random(seed);
    Attempt made;
    made.forced = seed % 2 == 1;
    // A few neighbourhoods are much larger, with larger tables.
    const bool wide = seed % kAttempts < 2;
    made.nodes =
        neighbourhoods_.draw(random, wide ? std::min(4 * size, instance_.num_nodes()) : size);
    for (const int32_t v : made.nodes) instance_.add_load(room, v, now_.states[v], -1);
    std::vector<double> costs = costs_beside(made.nodes);
    Elimination elimination = instance_.elimination(made.nodes, wide ? kWideTable : kMaxTable);
    std::vector<int32_t> present;
    for (const int32_t v : made.nodes) present.push_back(now_.states[v]);
    const double before = elimination.cost(costs, present);
    if (made.forced) costs[present[0]] = std::numeric_limits<double>::infinity();
    elimination.run(priced_costs(instance_, made.nodes, costs, priced_.prices.memory));

    SearchTask task;
    task.elimination = &elimination;
    task.memory = &instance_.memory;
    task.nodes = &made.nodes;
    task.true_costs = &costs;
    task.budget = &budget_;
    for (size_t t = 0; t < room.size(); ++t)
      task.bias -= priced_.prices.memory[t] * static_cast<double>(room[t]);
    task.room = std::move(room);
    task.cutoff = before;
    if (made.forced)
      task.cutoff +=
          std::max(0.0, incumbent_.cost + kDetour * std::abs(incumbent_.cost) - now_.cost);
    task.least_gain = instance_.least_gain(incumbent_.cost);
    task.max_choices = kMaxChoices;
    const BoundedSearchResult result = bounded_search(task);
    made.choices = result.choices;
    made.entries = elimination.table_entries();
    if (!result.found) return made;
    made.states = result.states;
    made.gain = before - result.cost;
    return made;
  }

  // Applies a result if it still fits and still improves after those applied before.
  bool take(const Attempt& attempt) {
    if (attempt.gain <= 0) return false;
    std::vector<int32_t> states = now_.states;
    for (size_t i = 0; i < attempt.nodes.size(); ++i) states[attempt.nodes[i]] = attempt.states[i];
    const double cost = instance_.cost(states);
    if (cost > now_.cost - instance_.least_gain(now_.cost)) return false;
    const std::vector<int64_t> room = instance_.room_beside(states);
    if (std::ranges::any_of(room, [](int64_t r) { return r < 0; })) return false;
    now_ = {std::move(states), cost};
    return true;
  }

  // If nothing improves: the least worsening move.
  void detour(const std::vector<Attempt>& attempts) {
    const Attempt* best = nullptr;
    for (const Attempt& attempt : attempts)
      if (attempt.forced && !attempt.states.empty() && (!best || attempt.gain > best->gain))
        best = &attempt;
    if (best == nullptr) return;
    for (size_t i = 0; i < best->nodes.size(); ++i) now_.states[best->nodes[i]] = best->states[i];
    now_.cost = instance_.cost(now_.states);
  }

  const Instance& instance_;
  const PricedBound& priced_;
  Budget& budget_;
  Incumbent& incumbent_;
  Incumbent now_;  // current choice, changed by neighbourhoods; may be slightly worse than the best
  Neighbourhoods neighbourhoods_;
};

}  // namespace

void improve(const Instance& instance, const PricedBound& priced, int num_threads, double share,
             Budget& budget, Incumbent& incumbent) {
  Improver(instance, priced, budget, incumbent).run(num_threads, share);
}

}  // namespace motley::tensor::solve
