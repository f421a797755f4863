#include "tensor/model_run/shown_program.h"

#include <fmt/format.h>

#include <utility>

#include "tensor/compile/recognize_attention.h"
#include "tensor/passes/gradient_marks.h"
#include "tensor/step/layered_loss.h"
#include "tensor/step/model_step.h"

namespace motley::tensor {
namespace {

// Loss, gradients and the optimizer's update as one Program: the step that is planned and trained.
Program whole_step(LoadedModel loaded, const std::string& optimizer) {
  if (loaded.signature.empty()) {  // every float argument is a parameter
    for (size_t i = 0; i < loaded.program.body.arguments.size(); ++i) {
      const TensorType& type = loaded.program.type(loaded.program.body.arguments[i]);
      loaded.signature.push_back({.role = is_float(type.element) ? Role::kParam : Role::kBatch,
                                  .name = fmt::format("{:03}", i),
                                  .type = type,
                                  .init = {}});
    }
  }
  return build_step(loaded, {.optimizer = optimizer})->step.program;
}

}  // namespace

Program shown_program(LoadedModel model, const ShownProgramOptions& options) {
  if (!options.is_differentiated() && model.is_imported)
    model.program = strip_gradient_marks(model.program);
  if (options.grad) {
    differentiate(model, options.compiled);
  } else if (options.compiled && options.step.empty()) {
    model.program = recognize_attention(unrolled(model.program));
  }
  Program program =
      options.step.empty() ? std::move(model.program) : whole_step(std::move(model), options.step);
  verify(program);
  return program;
}

}  // namespace motley::tensor
