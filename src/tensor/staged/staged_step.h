// StagedStep: a training step cut into the stages of a pipeline, each of them a few small Programs
// of one micro-batch. What a schedule arranges in time, and a pipeline runs.
//
//   h = tanh(x w0); loss = sum(tanh(h w1)), cut behind h:
//
//              forward F(m)            input gradient I(m)       weight gradient W(m)
//   stage 0    x, w0 -> h                                        x, h, dh -> dw0
//   stage 1    h, w1 -> loss, stash    stash, w1 -> dh, dy       h, dy -> dw1
//   crossings  h: 0 -> 1               dh: 1 -> 0
//
// The backward pass of a stage is always I, then W: the same two Programs whether a schedule keeps
// them together or apart, and the W of a stage run in the order of the micro-batches. Then every
// schedule gives the same bits. Around them, once a step: casts of parameters (once), values of all
// micro-batches (prologue), squares of gradients for clipping, the update, and the loss.
//
// The values between these phases live in numbered buffers of the stage. A stage reads the batch by
// itself: labels, masks and positions never travel. A parameter that several stages read is owned
// by the first of them; the others hold copies, send it the sums of their gradients, and are sent
// the new value.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tensor/grad/step_structure.h"
#include "tensor/grad/train_step.h"

namespace motley::tensor {

enum class StagePhaseKind : uint8_t {
  kOnce,                 // at the beginning of a step: what depends on parameters alone
  kPrologue,             // the shared values of all micro-batches
  kForward,              // of one micro-batch
  kInputGradient,        // of one micro-batch: what earlier stages wait for
  kFirstWeightGradient,  // of micro-batch 0: writes the sums of gradients
  kWeightGradient,       // of the others: adds to them
  kSquares,              // of the gradients, where they are clipped
  kUpdate,               // of parameters and optimizer state
  kLoss,                 // the mean of the losses of all micro-batches
};
inline constexpr int kNumStagePhases = 9;
const char* name(StagePhaseKind kind);

enum class BufferLife : uint8_t {
  kStep,        // one value
  kRows,        // one value; micro-batch m reads or writes the m-th of its equal parts
  kMicrobatch,  // a value for each micro-batch that is under way
};

struct StageBuffer {
  std::string name;  // of the value in the gradient of one micro-batch, or of the argument
  TensorType type;   // whole, for kRows
  BufferLife life = BufferLife::kMicrobatch;
};

// Argument i of the Program is buffer inputs[i]; result i is written to buffer outputs[i]. A buffer
// in both is updated in place.
struct StagePhase {
  Program program;
  std::vector<int> inputs, outputs;

  bool is_empty() const { return outputs.empty(); }
};

struct Stage {
  std::vector<StageBuffer> buffers;
  std::array<StagePhase, kNumStagePhases> phases;
  bool recompute = false;

  const StagePhase& phase(StagePhaseKind kind) const { return phases[static_cast<size_t>(kind)]; }
  StagePhase& phase(StagePhaseKind kind) { return phases[static_cast<size_t>(kind)]; }
};

struct BufferPlace {
  int stage = 0, buffer = 0;
  friend bool operator==(const BufferPlace&, const BufferPlace&) = default;
};

// A value that one stage makes and another reads.
struct Crossing {
  enum class When : uint8_t {
    kForward,   // of each micro-batch, after F
    kBackward,  // of each micro-batch, after I
    // Once a step:
    kTiedGradient,  // a part of the gradient of a parameter, after the last W, to its owner
    kSquares,       // after kSquares, to all stages
    kNewValue,      // after the update, to the copies of a parameter or of the model's state
  } when = When::kForward;
  BufferPlace from, to;

  bool is_of_microbatch() const { return when == When::kForward || when == When::kBackward; }
};

struct TiedParameter {
  int argument = 0;         // of the step
  std::vector<int> stages;  // that read it, ascending; the first is its owner
};

// A new value of the model's state, which replaces the old one at the end of the step.
struct StateReplacement {
  int stage = 0, new_buffer = 0, buffer = 0;
};

struct StagedStep {
  int64_t num_microbatches = 1;
  std::vector<Stage> stages;
  std::vector<Crossing> crossings;
  std::vector<TiedParameter> tied;
  std::vector<StateReplacement> replacements;
  // The arguments of the step, in the order of train_step, and where each is held: parameters and
  // state at their owner first. Empty where no stage reads it.
  std::vector<StepArgument> arguments;
  std::vector<std::vector<BufferPlace>> held;
  int num_params = 0, num_state = 0;
  BufferPlace loss;  // of the step

  int num_stages() const { return static_cast<int>(stages.size()); }
  const StageBuffer& buffer(BufferPlace at) const { return stages[at.stage].buffers[at.buffer]; }
};

struct StagedStepSettings {
  TrainStepSettings step;
  // Layers are the intervals between `stage_cuts`; stage s has layers [cuts[s - 1], cuts[s]).
  std::vector<int> cuts;
  std::vector<bool> recompute = {};  // by stage; empty: none
  // Mixed precision, as in passes/bf16_products.h; parameters are cast once a step.
  bool bf16_products = false, bf16_gradients = false;
};

// Where the forward pass of a loss can be cut: at the cuts of its structure.
std::vector<Cut> stage_cuts(const Program& loss, const std::vector<LossArgument>& arguments);

// `loss` is that of one micro-batch, as for train_step, with the same errors. A UserError for cuts
// that are not ascending or beyond the layers, and for what cannot be cut.
StagedStep staged_step(const Program& loss, const std::vector<LossArgument>& arguments,
                       const StagedStepSettings& settings);

}  // namespace motley::tensor
