// The answer to whether our gradient of a model's loss agrees with JAX's, kept in the model folder:
//
//   gradient.json   {"loss": "9f3c..", "gradient": "02ab..", "agrees": true,
//                    "max_relative_error": 2.1e-13, "reason": ""}
//
// `loss` and `gradient` are the hashes of the Programs that were compared.
#pragma once

#include <optional>
#include <string>

#include "tensor/import/model.h"

namespace motley::tensor {

struct GradientComparison {
  bool agrees = false;
  double max_relative_error = 0;
  std::string reason;  // why they do not agree, or cannot be compared; empty if they do

  friend bool operator==(const GradientComparison&, const GradientComparison&) = default;
};

// Nothing if there is none, or it is about other Programs.
std::optional<GradientComparison> read_comparison(const Model& model);
void write_comparison(const Model& model, const GradientComparison& comparison);

}  // namespace motley::tensor
