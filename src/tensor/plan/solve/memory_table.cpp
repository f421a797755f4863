#include "tensor/plan/solve/memory_table.h"

#include <algorithm>

namespace motley::tensor::solve {

namespace {

// Loads of all states of all nodes at one time, and the fixed load.
struct Load {
  std::vector<int64_t> states;
  int64_t fixed = 0;
};

// With data that decides most comparisons of two points: the loads of a few sample choices, then
// each node's minimum and maximum. Only few pairs need a comparison state by state.
constexpr int kProbes = 8;
struct Point {
  int32_t time = 0;
  Load load;
  int64_t probes[kProbes];
  std::vector<int64_t> least, most;
  bool gone = false;
};

struct Event {
  int32_t time;
  bool begins;   // ends come first
  int32_t node;  // -1: fixed
  int32_t holding;
};

std::vector<Event> events_of(const ChoiceGraph& graph) {
  std::vector<Event> events;
  const auto add = [&](int32_t node, const std::vector<ChoiceGraph::Holding>& holdings) {
    for (size_t h = 0; h < holdings.size(); ++h) {
      events.push_back({holdings[h].begin, true, node, static_cast<int32_t>(h)});
      events.push_back({holdings[h].end, false, node, static_cast<int32_t>(h)});
    }
  };
  for (size_t v = 0; v < graph.nodes.size(); ++v)
    add(static_cast<int32_t>(v), graph.nodes[v].holdings);
  add(-1, graph.fixed_holdings);
  std::ranges::stable_sort(events, [](const Event& a, const Event& b) {
    return a.time != b.time ? a.time < b.time : a.begins < b.begins;
  });
  return events;
}

// Collects the non-dominated points.
class PointSet {
 public:
  explicit PointSet(const ChoiceGraph& graph) : graph_(graph) {
    offsets_.push_back(0);
    for (const ChoiceGraph::Node& node : graph.nodes)
      offsets_.push_back(offsets_.back() + node.num_states());
  }

  const std::vector<int64_t>& offsets() const { return offsets_; }

  void add(int32_t time, const Load& load) {
    Point point;
    point.time = time;
    point.load = load;
    probe(point);
    most_least_ = std::max(most_least_, point.probes[0]);
    if (point.probes[1] <= *graph_.byte_limit) return;  // cannot exceed the limit
    for (size_t i = points_.size(); i-- > 0;)           // points close in time are similar
      if (!points_[i].gone && covers(points_[i], point)) return;
    for (Point& other : points_) {
      if (other.gone || !covers(point, other)) continue;
      other.gone = true;
      other.load.states = {}, other.least = {}, other.most = {};
    }
    points_.push_back(std::move(point));
  }

  int64_t most_least() const { return most_least_; }
  std::vector<Point> take() {
    std::erase_if(points_, [](const Point& p) { return p.gone; });
    return std::move(points_);
  }

 private:
  // Minimum, maximum and some choices in between.
  void probe(Point& point) const {
    std::fill_n(point.probes, kProbes, point.load.fixed);
    for (size_t v = 0; v + 1 < offsets_.size(); ++v) {
      const auto from = point.load.states.begin() + offsets_[v];
      const auto to = point.load.states.begin() + offsets_[v + 1];
      const auto [least, most] = std::minmax_element(from, to);
      point.probes[0] += *least;
      point.probes[1] += *most;
      point.least.push_back(*least);
      point.most.push_back(*most);
      for (int p = 2; p < kProbes; ++p)
        point.probes[p] += from[(v * (2 * p + 1) + p) % static_cast<size_t>(to - from)];
    }
  }

  // Whether every choice holds at least as much at `more` as at `less`.
  bool covers(const Point& more, const Point& less) const {
    for (int p = 0; p < kProbes; ++p)
      if (more.probes[p] < less.probes[p]) return false;
    const int64_t fixed = less.load.fixed - more.load.fixed;
    int64_t worst = fixed;
    for (size_t v = 0; v < less.least.size(); ++v)
      worst += std::max(less.least[v] - more.least[v], less.most[v] - more.most[v]);
    if (worst > 0) return false;
    worst = fixed;
    for (size_t v = 0; v + 1 < offsets_.size(); ++v) {
      int64_t most = std::numeric_limits<int64_t>::min();
      for (int64_t s = offsets_[v]; s < offsets_[v + 1]; ++s)
        most = std::max(most, less.load.states[s] - more.load.states[s]);
      worst += most;
    }
    return worst <= 0;
  }

  const ChoiceGraph& graph_;
  std::vector<int64_t> offsets_;
  std::vector<Point> points_;
  int64_t most_least_ = 0;
};

}  // namespace

MemoryTable::MemoryTable(const ChoiceGraph& graph) {
  rows_.resize(graph.nodes.size());
  if (!graph.byte_limit) return;
  PointSet set(graph);
  const std::vector<int64_t>& offsets = set.offsets();
  const std::vector<Event> events = events_of(graph);
  Load load;
  load.states.assign(offsets.back(), 0);
  for (size_t e = 0; e < events.size(); ++e) {
    const Event& event = events[e];
    const int64_t sign = event.begins ? 1 : -1;
    if (event.node < 0) {
      load.fixed += sign * graph.fixed_holdings[event.holding].bytes[0];
    } else {
      const std::vector<int64_t>& bytes = graph.nodes[event.node].holdings[event.holding].bytes;
      for (size_t s = 0; s < bytes.size(); ++s)
        load.states[offsets[event.node] + static_cast<int64_t>(s)] += sign * bytes[s];
    }
    if (event.begins && (e + 1 == events.size() || !events[e + 1].begins))
      set.add(event.time, load);
  }
  least_excess_ = std::max<int64_t>(0, set.most_least() - *graph.byte_limit);

  const std::vector<Point> points = set.take();
  for (const Point& point : points) {
    room_.push_back(*graph.byte_limit - point.load.fixed);
    times_.push_back(point.time);
  }
  for (size_t v = 0; v < rows_.size(); ++v) {
    Rows& rows = rows_[v];
    const int32_t states = graph.nodes[v].num_states();
    std::vector<int64_t> least(points.size());
    rows.begin = static_cast<int32_t>(points.size());
    for (size_t t = 0; t < points.size(); ++t) {
      const auto from = points[t].load.states.begin() + offsets[v];
      const auto [low, high] = std::minmax_element(from, from + states);
      least[t] = *low;
      room_[t] -= *low;
      if (*low == *high) continue;
      rows.begin = std::min(rows.begin, static_cast<int32_t>(t));
      rows.end = static_cast<int32_t>(t) + 1;
    }
    rows.begin = std::min(rows.begin, rows.end);
    for (int32_t s = 0; s < states; ++s)
      for (int32_t t = rows.begin; t < rows.end; ++t)
        rows.loads.push_back(points[t].load.states[offsets[v] + s] - least[t]);
  }
}

}  // namespace motley::tensor::solve
