// The phases of a stage that run once at the end of a step: squares of gradients for clipping, the
// update of its own parameters, and the mean of the losses.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tensor/staged/staged_step.h"

namespace motley::tensor {

// A parameter and the sums of its gradient: the buffers of its owner.
struct OwnParameter {
  int index = 0;                       // among all parameters
  int argument = 0;                    // of the step
  int buffer = 0;                      // its value
  std::vector<int> sums;               // of the last stage that reads it first, its own last
  std::map<std::string, int> moments;  // optimizer state of this parameter, by name
};

struct UpdateProblem {
  const Optimizer* optimizer = nullptr;
  std::vector<std::vector<OwnParameter>> own;  // by stage
  // By stage: buffers of `lr`, and of the number of steps where the optimizer counts them, else -1.
  std::vector<int> rate, step_count;
};

// Adds kSquares, kUpdate and the crossings of squares to the stages.
void add_update_phases(StagedStep& step, const UpdateProblem& problem);
// `parts` is the buffer with the losses of all micro-batches.
void add_loss_phase(StagedStep& step, int stage, int parts);

// A new buffer of a stage.
int add_buffer(Stage& stage, std::string name, TensorType type, BufferLife life);

}  // namespace motley::tensor
