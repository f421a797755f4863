// Models as staged steps with values for their arguments, for tests of pipelines.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "tensor/compile/recognize_attention.h"
#include "tensor/import/model.h"
#include "tensor/import/tensor_file.h"
#include "tensor/ir/precision.h"
#include "tensor/run/gradient_choice.h"
#include "tensor/staged/staged_step.h"
#include "tensor/step/microbatches.h"
#include "tensor/step/model_step.h"

namespace motley::tensor {

// A loss of one micro-batch and what a step of it needs.
struct StagedCase {
  Program loss;
  std::vector<LossArgument> arguments;
  TrainStepSettings settings;
  std::vector<Literal> values;  // of the step's arguments
  int num_layers = 0;

  StagedStep staged(std::vector<int> cuts, std::vector<bool> recompute = {}) const {
    return staged_step(loss, arguments, {settings, std::move(cuts), std::move(recompute)});
  }
  // Cuts into `count` stages of about equally many layers.
  std::vector<int> even_cuts(int count) const {
    std::vector<int> cuts;
    for (int s = 1; s < count; ++s) cuts.push_back(s * num_layers / count);
    return cuts;
  }
};

// `model` is built in, with a batch of all micro-batches together. `frozen`: numbers of parameters
// that are not trained.
inline StagedCase staged_case(const std::string& model, int64_t num_microbatches,
                              const std::string& optimizer = "sgd",
                              ElementType element = ElementType::kF64,
                              const std::vector<int>& frozen = {}) {
  const LoadedModel loaded = load_model(model);
  const Microbatches microbatches{.count = num_microbatches, .cross_sample = true};
  const LoadedModel one = microbatch_model(loaded, microbatches);
  StagedCase c;
  c.loss = with_floats_as(recognize_attention(one.program), element);
  c.arguments = loss_arguments(one.signature);
  int parameter = 0;
  for (LossArgument& a : c.arguments) {
    if (!a.is_param || !std::ranges::count(frozen, parameter++)) continue;
    a = {.is_param = false, .name = a.name, .otherwise = NotTrained::kFrozen};
  }
  c.settings = {.optimizer = Optimizer::parse(optimizer),
                .num_microbatches = num_microbatches,
                .shared = shared_values(microbatches, c.loss, c.arguments)};
  c.num_layers = static_cast<int>(stage_cuts(c.loss, c.arguments).size()) + 1;
  std::mt19937_64 random(7);
  for (const StepArgument& a : arguments_of_step(c.loss, c.arguments, c.settings)) {
    if (a.loss_argument >= 0 && a.role != StepRole::kBatch) {
      c.values.push_back(with_floats_as(
          draw_argument(one.signature[a.loss_argument], a.loss_argument, 3), element));
      continue;
    }
    if (a.role == StepRole::kBatch) {
      Literal whole = Literal::zeros(a.type);
      const int64_t parts = a.type.is_scalar() ? 1 : num_microbatches;
      for (int64_t m = 0; m < parts; ++m) {
        const Literal part = with_floats_as(
            draw_argument(one.signature[a.loss_argument], a.loss_argument, 5 + m), element);
        std::ranges::copy(part.bytes(), whole.data() + m * part.num_bytes());
      }
      c.values.push_back(std::move(whole));
      continue;
    }
    Literal& value = c.values.emplace_back(Literal::zeros(a.type));
    for (int64_t i = 0; i < value.num_elements(); ++i) {
      const double drawn = 1 + static_cast<double>(random() % 1000) / 1000;
      value.set_from_double(i, a.role == StepRole::kSetting ? 0.01 : drawn);
    }
  }
  return c;
}

}  // namespace motley::tensor
