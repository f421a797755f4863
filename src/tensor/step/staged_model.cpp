#include "tensor/step/staged_model.h"

#include "tensor/compile/recognize_attention.h"
#include "tensor/ir/precision.h"
#include "tensor/run/gradient_choice.h"
#include "tensor/step/layered_loss.h"

namespace motley::tensor {
namespace {

Microbatches with_count(const ModelStep& step, int64_t count) {
  Microbatches microbatches = step.microbatches();
  microbatches.count = count;
  return microbatches;
}

LayeredLoss loss_of(const ModelStep& step, const LoadedModel& model,
                    std::optional<ElementType> floats) {
  LayeredLoss loss = layered_loss(model.program, loss_arguments(model.signature));
  if (step.options.fuse_attention) loss.program = recognize_attention(loss.program);
  if (floats) loss.program = with_floats_as(loss.program, *floats);
  return loss;
}

}  // namespace

StagedStep staged_step_of(const ModelStep& step, const StageCuts& cuts,
                          std::optional<ElementType> floats) {
  const Microbatches microbatches = with_count(step, cuts.microbatches);
  const LoadedModel model = microbatch_model(step.model, microbatches);
  const LayeredLoss loss = loss_of(step, model, floats);
  StagedStep staged = staged_step(
      loss.program, loss.arguments,
      {.step = {.optimizer = Optimizer::parse(step.options.optimizer),
                .num_microbatches = cuts.microbatches,
                .shared = shared_values(microbatches, model, loss.program, loss.arguments)},
       .cuts = cuts.cuts,
       .recompute = cuts.recompute,
       .bf16_products = step.options.bf16_products,
       .bf16_gradients = step.options.bf16_gradients});
  name_rows(staged.arguments, loss.parts, model.signature);
  return staged;
}

int num_stage_layers(const ModelStep& step) {
  const LayeredLoss loss = loss_of(step, step.microbatch, {});
  return static_cast<int>(stage_cuts(loss.program, loss.arguments).size()) + 1;
}

std::vector<int32_t> stage_microbatches(const ModelStep& step, int64_t most) {
  const auto own = static_cast<int32_t>(step.microbatches().count);
  if (own > 1 || !step.model.adjustable_batch) return {own};
  std::vector<int32_t> counts;
  for (int32_t m = 1; m <= most; m *= 2) {
    if (!can_be_cut(step.model, with_count(step, m))) continue;
    try {
      const LoadedModel model = microbatch_model(step.model, with_count(step, m));
      shared_values(with_count(step, m), model, model.program, loss_arguments(model.signature));
    } catch (const core::UserError&) {
      break;  // samples interact: only the whole batch is one step
    }
    counts.push_back(m);
  }
  return counts;
}

}  // namespace motley::tensor
