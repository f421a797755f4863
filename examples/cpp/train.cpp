#include "examples/cpp/train.h"

#include <fmt/format.h>

#include "tensor/grad/reverse.h"
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

  std::vector<int> params;  // positions of the parameters
  std::vector<Literal> arguments;
  for (size_t i = 0; i < builder.signature.size(); ++i) {
    const ArgumentSpec& spec = builder.signature[i];
    if (spec.role == Role::kParam) params.push_back(static_cast<int>(i));
    Literal value = draw_argument(spec, static_cast<int64_t>(i), 0);
    for (int64_t k = 0; k < value.num_elements() && !is_float(spec.type.element); ++k) {
      value.set_signed(k, k % settings.limit);
    }
    arguments.push_back(std::move(value));
  }

  const Program step = differentiate(program, params).program;  // the loss, then the gradients
  double first = 0, last = 0;
  for (int i = 0; i <= settings.steps; ++i) {
    const std::vector<Literal> results = interpret(step, arguments).results;
    last = results[0].get_float(0);
    if (i == 0) first = last;
    if (i % 10 == 0) fmt::print("step {:3}: loss {:.4f}\n", i, last);
    for (size_t p = 0; p < params.size(); ++p) {
      Literal& value = arguments[params[p]];
      for (int64_t k = 0; k < value.num_elements(); ++k) {
        const double gradient = results[p + 1].get_float(k);
        value.set_float(k, value.get_float(k) - settings.rate * gradient);
      }
    }
  }
  return last < 0.5 * first ? 0 : 1;
}

}  // namespace examples
