// The values of a Program's arguments: from a file, or drawn as its signature says.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tensor/import/stored_params.h"
#include "tensor/import/tensor_file.h"
#include "tensor/step/loaded_model.h"

namespace motley::tensor {

struct ArgumentSource {
  std::string model;   // its name, for messages
  std::string file;    // empty: that of the model's folder, or drawn
  std::string params;  // of parameters and state, before those of the file
  uint64_t seed = 0;
  int threads = 1;
};

// Values for the arguments, one at a time, and a word on where they come from.
class RunArguments {
 public:
  // A UserError where the file given is not one of these arguments. `loaded` must outlive it.
  RunArguments(const LoadedModel& loaded, ArgumentSource source);

  const std::string& origin() const { return origin_; }
  size_t count() const { return types_.size(); }

  Literal get(size_t i) const;
  // All of them, for who keeps them as they are. A UserError where they do not fit into memory.
  std::vector<Literal> all() const;

 private:
  ArgumentSpec spec(size_t i) const;
  bool is_stored(size_t i) const;  // by params_
  bool only_defaults() const;

  const LoadedModel& loaded_;
  ArgumentSource source_;
  std::vector<TensorType> types_;
  std::optional<ArgumentFile> file_;
  std::optional<StoredParams> params_;
  std::string origin_;
};

}  // namespace motley::tensor
