// Parameters and state of a model as something has stored them: a checkpoint of a training, or a
// safetensors file.
//
//   StoredParams params("ckpt", model.signature);        or "params.safetensors"
//   if (params.has(3)) use(params.read(3));
#pragma once

#include <optional>
#include <string>

#include "core/io/checkpoint.h"
#include "tensor/import/model.h"
#include "tensor/import/tensor_file.h"

namespace motley::tensor {

class StoredParams {
 public:
  // The folder of a checkpoint, or a file whose tensors are named NNN.param.NAME or, plainly, as in
  // the signature. A UserError if it is neither.
  StoredParams(const std::string& path, const Signature& signature);

  const std::string& origin() const { return origin_; }  // "ckpt/step-000100"
  bool is_checkpoint() const { return checkpoint_.has_value(); }
  // Whether it has this argument, of any role.
  bool has(int position) const;
  // A UserError if there is none, or one of another type.
  Literal read(int position) const;
  // Throws the UserErrors of read() for all arguments that are not of the batch. A checkpoint has
  // no frozen parameters.
  void check() const;

 private:
  const core::CheckpointTensor* in_checkpoint(int position) const;
  const core::TensorEntry* in_file(int position) const;

  std::string origin_;
  Signature signature_;
  std::optional<core::Checkpoint> checkpoint_;
  std::optional<core::SafetensorsFile> file_;
};

}  // namespace motley::tensor
