#include "tensor/plan/solve/bounded_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/limits.h"

namespace motley::tensor::solve {

namespace {

using core::kInfinity;

class Search {
 public:
  explicit Search(const SearchTask& task)
      : task_(task),
        elimination_(*task.elimination),
        room_(task.room),
        cutoff_(task.cutoff),
        states_(elimination_.num_nodes(), 0),
        levels_(elimination_.num_nodes()) {}

  BoundedSearchResult run() {
    const auto depth = static_cast<int>(levels_.size());
    int at = 0;
    open(0, elimination_.bound() + task_.bias);
    for (int64_t i = 1; at >= 0 && result_.choices < task_.max_choices; ++i) {
      if (i % 4096 == 0 && task_.budget->late()) break;
      if (at == depth) {
        keep();
        close(--at);
        continue;
      }
      const double bound = advance(at);
      if (bound == kInfinity) {
        if (--at >= 0) close(at);
        continue;
      }
      if (++at < depth) open(at, bound);
    }
    result_.complete = at < 0;
    return std::move(result_);
  }

 private:
  struct Candidate {
    double bound;
    int32_t state;
  };
  struct Level {
    std::vector<Candidate> candidates;
    size_t next = 0;
  };

  int32_t node_at(int level) const {
    return elimination_.order()[elimination_.order().size() - 1 - level];
  }

  // Lists the states of the next node, best first.
  void open(int at, double bound) {
    if (levels_.empty()) return;
    const int32_t node = node_at(at);
    const int64_t size = elimination_.offset(node + 1) - elimination_.offset(node);
    row_.resize(size);
    const double promised = elimination_.row(node, states_.data(), row_);
    Level& level = levels_[at];
    level.candidates.clear();
    level.next = 0;
    if (promised == kInfinity) return;
    for (int32_t s = 0; s < size; ++s)
      if (row_[s] < kInfinity) level.candidates.push_back({bound + (row_[s] - promised), s});
    std::ranges::sort(level.candidates, [](const Candidate& a, const Candidate& b) {
      return a.bound != b.bound ? a.bound < b.bound : a.state < b.state;
    });
  }

  // Assigns the node its next state and returns the bound; infinity if none is left.
  double advance(int at) {
    Level& level = levels_[at];
    const int32_t node = node_at(at);
    while (level.next < level.candidates.size()) {
      const Candidate& candidate = level.candidates[level.next];
      if (candidate.bound > cutoff_ - task_.least_gain) break;
      ++level.next;
      ++result_.choices;
      if (!take(node, candidate.state)) continue;
      states_[node] = candidate.state;
      return candidate.bound;
    }
    return kInfinity;
  }

  void close(int at) {
    if (at >= 0 && at < static_cast<int>(levels_.size())) give_back(node_at(at));
  }

  bool take(int32_t node, int32_t state) {
    if (room_.empty()) return true;
    const int32_t id = (*task_.nodes)[node];
    const std::span<const int64_t> extra = task_.memory->extra(id, state);
    int64_t* room = room_.data() + task_.memory->begin(id);
    int64_t least = 0;
    for (size_t t = 0; t < extra.size(); ++t) {
      room[t] -= extra[t];
      least = std::min(least, room[t]);
    }
    if (least >= 0) return true;
    for (size_t t = 0; t < extra.size(); ++t) room[t] += extra[t];
    return false;
  }

  void give_back(int32_t node) {
    if (room_.empty()) return;
    const int32_t id = (*task_.nodes)[node];
    const std::span<const int64_t> extra = task_.memory->extra(id, states_[node]);
    int64_t* room = room_.data() + task_.memory->begin(id);
    for (size_t t = 0; t < extra.size(); ++t) room[t] += extra[t];
  }

  // All nodes are assigned: a leaf.
  void keep() {
    const double cost = elimination_.cost(*task_.true_costs, states_);
    if (cost > cutoff_ - task_.least_gain) return;
    cutoff_ = cost;
    result_.found = true;
    result_.cost = cost;
    result_.states = states_;
  }

  const SearchTask& task_;
  const Elimination& elimination_;
  std::vector<int64_t> room_;
  double cutoff_;
  std::vector<int32_t> states_;
  std::vector<Level> levels_;
  std::vector<double> row_;
  BoundedSearchResult result_;
};

}  // namespace

BoundedSearchResult bounded_search(const SearchTask& task) { return Search(task).run(); }

}  // namespace motley::tensor::solve
