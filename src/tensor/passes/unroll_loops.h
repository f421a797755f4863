// Loops over layers are layers: a counted loop is unrolled completely, so that planning,
// recomputation, fusion and pipelines see what its author might as well have written as a loop of
// his own language.
//
//   %y = while (i = 0, x = %x, w = %stack) i < 3 {     %0 = slice %stack [0:1]; %1 = f(%x, %0)
//     x = f(x, dynamic_slice w, i); i = i + 1     ->   %2 = slice %stack [1:2]; %3 = f(%1, %2)
//   }                                                  %4 = slice %stack [2:3]; %y = f(%3, %4)
//
// Integers that an iteration computes from its number are constants. A stack into which every
// iteration writes its own row (the outputs of a scan, what its backward pass reads, the gradient
// of stacked parameters) is never built if it is only read row by row: reading a row gives what was
// written.
#pragma once

#include <string>
#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor {

struct UnrollLimits {
  // Ops of all iterations together. Beyond this a loop stays a loop: compiling and planning take
  // too long. 48 layers of gpt2-xl have 6,000.
  int64_t max_ops = 16384;
  // Iterations of a loop that reads no row of an argument in each iteration, a scan over time: its
  // iterations all use the same parameters.
  int64_t max_turns_without_stack = 64;
};

struct Unrolled {
  Program program;
  // Arguments of which each iteration reads its own row: layers stacked along dimension 0.
  std::vector<int> stacked;
  // Loops that stay, in words: "while of 4096 iterations, line 12: stays a loop".
  std::vector<std::string> kept;
};

Unrolled unroll_loops(const Program& program, const UnrollLimits& limits = {});

// A part of an argument: row `row` of dimension 0, or all of it (-1).
struct ArgumentPart {
  int argument = 0;
  int64_t row = -1;
  int64_t num_rows = 1;
};

// Every argument in `stacked` whose rows are only read one by one is replaced by an argument for
// each row, of the row's shape: parameters of a layer are then arguments of their own. The others
// stay. `parts` is parallel to the new arguments.
struct Unstacked {
  Program program;
  std::vector<ArgumentPart> parts;
};
Unstacked unstack_arguments(const Program& program, const std::vector<int>& stacked);

// The way back, for a Program with the arguments of an unstacked one: takes the whole arguments
// again. Its last results belong to the arguments at `positions`, ascending within a stack; those
// of the rows of a stack are joined.
Program restack_arguments(const Program& program, const std::vector<ArgumentPart>& parts,
                          const std::vector<int>& positions);

}  // namespace motley::tensor
