// Whose gradient a model folder is trained by: our own differentiation of its loss, or JAX's.
//
// StableHLO shows nothing of jax.lax.stop_gradient and custom gradient rules. The exporter marks
// them in loss.mlir and writes JAX's own gradient beside it, which is the judge: our
// differentiation is used if the two agree on random inputs, otherwise JAX's gradient is.
#pragma once

#include <string>
#include <vector>

#include "tensor/grad/train_step.h"
#include "tensor/import/gradient_comparison.h"

namespace motley::tensor {

inline constexpr double kInterpretedFlops = 1e8;  // of one gradient: about a second

// Runs both gradients on two random inputs and on the folder's own: in float64 on the reference
// interpreter if that takes about a second, otherwise in float32 on the cpu engine. The model must
// have a grad.mlir.
GradientComparison compare_gradients(const Model& model, int num_threads = 1);

struct GradientChoice {
  Program loss;              // to be differentiated: gives the chosen gradient
  bool is_imported = false;  // JAX's
  std::string note;          // for the user, if the choice has a consequence; else empty
};

// Reads the kept answer, or compares on the spot if the model is small. One that is too large to be
// run here has our gradient, with a warning, if it consists of the same matrix products as JAX's;
// otherwise JAX's, as has one whose loss we cannot differentiate. Without a grad.mlir ours is used,
// with a warning. A whole training step, with state instead of parameters, has no gradient.
GradientChoice choose_gradient(const Model& model, double max_flops = kInterpretedFlops);

// The roles of a signature, for train_step.
std::vector<LossArgument> loss_arguments(const Signature& signature);

}  // namespace motley::tensor
