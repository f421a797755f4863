#include "tensor/plan/search/dual_ascent.h"

#include <algorithm>
#include <cmath>

#include "core/balance/linear_program.h"

namespace motley::tensor::search {
namespace {

// Nothing is entirely free: free resources would be wasted.
constexpr double kLeastWeight = 0.005;
constexpr double kMomentum = 0.8;
constexpr int kPatience = 4;
constexpr int kStarts = 6;
constexpr double kFirstGoal = 0.3;  // fraction of the way to the known step
constexpr double kTie = 1e-3;
constexpr double kLeastGain = 1e-4;  // relative to the bound

// Segments in which an op may run: while a point runs, no other op does.
template <class F>
void for_each_segment(const SegmentRange& stretch, bool is_compute, const F& f) {
  for (int j = stretch.first; j <= stretch.last; ++j) {
    const bool other = is_compute && stretch.first != stretch.last && Timeline::is_point(j);
    if (!other) f(j);
  }
}

// For communication the smallest y of its segments; for compute the largest.
double extreme(const std::vector<double>& y, const SegmentRange& stretch, bool is_compute) {
  double found = is_compute ? 0 : 1;
  for_each_segment(stretch, is_compute, [&](int j) {
    found = is_compute ? std::max(found, y[j]) : std::min(found, y[j]);
  });
  return found;
}

// Distributes the seconds over the segments that attain the extreme.
void add_slope(const std::vector<double>& y, const SegmentRange& stretch, bool is_compute,
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

DualAscent::DualAscent(const SearchGraph& graph, const Timeline& timeline, GraphSolver& solver,
                       std::vector<Restriction> restrictions, Segments start)
    : graph_(graph),
      timeline_(timeline),
      solver_(solver),
      restrictions_(std::move(restrictions)),
      patience_(kPatience) {
  if (start.empty()) {
    make_starts();
  } else {
    starts_ = {std::move(start)};
  }
}

// Even weights; and weights that favour compute up to some segment and communication after it.
void DualAscent::make_starts() {
  constexpr double kMostly = 0.9;
  const int n = timeline_.num_segments();
  starts_.emplace_back(n, 0.5);
  for (int k = 2; k <= kStarts; ++k) {
    Segments start(n, 1 - kMostly);
    for (int j = n * k / kStarts; j < n; ++j) start[j] = kMostly;
    starts_.push_back(std::move(start));
  }
}

void DualAscent::evaluate(Point& point) {
  ++num_solves_;
  weights_.op_stretches.clear();
  weights_.stretches.clear();
  const auto& stretches = timeline_.stretches();
  for (const SegmentRange& stretch : stretches) {
    weights_.op_stretches.push_back(1 - extreme(point.y, stretch, true));
    weights_.stretches.push_back(stretch.part * extreme(point.y, stretch, false));
  }
  choice_ = solver_.solve(weights_, restrictions_);
  if (!choice_.feasible) {
    is_done_ = true;
    return;
  }
  Spent spent{std::vector<double>(stretches.size()), std::vector<double>(stretches.size())};
  auto& [compute, communication] = spent;
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
  for (size_t s = 0; s < stretches.size(); ++s) communication[s] *= stretches[s].part;
  point.slope.assign(point.y.size(), 0);
  for (size_t s = 0; s < stretches.size(); ++s) {
    add_slope(point.y, stretches[s], true, -compute[s], point.slope);
    add_slope(point.y, stretches[s], false, communication[s], point.slope);
  }
  spent_.push_back(std::move(spent));
  point.bound = choice_.lower_bound;
  if (point.bound > best_.bound) best_ = point;
}

void DualAscent::climb(double known_seconds) {
  if (num_solves_ < std::ssize(starts_)) {
    Point start{.y = starts_[num_solves_]};
    evaluate(start);
  } else if (core::has_linear_programs()) {
    step_by_choices();
  } else {
    step_up(known_seconds);
  }
}

// Maximizes the cutting-plane model near the best y. A stretch's communication counts u, at most y
// in all its segments, its compute 1 - w, with w at least y.
std::optional<DualAscent::Segments> DualAscent::most_hopeful() {
  core::LinearProgram program;
  const int n = timeline_.num_segments(), even = n / 2 + 1;
  std::vector<int> y;
  for (double at : best_.y) {
    y.push_back(program.add_variable(std::max(at - reach_, kLeastWeight),
                                     std::min(at + reach_, 1 - kLeastWeight)));
  }
  // For the stretch from even segment a to b, starting with the last ones.
  std::vector<std::vector<int>> u(even, std::vector<int>(even)), w = u;
  for (int a = 0; a < even; ++a) {
    u[a][a] = w[a][a] = y[2 * a];
    for (int b = a + 1; b < even; ++b) {
      u[a][b] = program.add_variable(0, 1);
      w[a][b] = program.add_variable(0, 1);
      for (int below : {u[a][b - 1], y[2 * b - 1], y[2 * b]}) {
        program.add_row({{u[a][b], 1}, {below, -1}}, 0);
      }
      for (int above : {w[a][b - 1], y[2 * b]}) program.add_row({{above, 1}, {w[a][b], -1}}, 0);
    }
  }
  const int bound = program.add_variable(0, core::LinearProgram::kUnbounded, 1);
  const auto& stretches = timeline_.stretches();
  for (const Spent& spent : spent_) {
    std::vector<double> factors(bound + 1);
    double all_compute = 0;
    for (size_t s = 0; s < stretches.size(); ++s) {
      const auto& [first, last, part] = stretches[s];
      all_compute += spent.compute[s];
      const bool is_point = Timeline::is_point(first);
      factors[is_point ? y[first] : w[first / 2][last / 2]] += spent.compute[s];
      if (!is_point) factors[u[first / 2][last / 2]] -= spent.communication[s];
    }
    factors[bound] = 1;
    std::vector<std::pair<int, double>> terms;
    for (int v = 0; v <= bound; ++v) {
      if (factors[v] != 0) terms.emplace_back(v, factors[v]);
    }
    program.add_row(std::move(terms), all_compute);
  }
  auto solution = core::maximize(program);
  if (!solution) return std::nullopt;
  hoped_ = (*solution)[bound] - best_.bound;
  solution->resize(n);
  return solution;
}

void DualAscent::step_by_choices() {
  constexpr double kFirstReach = 0.4, kShorter = 0.6, kLonger = 1.5;
  if (reach_ == 0) reach_ = kFirstReach;
  auto next = most_hopeful();
  while (next && hoped_ <= kLeastGain * best_.bound && reach_ < 1) {
    reach_ = std::min(1.0, 4 * reach_);
    next = most_hopeful();
  }
  if (!next || hoped_ <= kLeastGain * best_.bound) {
    is_done_ = true;
    return;
  }
  const double before = best_.bound;
  Point point{.y = *std::move(next)};
  evaluate(point);
  const bool as_hoped = best_.bound - before >= 0.2 * hoped_;
  reach_ = as_hoped ? std::min(1.0, reach_ * kLonger) : reach_ * kShorter;
}

void DualAscent::step_up(double known_seconds) {
  if (at_.y.empty()) {
    at_ = best_;
    way_.assign(at_.y.size(), 0);
    ahead_ = kFirstGoal * std::max(0.0, known_seconds - best_.bound);
  }
  double length = 0;
  for (size_t j = 0; j < at_.y.size(); ++j) {
    way_[j] = at_.slope[j] + kMomentum * way_[j];
    const bool leaves =
        (at_.y[j] <= kLeastWeight && way_[j] < 0) || (at_.y[j] >= 1 - kLeastWeight && way_[j] > 0);
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

}  // namespace motley::tensor::search
