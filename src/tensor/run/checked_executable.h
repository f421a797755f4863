// A Program that checks itself (stablehlo.custom_call @check.*), on the cpu engine: what the checks
// compare is computed by the engine, the checks themselves are the interpreter's.
#pragma once

#include <vector>

#include "tensor/reference/interpreter.h"
#include "tensor/run/executable.h"

namespace motley::tensor {

// The Program without its checks, with what they compare as further results; the checks as a
// Program on those.
struct CheckedParts {
  Program computation, checks;
  size_t num_results = 0;
};
CheckedParts split_checks(const Program& program);
// Of all results of the computation: those of the Program, and what its checks say.
RunResult checked_results(const CheckedParts& parts, std::vector<Literal> all);

class CheckedExecutable {
 public:
  CheckedExecutable(const Program& program, int num_threads);

  // A UserError where they do not fit. They stay for all runs.
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
