// The kinds of cases: what Program a line stands for, and what its arguments are.
//
// One function per kind, in a table; to add a kind is to add a row.
#pragma once

#include <string>
#include <vector>

#include "tensor/compile/compiled_program.h"
#include "tensor/measure/case_line.h"

namespace motley::tensor {

// Values are drawn evenly from [low, high); integers are rounded down.
struct ValueRange {
  double low = -1, high = 1;
};

struct BenchCase {
  Program program;
  std::vector<ValueRange> ranges;    // of each argument's values
  double flops = 0;                  // of the Program as it is written
  double bytes = 0;                  // 0: all arguments and results, once
  std::vector<Update> updates = {};  // results that take the place of arguments
  int64_t num_ops = 0;               // of a chain, whose time is told per op
};

// A UserError at the line where it makes no sense.
BenchCase make_case(const CaseLine& line);

// The same on every machine.
std::vector<Literal> draw_arguments(const BenchCase& bench_case);

// About how many steps the reference interpreter takes for it.
double reference_effort(const Program& program);

}  // namespace motley::tensor
