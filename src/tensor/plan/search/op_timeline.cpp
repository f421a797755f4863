#include "tensor/plan/search/op_timeline.h"

#include <algorithm>
#include <numeric>

#include "tensor/plan/propagate/late_ops.h"

namespace motley::tensor::search {
namespace {

using namespace propagate;

// A broadcast may be rematerialized by each of its readers.
size_t num_readers(const Graph& graph, ValueId v) {
  size_t sum = 0;
  for (int user : graph.users[v.index]) {
    const Op& op = graph.ops[user];
    sum += row(op.code).recompute == Recompute::kAlways
               ? std::max<size_t>(1, num_readers(graph, op.results[0]))
               : 1;
  }
  return sum;
}

}  // namespace

Timeline::Timeline(const Graph& graph, std::span<const double> op_seconds, int most_points)
    : graph_(graph), late_(late_ops(graph)) {
  const double all = std::reduce(op_seconds.begin(), op_seconds.end());
  double sum = 0;
  for (int i = 0; i < graph.num_ops(); ++i) {
    num_before_.push_back(static_cast<int>(points_.size()));
    sum += op_seconds[i];
    const double due = all * static_cast<double>(points_.size() + 1) / (most_points + 1);
    if (sum >= due && is_product(graph.ops[i].code) && std::ssize(points_) < most_points) {
      points_.push_back(i);
    }
  }
}

bool Timeline::is_point_op(int op) const { return std::ranges::binary_search(points_, op); }

// May run earlier: a cast of a parameter does, so that its result is gathered ahead.
bool Timeline::reads_arguments_only(int op) const {
  return row(graph_.ops[op].code).layer == LayerKind::kCast &&
         graph_.producer[graph_.ops[op].operands[0].index] == kNone;
}

int Timeline::made_in(ValueId v) const {
  const int producer = graph_.producer[v.index];
  if (producer == kNone || reads_arguments_only(producer)) return 0;
  return 2 * (num_before_[producer] + (is_point_op(producer) ? 1 : 0));
}

int Timeline::starts_in(int op) const {
  return late_[op] ? num_segments() - 1 : 2 * num_before_[op];
}

int Timeline::place(const SegmentRange& stretch) {
  const auto [at, fresh] = places_.try_emplace(stretch, static_cast<int>(stretches_.size()));
  if (fresh) stretches_.push_back(stretch);
  return at->second;
}

int Timeline::of_op(int op) {
  const int at = 2 * num_before_[op];
  if (is_point_op(op)) return place({at + 1, at + 1});
  const int first = reads_arguments_only(op) ? 0 : at;
  return place({first, late_[op] ? num_segments() - 1 : at});
}

// If n readers need two or more states, at most n/2 need a state other than the most common one.
// That is the difference between a plan that stores the most common state and one that sends every
// state once.
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

}  // namespace motley::tensor::search
