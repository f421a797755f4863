// When ops and communication can run, for any plan.
//
// A device runs its ops in the order of the step, except those that no product depends on, which
// may be postponed (plan/propagate/late_ops.h). Some products, the points, divide its time into
// segments: up to the start of the first, while it runs, from its end to the start of the next ...
//
//   segment     0    |  1  |    2    |  3  |    4
//               .....[ op a ]........[ op b ].....
//
// So each op, and each communication between two ops, belongs to a SegmentRange. At any
// moment a device computes at most one op and takes part in at most one communication: the bound
// (bound.h) relies on this.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "tensor/ir/graph.h"

namespace motley::tensor::search {

struct SegmentRange {
  int first = 0, last = 0;  // segments
  // Of communication: a value read by several ops may be sent once for several of them, so only
  // this fraction is certain per reader.
  double part = 1;
  friend auto operator<=>(const SegmentRange&, const SegmentRange&) = default;
};

class Timeline {
 public:
  // At most `most_points` points, at equal fractions of the seconds. The graph must outlive it.
  Timeline(const Graph& graph, std::span<const double> op_seconds, int most_points);

  int num_segments() const { return 2 * static_cast<int>(points_.size()) + 1; }
  // Whether a point runs in this segment, and thus no other op.
  static bool is_point(int segment) { return segment % 2 == 1; }

  // Indices in stretches().
  int of_op(int op);
  int of_operand(ValueId v, int op);  // from v's producer to the op that reads it
  int of_result(ValueId v);           // from v's producer to its first reader
  int of_given(ValueId v);            // from v's producer to the end of the step
  const std::vector<SegmentRange>& stretches() const { return stretches_; }

 private:
  int made_in(ValueId v) const;  // first segment in which it can be available
  int starts_in(int op) const;   // last segment that can precede its start
  int place(const SegmentRange& stretch);

  bool is_point_op(int op) const;
  bool reads_arguments_only(int op) const;

  const Graph& graph_;
  std::vector<int> points_;      // ops
  std::vector<int> num_before_;  // by op: number of points before it
  std::vector<bool> late_;       // by op
  std::map<SegmentRange, int> places_;
  std::vector<SegmentRange> stretches_;
};

}  // namespace motley::tensor::search
