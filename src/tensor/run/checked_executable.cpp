#include "tensor/run/checked_executable.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.h"
#include "tensor/passes/rewrite.h"

namespace motley::tensor {

CheckedParts split_checks(const Program& program) {
  std::vector<ValueId> compared;
  for (const Op& op : program.body.ops) {
    if (op.code == OpCode::kCustomCall)
      compared.insert(compared.end(), op.operands.begin(), op.operands.end());
  }
  Rewrite computation(program), checks(program, compared);
  for (const Op& op : program.body.ops) {
    (op.code == OpCode::kCustomCall ? checks : computation).keep(op);
  }
  std::vector<ValueId> results = program.body.results;
  results.insert(results.end(), compared.begin(), compared.end());
  CheckedParts parts{std::move(computation).finish(results), std::move(checks).finish({}),
                     program.body.results.size()};
  parts.computation.source = parts.checks.source = program.source;
  return parts;
}

RunResult checked_results(const CheckedParts& parts, std::vector<Literal> all) {
  RunResult result;
  std::vector<Literal> compared(std::make_move_iterator(all.begin() + std::ssize(all) -
                                                        std::ssize(parts.checks.body.arguments)),
                                std::make_move_iterator(all.end()));
  all.resize(parts.num_results);
  result.results = std::move(all);
  result.checks = interpret(parts.checks, std::move(compared)).checks;
  return result;
}

CheckedExecutable::CheckedExecutable(const Program& program, int num_threads)
    : parts_(split_checks(program)),
      executable_(compile(parts_.computation, {.num_threads = num_threads})) {}

void CheckedExecutable::set_arguments(const std::vector<Literal>& arguments) {
  const std::vector<TensorType>& types = executable_.compiled().arguments;
  if (arguments.size() != types.size()) {
    throw core::UserError({parts_.checks.source}, fmt::format("takes {} arguments, not {}",
                                                              types.size(), arguments.size()));
  }
  for (size_t i = 0; i < types.size(); ++i) set_argument(static_cast<int>(i), arguments[i]);
}

void CheckedExecutable::set_argument(int i, const Literal& argument) {
  const TensorType& type = executable_.compiled().arguments[i];
  if (argument.type() != type) {
    throw core::UserError(
        {parts_.checks.source},
        fmt::format("argument {} is {}, not {}", i, type.to_string(), argument.type().to_string()));
  }
  std::ranges::copy(argument.bytes(), executable_.argument(i).data());
}

RunResult CheckedExecutable::results() const {
  std::vector<Literal> all;
  const CompiledProgram& compiled = executable_.compiled();
  for (size_t i = 0; i < compiled.results.size(); ++i) {
    all.push_back(
        Literal::from_bytes(compiled.results[i].type, executable_.result(static_cast<int>(i))));
  }
  return checked_results(parts_, std::move(all));
}

}  // namespace motley::tensor
