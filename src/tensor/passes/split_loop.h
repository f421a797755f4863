// Splits a counted loop into two, the second of which goes on where the first ends:
// what a pipeline stage boundary inside a loop over layers is.
//
//   %y = while (i = 0, x = %x, w = %stack) i < 12 { x = f(x, w[i]) }
//
//   split_loop(program, op, 5):
//
//   %a = slice %stack [0:5];   %m = while (i = 0, x = %x, w = %a) i < 5  { x = f(x, w[i]) }
//   %b = slice %stack [5:12];  %y = while (i = 5, x = %m, w = %b) i < 12 { x = f(x, w[i - 5]) }
//
// A stack of which each iteration reads its own row is cut with the loop, so that whoever runs one
// half needs no more than its rows. All other carried values pass from the first loop to the
// second.
//
// The training step that planning sees has its loops over layers unrolled (unroll_loops.h) and is
// cut between layers like any other; this is for Programs that keep their loops.
#pragma once

#include "tensor/ir/program.h"

namespace motley::tensor {

// `op` is a position in the body of a while whose trip count is known; 0 < turn < its turns.
Program split_loop(const Program& program, int op, int64_t turn);

}  // namespace motley::tensor
