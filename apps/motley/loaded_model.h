// What a subcommand is asked to work on: a model folder, a StableHLO file, or a built-in model.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tensor/import/model.h"

namespace motley::apps {

struct LoadedModel {
  tensor::Program program;
  tensor::Signature signature;             // empty where there is none
  std::optional<std::string> inputs_file;  // of the folder
  std::string gradient_note = {};          // on whose gradient it has; may be empty
  bool is_imported = false;                // the gradient is JAX's, part of the program
};

// On standard error, where there is one. Ranks of a job say nothing: training has its notes.
void print_gradient_note(const LoadedModel& loaded);

// A folder gives its loss; a file in a model folder keeps the folder's signature and inputs where
// they fit its arguments, so that grad.mlir beside loss.mlir needs no more words. What is no path
// may be a built-in model such as gpt:layers=2,hidden=64.
LoadedModel load_model(const std::string& path);

// The loss and the gradients of its parameters instead: of all float arguments where there is no
// signature. Returns the names of parameters that the loss does not depend on.
std::vector<std::string> differentiate(LoadedModel& loaded);

// All flops of a Program's body; a loop counts as one turn.
double flops_of(const tensor::Program& program);

}  // namespace motley::apps
