// When ops and communication can run, whatever the plan.
//
// Some ops of the longest path through the step, its points, cut the time of each device into
// segments: up to the start of the first, while it runs, from its end to the start of the next ...
//
//   segment     0    |  1  |    2    |  3  |    4
//               .....[ op a ]........[ op b ].....
//
// What a depends on has run before segment 1, what depends on a runs after it; so each op, and each
// communication between two, belongs to a Stretch of segments. At any moment a device computes at
// most one op and takes part in at most one communication: the bound (bound.h) rests on this.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "tensor/ir/graph.h"

namespace motley::tensor {

struct Stretch {
  int first = 0, last = 0;  // segments
  // Of communication: what is read by many may be sent once for several of them, so for each
  // reader only this part is sure.
  double part = 1;
  friend auto operator<=>(const Stretch&, const Stretch&) = default;
};

class Timeline {
 public:
  // Of a path's ops, at most so many products are points. The graph must stay where it is.
  Timeline(const Graph& graph, std::span<const double> op_seconds, int most_points);

  int num_segments() const { return 2 * static_cast<int>(points_.size()) + 1; }
  // Whether a point runs in this segment, and so no other op.
  static bool is_point(int segment) { return segment % 2 == 1; }

  // Places in stretches().
  int of_op(int op);
  int of_operand(ValueId v, int op);  // from v's producer to the op that reads it
  int of_result(ValueId v);           // from v's producer to all that read it
  int of_given(ValueId v);            // from v's producer to the end of the step
  const std::vector<Stretch>& stretches() const { return stretches_; }

 private:
  void find_points(std::span<const double> op_seconds, int most_points);
  int made_in(ValueId v) const;  // the first segment after it is there
  int starts_in(int op) const;   // the last segment before it runs
  int place(const Stretch& stretch);

  const Graph& graph_;
  std::vector<int> points_;              // ops
  std::vector<int> point_of_;            // by op: 1, 2, ...; 0: it is none
  std::vector<int> after_, before_;      // by op: the last point before it, the first behind it
  std::map<Stretch, int> places_;
  std::vector<Stretch> stretches_;
};

}  // namespace motley::tensor
