// Runs a Program that contains checks (stablehlo.custom_call @check.*) on the cpu engine: the
// engine computes the operands of the checks, the interpreter evaluates the checks.
#pragma once

#include <vector>

#include "tensor/reference/interpreter.h"
#include "tensor/run/executable.h"

namespace motley::tensor {

// `computation` is the Program without its checks; the operands of the checks are appended to its
// results. `checks` is a Program that takes those operands as its arguments.
struct CheckedParts {
  Program computation, checks;
  size_t num_results = 0;
};
CheckedParts split_checks(const Program& program);
// Splits the results of `computation` into the Program's own results and the outcome of its checks.
RunResult checked_results(const CheckedParts& parts, std::vector<Literal> all);

class CheckedExecutable {
 public:
  CheckedExecutable(const Program& program, int num_threads);

  // Throws a UserError on a type mismatch. Arguments keep their values across runs.
  void set_arguments(const std::vector<Literal>& arguments);
  void set_argument(int i, const Literal& argument);
  void run() { executable_.run(); }
  RunResult results() const;  // of the last run
  Executable& executable() { return executable_; }

 private:
  CheckedParts parts_;
  Executable executable_;
};

}  // namespace motley::tensor
