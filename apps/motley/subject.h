// What a subcommand is asked to work on: a model folder or a StableHLO file.
#pragma once

#include <optional>
#include <string>

#include "tensor/import/model.h"

namespace motley::apps {

struct Subject {
  tensor::Program program;
  tensor::Signature signature;             // empty where there is none
  std::optional<std::string> inputs_file;  // of the folder
};

// A folder gives its loss; a file in a model folder keeps the folder's signature and inputs where
// they fit its arguments, so that grad.mlir beside loss.mlir needs no more words.
Subject read_subject(const std::string& path);

}  // namespace motley::apps
