// The reference interpreter: slow, obvious, right.
//
// Takes a Program and its arguments, gives the results and the outcome of every check that the
// Program holds. All else is measured against it: passes before and after, plans on many ranks,
// compiled kernels.
//
//   Program p = ...;                         // %0 = multiply %arg0, %arg0; return %0
//   interpret(p, {x}).results[0]             // x * x, rounded to the type of %0
//
// Numbers: each op computes in the carrier of its element type (double for floats) and rounds its
// result once, to nearest-even. Folds over many elements (reduce, reduce_window, scatter,
// select_and_scatter, dot_general, convolution) with a known body accumulate in the carrier and
// round once at the end, but for short ones, which round after each step (reduce_cells.h); other
// bodies round after each of their ops. What StableHLO leaves open follows XLA on CPU: x/0 = -1 for
// integers, shifts by the width or more give 0 (or the sign), float to integer saturates and NaN
// becomes 0, a branch index out of range takes the last branch. Subnormal numbers are kept, where
// XLA flushes them to zero.
//
// Values are freed after their last use. A loop that never ends is the user's business.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tensor/ir/op_row.h"

namespace motley::tensor {

// The outcome of one stablehlo.custom_call @check.*; eval_checks.cpp states the tolerances.
struct CheckResult {
  std::string kind;  // "check.expect_eq", ...
  bool passed = true;
  std::string detail;        // of the first mismatch: index, got, expected; empty where passed
  int line = 0, column = 0;  // of the op
};

struct RunResult {
  std::vector<Literal> results;
  std::vector<CheckResult> checks;  // in the order in which they ran
};

struct RunOptions {
  // Called a few times per second with the number of finished ops of the Program's body and of
  // all of them. Ops inside a loop call it too, with numbers that stand still.
  std::function<void(int64_t done, int64_t total)> on_progress;
  int64_t memory_limit_bytes = 0;  // for values alive at a time; 0: this machine's memory
};

// Throws core::UserError, at the op's position, where the arguments do not fit the Program, a
// result would not fit into memory, or an op cannot be run at all.
RunResult interpret(const Program& program, std::vector<Literal> arguments,
                    const RunOptions& options = {});

// One op alone, for tests. Its regions may use nothing from outside.
std::vector<Literal> evaluate_op(const OpView& view, const std::vector<const Literal*>& operands);

}  // namespace motley::tensor
