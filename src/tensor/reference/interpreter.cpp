#include "tensor/reference/interpreter.h"

#include <fmt/format.h>

#include "tensor/reference/runner.h"

namespace motley::tensor {
namespace {

void check_arguments(const Program& program, const std::vector<Literal>& arguments) {
  const core::SourcePosition where{program.source};
  const std::vector<ValueId>& expected = program.body.arguments;
  if (arguments.size() != expected.size()) {
    throw core::UserError(where, fmt::format("the program takes {} arguments, but {} were given",
                                             expected.size(), arguments.size()));
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    const TensorType& type = program.type(expected[i]);
    if (arguments[i].type() == type && arguments[i].num_bytes() == type.num_bytes()) continue;
    throw core::UserError(where, fmt::format("argument {} is {}, but {} was given", i,
                                             type.to_string(), arguments[i].type().to_string()));
  }
}

}  // namespace

RunResult interpret(const Program& program, std::vector<Literal> arguments,
                    const RunOptions& options) {
  check_arguments(program, arguments);
  reference::Runner runner(program.values, program.source, options);
  runner.prepare(program.body);
  runner.watch(program.body);
  std::vector<reference::Slot> slots;
  slots.reserve(arguments.size());
  for (Literal& argument : arguments) slots.push_back(reference::Slot::owned(std::move(argument)));

  RunResult result;
  result.results = runner.run(program.body, std::move(slots));
  result.checks = runner.take_checks();
  return result;
}

std::vector<Literal> evaluate_op(const OpView& view, const std::vector<const Literal*>& operands) {
  const RunOptions options;
  reference::Runner runner(view.values, "", options);
  for (const Region& region : view.op.regions) runner.prepare(region);
  return runner.run_op(view.op, operands);
}

}  // namespace motley::tensor
