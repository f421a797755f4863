#include "tensor/plan/search/timeline.h"

#include <algorithm>

#include "tensor/plan/shard/late_ops.h"

namespace motley::tensor {
namespace {

// A broadcast may be made anew by each that reads it.
size_t num_readers(const Graph& graph, ValueId v) {
  size_t sum = 0;
  for (int user : graph.users[v.index]) {
    const Op& op = graph.ops[user];
    sum += op.code == OpCode::kBroadcastInDim
               ? std::max<size_t>(1, num_readers(graph, op.results[0]))
               : 1;
  }
  return sum;
}

}  // namespace

Timeline::Timeline(const Graph& graph, std::span<const double> op_seconds, int most_points)
    : graph_(graph) {
  find_points(op_seconds, most_points);
  const int n = graph.num_ops(), end = static_cast<int>(points_.size()) + 1;
  point_of_.assign(n, 0);
  for (size_t k = 0; k < points_.size(); ++k) point_of_[points_[k]] = static_cast<int>(k) + 1;
  after_.assign(n, 0);
  before_.assign(n, end);
  for (int i = 0; i < n; ++i) {
    for (ValueId v : graph.inputs[i]) {
      const int from = graph.producer[v.index];
      if (from == kNone) continue;
      after_[i] = std::max(after_[i], std::max(point_of_[from], after_[from]));
    }
  }
  for (int i = n - 1; i >= 0; --i) {
    for (ValueId v : graph.inputs[i]) {
      const int from = graph.producer[v.index];
      if (from == kNone) continue;
      const int next = point_of_[i] > 0 ? point_of_[i] : before_[i];
      before_[from] = std::min(before_[from], next);
    }
  }
}

void Timeline::find_points(std::span<const double> op_seconds, int most_points) {
  const int n = graph_.num_ops();
  std::vector<double> until(n);
  std::vector<int> from(n, kNone);
  for (int i = 0; i < n; ++i) {
    for (ValueId v : graph_.inputs[i]) {
      const int producer = graph_.producer[v.index];
      if (producer == kNone || (from[i] != kNone && until[producer] <= until[from[i]])) continue;
      from[i] = producer;
    }
    until[i] = op_seconds[i] + (from[i] == kNone ? 0 : until[from[i]]);
  }
  if (n == 0) return;
  std::vector<int> path;
  for (auto i = static_cast<int>(std::ranges::max_element(until) - until.begin()); i != kNone;
       i = from[i]) {
    if (is_product(graph_.ops[i].code)) path.push_back(i);
  }
  std::ranges::reverse(path);
  const size_t stride = (path.size() + most_points - 1) / std::max(1, most_points);
  for (size_t k = 0; k < path.size(); k += stride) points_.push_back(path[k]);
}

int Timeline::made_in(ValueId v) const {
  const int producer = graph_.producer[v.index];
  if (producer == kNone) return 0;
  return 2 * std::max(point_of_[producer], after_[producer]);
}

int Timeline::starts_in(int op) const {
  return 2 * ((point_of_[op] > 0 ? point_of_[op] : before_[op]) - 1);
}

int Timeline::place(const Stretch& stretch) {
  const auto [at, fresh] = places_.try_emplace(stretch, static_cast<int>(stretches_.size()));
  if (fresh) stretches_.push_back(stretch);
  return at->second;
}

int Timeline::of_op(int op) {
  if (point_of_[op] > 0) return place({2 * point_of_[op] - 1, 2 * point_of_[op] - 1});
  return place({2 * after_[op], 2 * (before_[op] - 1)});
}

// Of n readers that want two states or more, at most n/2 want any but the commonest one. A plan that
// holds the commonest and one that sends every state once differ by that.
int Timeline::of_operand(ValueId v, int op) {
  const size_t readers = num_readers(graph_, v);
  const double part = readers < 4 ? 1 : 1 / static_cast<double>(readers / 2);
  return place({made_in(v), starts_in(op), part});
}

int Timeline::of_result(ValueId v) {
  int last = num_segments() - 1;
  for (int user : graph_.users[v.index]) last = std::min(last, starts_in(user));
  return place({made_in(v), last});
}

int Timeline::of_given(ValueId v) { return place({made_in(v), num_segments() - 1}); }

}  // namespace motley::tensor
