#include "examples/cpp/train.h"

#include <fmt/format.h>

#include "tensor/grad/train_step.h"
#include "tensor/ir/printer.h"
#include "tensor/reference/interpreter.h"

using namespace motley::tensor;

namespace examples {

int train(const std::string& name, const std::function<Expr(const Params&)>& loss,
          const TrainSettings& settings) {
  LossBuilder builder(name);
  const Expr result = loss(Params(builder));
  const Program program = std::move(builder.program).finish({result.id()});
  fmt::print("{}\n", print(program));

  // The whole step as one Program: (params, state, lr, batch) -> (loss, new params, new state).
  std::vector<LossArgument> roles;
  for (const ArgumentSpec& spec : builder.signature) {
    roles.push_back({spec.role == Role::kParam, spec.name});
  }
  const TrainStep step = train_step(program, roles, {.optimizer = Optimizer::parse("momentum")});
  fmt::print("{} ops in a step\n", num_ops(step.program));

  std::vector<Literal> arguments;
  for (const StepArgument& argument : step.arguments) {
    Literal value = Literal::zeros(argument.type);  // as the optimizer's state begins
    if (argument.role == StepRole::kSetting) value.set_float(0, settings.rate);
    if (argument.loss_argument >= 0) {
      value = draw_argument(builder.signature[argument.loss_argument], argument.loss_argument, 0);
    }
    for (int64_t k = 0; argument.role == StepRole::kBatch && k < value.num_elements(); ++k) {
      if (!is_float(value.element())) value.set_signed(k, k % settings.limit);
    }
    arguments.push_back(std::move(value));
  }

  double first = 0, last = 0;
  for (int i = 0; i <= settings.steps; ++i) {
    std::vector<Literal> results = interpret(step.program, arguments).results;
    last = results[0].get_float(0);
    if (i == 0) first = last;
    if (i % 10 == 0) fmt::print("step {:3}: loss {:.4f}\n", i, last);
    for (size_t k = 1; k < results.size(); ++k) arguments[k - 1] = std::move(results[k]);
  }
  return last < 0.5 * first ? 0 : 1;
}

}  // namespace examples
