// A model as its user names it: a model folder, a StableHLO file, or a built-in model.
//
//   const LoadedModel model = load_model("gpt:layers=2,hidden=64,batch=8");
//   model.program, model.signature          the loss, and the roles of its arguments
//   model.with_batch(2)                     the same model with two samples in a batch
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tensor/import/model.h"

namespace motley::tensor {

struct LoadedModel {
  Program program;
  Signature signature;                     // empty if there is none
  std::optional<std::string> inputs_file;  // of the folder
  std::string name;                        // as given to load_model
  // The batch size of a built-in model, which can be changed, or of a folder, which may allow
  // parts.
  std::optional<int64_t> adjustable_batch;
  std::string gradient_note = {};          // for the user, on whose gradient it has; may be empty
  bool is_imported = false;                // the gradient is JAX's, part of the program
  std::optional<Program> evaluation = {};  // the loss that evaluations report, if another
  bool bf16_products = false;              // `dtype=bf16` of a built-in model, as --precision bf16

  // For a model with an adjustable batch. Empty if there is none with so many samples, for
  // `fixed_reason`: of a folder there are those with a divisor of its batch, where every sample is
  // treated alike (part_of_batch.h).
  std::optional<LoadedModel> with_batch(int64_t batch) const;
  std::string fixed_reason(int64_t batch) const;

  // Of a part of one sample, which has no other to interact with: nor had those of the whole batch.
  bool is_sample_alone = false;
  struct Parts;  // of a folder's batch, found once each; also by copies of the model
  std::shared_ptr<Parts> parts = {};
};

// A folder gives its loss. A file in a model folder keeps the folder's signature and inputs where
// they match its arguments, so that grad.mlir beside loss.mlir needs no more options. What is no
// path may be a built-in model such as gpt:layers=2,hidden=64.
LoadedModel load_model(const std::string& path);

// Throws a UserError for a model that cannot be trained: without a signature, or without a scalar
// float as its first result.
void check_trainable(const LoadedModel& model);

// Throws a UserError for a whole training step, which has an optimizer of its own, if one is given
// by --optimizer or --lr.
void check_optimizer_given(const LoadedModel& model, bool is_given);

// Replaces the Program by the loss and the gradients of its parameters: of all float arguments
// where there is no signature. Returns the names of parameters that the loss does not depend on.
// fuse_attention: while it can still be recognized, which is before it is differentiated.
std::vector<std::string> differentiate(LoadedModel& loaded, bool fuse_attention = false);

// All flops of a Program's body; a loop of unknown trip count counts as one iteration.
double flops_of(const Program& program);

}  // namespace motley::tensor
