// A staged step whose stages are shared by groups of ranks: each rank of a group has some samples
// of every micro-batch, in uneven shares where devices are unlike.
//
//   GroupedStep grouped(step, {.ranks = {{0, 1}, {2}}, .samples = {{5, 3}, {8}}});
//   grouped.local(0, 1)                the stage as its second rank runs it, on 3 of 8 samples
//   grouped.state({0, buffer})         S(0:[5,3]): what a rank holds of a buffer
//
// Parameters are whole on every rank of a group. The gradients of a group are partial sums, which
// are added up after the last micro-batch. Between two groups, a rank sends each rank of the other
// the samples that both of them hold.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "tensor/pipeline/pipeline_program.h"
#include "tensor/sharding/sharding.h"
#include "tensor/staged/staged_step.h"

namespace motley::tensor {

// Which ranks run each stage, and how they share the samples of a micro-batch.
struct PipelineLayout {
  std::vector<std::vector<int>> ranks;        // by stage
  std::vector<std::vector<int64_t>> samples;  // by stage, beside them

  bool has_groups() const;
};

// A run of elements that goes from one rank's piece of a value to another's.
struct PieceRun {
  int64_t from = 0, to = 0, count = 0;  // offsets in the pieces
};

class GroupedStep {
 public:
  // A UserError for a stage that cannot be shared: its samples interact.
  GroupedStep(const StagedStep& step, PipelineLayout layout);

  const StagedStep& step() const { return step_; }
  const PipelineLayout& layout() const { return layout_; }
  int group_size(int stage) const { return static_cast<int>(layout_.ranks[stage].size()); }
  // The place of a rank in the group of a stage; -1 if it is not in it.
  int member(int stage, int rank) const;

  const Sharding& state(BufferPlace at) const { return states_[at.stage][at.buffer]; }
  // A sum that the ranks of its group hold parts of.
  bool is_partial(BufferPlace at) const { return state(at)[0].is_partial(); }
  // The stage with local Programs and buffers. Batch arguments stay whole.
  Stage local(int stage, int member) const;
  // Elements of a part of a batch argument before those of this member.
  int64_t first_element(BufferPlace at, int member) const;

  // What member `from` of the group that sends a crossing gives to member `to` of the other.
  std::vector<PieceRun> runs(const Crossing& crossing, int from, int to) const;

 private:
  struct PhaseStates;
  void analyse(int stage, StagePhaseKind kind);
  void hand_over(int stage, Crossing::When when);
  DeviceGrid grid(int stage) const { return {{group_size(stage)}}; }
  Shape part_shape(BufferPlace at) const;

  const StagedStep& step_;
  PipelineLayout layout_;
  std::vector<std::vector<Sharding>> states_;  // by stage and buffer
};

}  // namespace motley::tensor
