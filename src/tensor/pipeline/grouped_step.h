// A staged step whose stages are shared by groups of ranks. The ranks of a group form a grid:
// along its first axis each has some samples of every micro-batch, in uneven shares where devices
// differ; along its second they share each sample (tensor parallelism). Which parameters and
// optimizer state are sharded, and how, is stated; the rest of a stage follows.
//
//   GroupedStep grouped(step, {.ranks = {{0, 1}, {2}}, .samples = {{5, 3}, {8}}});
//   grouped.local(0, 1)                the stage as its second rank runs it, on 3 of 8 samples
//   grouped.state({0, buffer})         S(0:[5,3]): what a rank holds of a buffer
//
// A phase is a RankProgram: it contains collectives where the states require them. Gradients
// that are partial sums are added up after the last micro-batch. Between two groups, a rank sends
// each rank of the other what both of them hold.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "tensor/lower/rank_program.h"
#include "tensor/pipeline/pipeline_program.h"
#include "tensor/sharding/sharding.h"
#include "tensor/staged/staged_step.h"

namespace motley::tensor {

// Which ranks run each stage, and how they share it.
struct PipelineLayout {
  std::vector<std::vector<int>> ranks;        // by stage
  std::vector<std::vector<int64_t>> samples;  // by stage: of a micro-batch, along the first axis
  // By stage, where given: the grid of its ranks, else a row; and the states of arguments of the
  // step that it holds, parameters and optimizer state, else replicated.
  std::vector<DeviceGrid> grids = {};
  std::vector<std::map<int, Sharding>> states = {};

  bool has_groups() const;
  DeviceGrid grid(int stage) const;
  const Sharding* state(int stage, int argument) const;  // null: not stated
};

// A run of elements that goes from one rank's piece of a value to another's.
struct PieceRun {
  int64_t from = 0, to = 0, count = 0;  // offsets in the pieces
};

// A phase as one rank runs it: over buffers of its stage.
struct LocalPhase {
  RankProgram program;
  std::vector<int> inputs, outputs;

  bool is_empty() const { return outputs.empty(); }
};

struct LocalStage {
  std::vector<StageBuffer> buffers;  // those of the stage, then partial sums of gradients
  std::array<LocalPhase, kNumStagePhases> phases;
  LocalPhase reduce;  // after the last micro-batch: partial sums are added up

  const LocalPhase& phase(StagePhaseKind kind) const { return phases[static_cast<size_t>(kind)]; }
};

class GroupedStep {
 public:
  // A UserError for states that a stage cannot have.
  GroupedStep(const StagedStep& step, PipelineLayout layout);

  const StagedStep& step() const { return step_; }
  const PipelineLayout& layout() const { return layout_; }
  int group_size(int stage) const { return static_cast<int>(layout_.ranks[stage].size()); }
  DeviceGrid grid(int stage) const { return layout_.grid(stage); }
  // The place of a rank in the group of a stage; -1 if it is not in it.
  int member(int stage, int rank) const;

  const Sharding& state(BufferPlace at) const { return states_[at.stage][at.buffer]; }
  LocalStage local(int stage, int member) const;
  // Its parts, one by one: the Programs of a phase and of the reduction, and the buffers.
  RankProgram local_program(int stage, StagePhaseKind kind, int member) const;
  LocalPhase reduction(int stage, int member) const;
  std::vector<StageBuffer> local_buffers(int stage, int member) const;
  // All that local_program() depends on besides the Program of the phase and the member.
  struct PhaseStates;
  PhaseStates phase_states(int stage, StagePhaseKind kind) const;
  // All that local() depends on besides the step and the member: stages with equal states are equal
  // under any layout.
  struct StageStates;
  StageStates stage_states(int stage) const;
  // Of a buffer with parts: the elements of a part before those of this member, and their type.
  int64_t first_element(BufferPlace at, int member) const;
  TensorType part_type(BufferPlace at, int member) const;

  // What member `from` of the group that sends a crossing gives to member `to` of the other.
  std::vector<PieceRun> runs(const Crossing& crossing, int from, int to) const;

 private:
  using ResultStates = std::map<int, Sharding>;  // by result of a phase
  void find_samples_in_values();
  void find_samples(int stage, StagePhaseKind kind);
  void set_argument_states(int stage);
  void analyse(int stage, StagePhaseKind kind);
  void hand_over(int stage, Crossing::When when);
  void plan_reduction(int stage);
  void plan_update(int stage);
  Sharding reduced_state(int stage, int buffer) const;
  Sharding as_parameter(BufferPlace at, const Sharding& free) const;
  bool is_sent(BufferPlace at) const;
  bool is_copied_to_same_ranks(BufferPlace at) const;
  Sharding by_samples(int stage, const AxisState& cut) const;
  std::vector<Sharding> input_states(int stage, StagePhaseKind kind) const;
  LocalPhase localized(int stage, StagePhaseKind kind, int member) const;
  // The buffer and the state that W adds to: partial sums, where there are.
  int summed_in(int stage, int buffer) const;
  const Sharding& summed_as(int stage, int buffer) const;

  const StagedStep& step_;
  PipelineLayout layout_;
  std::vector<std::vector<Sharding>> states_;  // by stage and buffer
  // By stage and buffer: along which dimension a value is cut by samples, as if two devices had
  // them; else replicated.
  std::vector<std::vector<AxisState>> samples_in_;
  // By stage and phase: states that its results must have.
  std::vector<std::array<ResultStates, kNumStagePhases>> wanted_;
  struct Partial {
    int buffer = 0;  // of the sum
    int summed = 0;  // of its parts: the same one, where the sum is as large
    Sharding from;   // the parts
    friend bool operator==(const Partial&, const Partial&) = default;
  };
  std::vector<std::vector<Partial>> partials_;  // by stage
};

struct GroupedStep::PhaseStates {
  DeviceGrid grid;
  bool is_whole = false;  // every rank runs all of it
  std::vector<Sharding> inputs;
  ResultStates wanted;
  friend bool operator==(const PhaseStates&, const PhaseStates&) = default;
};

struct GroupedStep::StageStates {
  DeviceGrid grid;
  std::vector<int64_t> samples;
  std::vector<Sharding> states;  // by buffer
  std::array<ResultStates, kNumStagePhases> wanted;
  std::vector<Partial> partials;
  friend bool operator==(const StageStates&, const StageStates&) = default;
};

}  // namespace motley::tensor
