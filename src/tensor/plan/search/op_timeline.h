// When ops and communication run, whatever the plan.
//
// A device runs its ops in the order of the step, but those that no product waits for, which may
// stand back (plan/shard/late_ops.h). Some products, the points, cut its time into segments: up to
// the start of the first, while it runs, from its end to the start of the next ...
//
//   segment     0    |  1  |    2    |  3  |    4
//               .....[ op a ]........[ op b ].....
//
// So each op, and each communication between two, belongs to a Stretch of segments. At any moment a
// device computes at most one op and takes part in at most one communication: the bound (bound.h)
// rests on this.
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
  // At most so many points, after equal parts of the seconds. The graph must stay where it is.
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
  int made_in(ValueId v) const;  // the first segment in which it can be there
  int starts_in(int op) const;   // the last segment in which the op may not have begun
  int place(const Stretch& stretch);

  bool is_point_op(int op) const;

  const Graph& graph_;
  std::vector<int> points_;      // ops
  std::vector<int> num_before_;  // by op: points before it
  std::vector<bool> late_;       // by op
  std::map<Stretch, int> places_;
  std::vector<Stretch> stretches_;
};

}  // namespace motley::tensor
