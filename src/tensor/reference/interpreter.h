// The reference interpreter: slow, simple, correct.
//
// Runs a Program on its arguments; returns the results and the outcome of every check in the
// Program. It is the oracle for everything else: Programs before and after a pass, plans on many
// ranks, compiled kernels.
//
//   Program p = ...;                         // %0 = multiply %arg0, %arg0; return %0
//   interpret(p, {x}).results[0]             // x * x, rounded to the type of %0
//
// Numerics: each op computes in the compute type of its element type (double for floats) and rounds
// its result once, to nearest-even. Reductions (reduce, reduce_window, scatter, select_and_scatter,
// dot_general, convolution) with a known body accumulate in the compute type and round once at the
// end, except short ones, which round after each step (reduce_cells.h); other bodies round after
// each of their ops. Behaviour that StableHLO leaves undefined follows XLA on CPU: x/0 = -1 for
// integers, shifts by the width or more give 0 (or the sign), float to integer saturates and NaN
// becomes 0, an out-of-range branch index selects the last branch. Subnormal numbers are kept,
// where XLA flushes them to zero.
//
// Values are freed after their last use. Infinite loops are not detected.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tensor/ir/op_row.h"

namespace motley::tensor {

// The outcome of one stablehlo.custom_call @check.*; tolerances: eval_checks.cpp.
struct CheckResult {
  std::string kind;  // "check.expect_eq", ...
  bool passed = true;
  std::string detail;        // the first mismatch: index, got, expected; empty if passed
  int line = 0, column = 0;  // of the op
};

struct RunResult {
  std::vector<Literal> results;
  std::vector<CheckResult> checks;  // in execution order
};

struct RunOptions {
  // Called a few times per second with the number of completed ops of the Program's body and their
  // total. Ops inside a loop call it too, with unchanged numbers.
  std::function<void(int64_t done, int64_t total)> on_progress;
  int64_t memory_limit_bytes = 0;  // for live values; 0: this machine's memory
};

// Throws core::UserError, at the op's position, if the arguments do not match the Program, a result
// does not fit into memory, or an op cannot be run.
RunResult interpret(const Program& program, std::vector<Literal> arguments,
                    const RunOptions& options = {});

// One op alone, for tests. Its regions must not capture values.
std::vector<Literal> evaluate_op(const OpView& view, const std::vector<const Literal*>& operands);

}  // namespace motley::tensor
