#include "tensor/step/model_step.h"

#include <algorithm>

#include "tensor/compile/recognize_attention.h"
#include "tensor/grad/recompute.h"
#include "tensor/ir/printer.h"
#include "tensor/passes/bf16_products.h"
#include "tensor/passes/close_loops.h"
#include "tensor/passes/pass.h"
#include "tensor/plan/strategy/sharding_strategies.h"
#include "tensor/run/gradient_choice.h"
#include "tensor/step/evaluation.h"
#include "tensor/step/layered_loss.h"

namespace motley::tensor {
namespace {

// Simplifies the step's Program. Gradients are found again as results that it has for a moment.
void simplify_step(TrainStep& step) {
  auto& results = step.program.body.results;
  const size_t num_results = results.size();
  results.insert(results.end(), step.gradients.begin(), step.gradients.end());
  step.program = close_loops(simplify(std::move(step.program)));
  step.gradients.assign(results.begin() + std::ssize(results) - std::ssize(step.gradients),
                        results.end());
  results.resize(num_results);
}

// `microbatch` has a batch of one micro-batch.
TrainStep make_step(const LoadedModel& microbatch, const StepOptions& options) {
  const LayeredLoss layered =
      layered_loss(microbatch.program, loss_arguments(microbatch.signature));
  const Program loss =
      options.fuse_attention ? recognize_attention(layered.program) : layered.program;
  const std::vector<LossArgument>& arguments = layered.arguments;
  TrainStep step =
      train_step(loss, arguments,
                 {.optimizer = Optimizer::parse(options.optimizer),
                  .num_microbatches = options.microbatches.count,
                  .shared = shared_values(options.microbatches, microbatch, loss, arguments),
                  .sample_counters = counters_of_samples(options.microbatches, loss, arguments)});
  name_rows(step.arguments, layered.parts, microbatch.signature);
  step.loops = layered.loops;
  if (options.bf16_products)
    step.program = with_bf16_products(std::move(step.program), options.bf16_gradients);
  simplify_step(step);
  if (options.microbatches.layers) {
    return with_recomputation(step, *options.microbatches.layers, options.microbatches.count);
  }
  if (options.microbatches.recompute) {
    return with_recomputation(step, options.microbatches.keep_products ? Recomputation::kSelective
                                                                       : Recomputation::kLayers);
  }
  return has_checkpoints(layered.program) ? with_recomputation(step, Recomputation::kAsMarked)
                                          : step;
}

}  // namespace

int64_t ModelStep::samples_per_step() const {
  return std::max<int64_t>(1, strategy::batch_dim(step).extent);
}

ModelStepPtr build_step(const LoadedModel& model, const StepOptions& options) {
  check_trainable(model);
  auto built = std::make_shared<ModelStep>(
      ModelStep{.model = model,
                .options = options,
                .microbatch = microbatch_model(model, options.microbatches),
                .step = {}});
  built->options.bf16_products |= model.bf16_products;
  built->step = make_step(built->microbatch, built->options);
  if (built->microbatch.evaluation) built->evaluation = evaluation_program(*built);
  return built;
}

ModelStepPtr build_step(const ModelStep& other, const Microbatches& microbatches) {
  StepOptions options = other.options;
  options.microbatches = microbatches;
  return build_step(other.model, options);
}

TrainStep microbatch_step(const ModelStep& step) {
  StepOptions options = step.options;
  options.microbatches = {.recompute = step.microbatches().recompute,
                          .keep_products = step.microbatches().keep_products,
                          .layers = step.microbatches().layers};
  return make_step(step.microbatch, options);
}

double model_flops(const ModelStep& step) {
  if (!step.options.fuse_attention && !step.microbatches().recompute) {
    return flops_of(step.step.program);
  }
  StepOptions plain = step.options;
  plain.fuse_attention = false;
  plain.microbatches.recompute = false;
  plain.microbatches.layers = {};
  return flops_of(make_step(step.microbatch, plain).program);
}

std::vector<Update> updates_of(const TrainStep& step) {
  std::vector<Update> updates;
  for (int i = 0; i < step.num_params + step.num_state; ++i) updates.push_back({i + 1, i});
  return updates;
}

std::vector<std::string> value_names(const TrainStep& step) {
  std::vector<std::string> names = value_names(step.program);
  for (size_t i = 0; i < step.arguments.size(); ++i) {
    names[step.program.body.arguments[i].index] = step.arguments[i].name;
  }
  return names;
}

}  // namespace motley::tensor
