// PipelineProgram: one rank's list of a staged step under a schedule: which phase runs when, which
// values are sent and received in between, and in which slots of memory the micro-batches live.
//
//   rank 1, stage 1 of 3, four micro-batches, 1f1b
//   post in 0, post in 1, post in 2, post grad 0, post grad 1
//   await in 0   F 0   send out 0     await in 1   F 1   send out 1
//   await grad 0   I 0   send grad 0   W 0   post in 3, post grad 2   await in 2   F 2 ...
//
// Only `await` blocks. A value that another stage makes has as many slots as there can be messages
// that were sent and are not yet used up, whatever the timing; its receive is posted when a slot is
// free, which is before its sender can send it. So no message arrives unexpected.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tensor/plan/schedule/schedule.h"
#include "tensor/staged/staged_step.h"

namespace motley::tensor {

struct PipelineAction {
  enum class Kind : uint8_t { kPost, kAwait, kSend, kPhase, kReduce } kind = Kind::kPhase;
  int crossing = -1;  // kPost, kAwait, kSend
  int stage = 0;      // kPhase; kReduce: the sums of its ranks are added up
  StagePhaseKind phase = StagePhaseKind::kForward;
  int microbatch = -1;  // -1: once a step
  friend bool operator==(const PipelineAction&, const PipelineAction&) = default;
};

// The slots of a buffer that lives for a micro-batch.
struct BufferSlots {
  int count = 1;
  std::vector<int> slot_of;  // by micro-batch; empty: the only one
  int of(int64_t m) const { return slot_of.empty() || m < 0 ? 0 : slot_of[m]; }
};

struct PipelineProgram {
  int rank = 0;                    // or group of ranks, which share the stages (grouped_step.h)
  std::vector<int> stages;         // of this rank, ascending
  std::vector<int> rank_of_stage;  // of all
  std::vector<PipelineAction> actions;          // of one step
  std::vector<std::vector<BufferSlots>> slots;  // by stage and buffer; empty for other ranks'

  // Of all buffers of its stages in all their slots.
  int64_t buffer_bytes(const StagedStep& step) const;
};

// When the loss of the step is computed. Where one rank has its stage, behind the last forward
// pass: whoever reports it need not wait for the backward passes, and begins the next step before
// they are done. Ranks that share the stage have it after they have added up their parts.
enum class LossTime : uint8_t { kAtEnd, kAfterForward };

// Programs of all ranks; rank r runs list r of the schedule. A UserError where the schedule is not
// for this step, cannot run, or runs the weight gradients of a stage in another order than that of
// the micro-batches.
std::vector<PipelineProgram> pipeline_programs(const StagedStep& step,
                                               const schedule::Schedule& schedule,
                                               LossTime loss = LossTime::kAtEnd);

// A sentence about the first fault of these programs as a whole, "" if every run of them ends: a
// value that is awaited and never sent, two micro-batches in one slot, or actions that wait for one
// another even if a send ends only after its receive is posted.
std::string fault_of(const StagedStep& step, const std::vector<PipelineProgram>& programs);

// Of a phase or reduction, as `motley schedule` writes it: "2F5", "1W0", "0 update", "0 reduce".
std::string short_name(const PipelineAction& action);
// "forward of micro-batch 3 on stage 1", "await %41 of micro-batch 2 from stage 0 to 1".
std::string to_string(const StagedStep& step, const PipelineAction& action);

}  // namespace motley::tensor
