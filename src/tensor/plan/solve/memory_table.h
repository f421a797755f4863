// The memory of a ChoiceGraph's nodes at the time points that can bind.
//
// Memory can peak only where a lifetime begins just before another ends; a point is dropped if
// every choice holds no more than at another point, or if no choice can exceed the limit there. Of
// tens of thousands of points often a few dozen remain.
//
// Loads are relative to the minimum of each node: `room` is the limit minus the fixed load and
// minus all those minima, and a choice fits if the extra loads of its states stay within the room
// at every point.
#pragma once

#include <span>

#include "tensor/plan/solve/choice_graph.h"

namespace motley::tensor::solve {

class MemoryTable {
 public:
  explicit MemoryTable(const ChoiceGraph& graph);

  int32_t num_points() const { return static_cast<int32_t>(room_.size()); }
  const std::vector<int64_t>& room() const { return room_; }
  int32_t time(int32_t point) const { return times_[point]; }
  // Bytes by which the minimum loads alone exceed the limit somewhere; 0: they fit.
  int64_t least_excess() const { return least_excess_; }

  // The points [begin, end) at which a node's states differ.
  int32_t begin(int32_t node) const { return rows_[node].begin; }
  int32_t end(int32_t node) const { return rows_[node].end; }
  // Extra loads of a state at those points.
  std::span<const int64_t> extra(int32_t node, int32_t state) const {
    const Rows& rows = rows_[node];
    const size_t width = rows.end - rows.begin;
    return {rows.loads.data() + state * width, width};
  }

 private:
  struct Rows {
    int32_t begin = 0, end = 0;
    std::vector<int64_t> loads;
  };

  std::vector<int64_t> room_;
  std::vector<int32_t> times_;
  std::vector<Rows> rows_;
  int64_t least_excess_ = 0;
};

}  // namespace motley::tensor::solve
