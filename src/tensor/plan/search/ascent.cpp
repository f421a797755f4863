#include "tensor/plan/search/ascent.h"

#include <algorithm>
#include <cmath>

namespace motley::tensor {
namespace {

// Nothing is quite free: what is, is wasted.
constexpr double kLeastWeight = 0.005;
constexpr double kMomentum = 0.8;
constexpr int kPatience = 4;
constexpr int kStarts = 6;
constexpr double kFirstGoal = 0.3;  // of the way to what is known
constexpr double kTie = 1e-3;

// Segments in which an op may run: no other does while a point runs.
template <class F>
void for_each_segment(const Stretch& stretch, bool is_compute, const F& f) {
  for (int j = stretch.first; j <= stretch.last; ++j) {
    const bool other = is_compute && stretch.first != stretch.last && Timeline::is_point(j);
    if (!other) f(j);
  }
}

// What communication may count, the least of its segments; or what compute may not, the most.
double extreme(const std::vector<double>& y, const Stretch& stretch, bool is_compute) {
  double found = is_compute ? 0 : 1;
  for_each_segment(stretch, is_compute, [&](int j) {
    found = is_compute ? std::max(found, y[j]) : std::min(found, y[j]);
  });
  return found;
}

// Shares it among the segments that are the extreme.
void add_slope(const std::vector<double>& y, const Stretch& stretch, bool is_compute,
               double seconds, std::vector<double>& slope) {
  if (seconds == 0) return;
  const double at = extreme(y, stretch, is_compute);
  std::vector<int> tied;
  for_each_segment(stretch, is_compute, [&](int j) {
    if (std::abs(y[j] - at) <= kTie) tied.push_back(j);
  });
  for (int j : tied) slope[j] += seconds / static_cast<double>(tied.size());
}

}  // namespace

Ascent::Ascent(const SearchGraph& graph, const Timeline& timeline, GraphSolver& solver,
               std::vector<Restriction> restrictions)
    : graph_(graph),
      timeline_(timeline),
      solver_(solver),
      restrictions_(std::move(restrictions)),
      patience_(kPatience) {
  make_starts();
}

// Evenly; and up to some segment mostly compute, behind it mostly communication.
void Ascent::make_starts() {
  constexpr double kMostly = 0.9;
  const int n = timeline_.num_segments();
  starts_.emplace_back(n, 0.5);
  for (int k = 2; k <= kStarts; ++k) {
    Segments start(n, 1 - kMostly);
    for (int j = n * k / kStarts; j < n; ++j) start[j] = kMostly;
    starts_.push_back(std::move(start));
  }
}

void Ascent::evaluate(Point& point) {
  ++num_solves_;
  weights_.op_stretches.clear();
  weights_.stretches.clear();
  const auto& stretches = timeline_.stretches();
  for (const Stretch& stretch : stretches) {
    weights_.op_stretches.push_back(1 - extreme(point.y, stretch, true));
    weights_.stretches.push_back(stretch.part * extreme(point.y, stretch, false));
  }
  choice_ = solver_.solve(weights_, restrictions_);
  if (!choice_.feasible) {
    is_done_ = true;
    return;
  }
  std::vector<double> compute(stretches.size()), communication(stretches.size());
  for (size_t i = 0; i < graph_.nodes.size(); ++i) {
    const SearchGraph::Node& node = graph_.nodes[i];
    const auto& seconds = graph_.classes[node.of_class].seconds;
    if (!seconds.empty()) compute[node.stretch] += seconds[choice_.states[i]];
    if (node.given >= 0) communication[node.stretch] += graph_.given[node.given][choice_.states[i]];
  }
  for (const SearchGraph::Edge& edge : graph_.edges) {
    const SearchGraph::Prices& prices = graph_.prices[edge.prices];
    communication[edge.stretch] +=
        prices.seconds[choice_.states[edge.value] * prices.num_rules + choice_.states[edge.op]];
  }
  point.slope.assign(point.y.size(), 0);
  for (size_t s = 0; s < stretches.size(); ++s) {
    add_slope(point.y, stretches[s], true, -compute[s], point.slope);
    add_slope(point.y, stretches[s], false, stretches[s].part * communication[s], point.slope);
  }
  point.bound = choice_.lower_bound;
  if (point.bound > best_.bound) best_ = point;
}

void Ascent::climb(double known_seconds) {
  if (num_solves_ < std::ssize(starts_)) {
    Point start{.y = starts_[num_solves_]};
    evaluate(start);
  } else {
    step_up(known_seconds);
  }
}

void Ascent::step_up(double known_seconds) {
  if (at_.y.empty()) {
    at_ = best_;
    way_.assign(at_.y.size(), 0);
    ahead_ = kFirstGoal * std::max(0.0, known_seconds - best_.bound);
  }
  double length = 0;
  for (size_t j = 0; j < at_.y.size(); ++j) {
    way_[j] = at_.slope[j] + kMomentum * way_[j];
    const bool leaves = (at_.y[j] <= kLeastWeight && way_[j] < 0) ||
                        (at_.y[j] >= 1 - kLeastWeight && way_[j] > 0);
    if (leaves) way_[j] = 0;
    length += way_[j] * way_[j];
  }
  if (length == 0) {
    is_done_ = true;
    return;
  }
  const double step = (best_.bound + ahead_ - at_.bound) / length;
  for (size_t j = 0; j < at_.y.size(); ++j) {
    at_.y[j] = std::clamp(at_.y[j] + step * way_[j], kLeastWeight, 1 - kLeastWeight);
  }
  const double before = best_.bound;
  evaluate(at_);
  if (best_.bound > before + 0.1 * ahead_) {
    patience_ = kPatience;
  } else if (--patience_ == 0) {
    patience_ = kPatience;
    ahead_ /= 2;
    at_ = best_;
    way_.assign(at_.y.size(), 0);
  }
}

}  // namespace motley::tensor
