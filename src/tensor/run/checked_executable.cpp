#include "tensor/run/checked_executable.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.h"
#include "tensor/passes/rewrite.h"

namespace motley::tensor {

CheckedExecutable::Parts CheckedExecutable::split(const Program& program) {
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
  return {std::move(computation).finish(results), std::move(checks).finish({}),
          program.body.results.size()};
}

CheckedExecutable::CheckedExecutable(Parts parts, const Program& program, int num_threads)
    : checks_(std::move(parts.checks)),
      num_results_(parts.num_results),
      executable_(compile(parts.computation, {.num_threads = num_threads})) {
  checks_.source = program.source;
}

CheckedExecutable::CheckedExecutable(const Program& program, int num_threads)
    : CheckedExecutable(split(program), program, num_threads) {}

void CheckedExecutable::set_arguments(const std::vector<Literal>& arguments) {
  const std::vector<TensorType>& types = executable_.compiled().arguments;
  if (arguments.size() != types.size()) {
    throw core::UserError({checks_.source}, fmt::format("takes {} arguments, not {}", types.size(),
                                                        arguments.size()));
  }
  for (size_t i = 0; i < types.size(); ++i) set_argument(static_cast<int>(i), arguments[i]);
}

void CheckedExecutable::set_argument(int i, const Literal& argument) {
  const TensorType& type = executable_.compiled().arguments[i];
  if (argument.type() != type) {
    throw core::UserError(
        {checks_.source},
        fmt::format("argument {} is {}, not {}", i, type.to_string(), argument.type().to_string()));
  }
  std::ranges::copy(argument.bytes(), executable_.argument(i).data());
}

RunResult CheckedExecutable::results() const {
  RunResult result;
  std::vector<Literal> compared;
  const CompiledProgram& compiled = executable_.compiled();
  for (size_t i = 0; i < compiled.results.size(); ++i) {
    (i < num_results_ ? result.results : compared)
        .push_back(
            Literal::from_bytes(compiled.results[i].type, executable_.result(static_cast<int>(i))));
  }
  result.checks = interpret(checks_, std::move(compared)).checks;
  return result;
}

}  // namespace motley::tensor
