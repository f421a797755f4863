// The kinds of cases: turns a line into a Program with its arguments. One function per kind, in a
// table; adding a kind adds a row.
#pragma once

#include <string>
#include <vector>

#include "tensor/compile/compiled_program.h"
#include "tensor/measure/case_line.h"

namespace motley::tensor {

// Values are uniform in [low, high); integers are rounded down.
struct ValueRange {
  double low = -1, high = 1;
};

struct BenchCase {
  Program program;
  std::vector<ValueRange> ranges;    // of the values of each argument
  double flops = 0;                  // of the Program as written
  double bytes = 0;                  // 0: all arguments and results, once
  std::vector<Update> updates = {};  // results that overwrite arguments
  int64_t num_ops = 0;               // of a chain, whose time is reported per op
};

// Throws a UserError at the line if it is invalid.
BenchCase make_case(const CaseLine& line);

// Deterministic: the same on every machine.
std::vector<Literal> draw_arguments(const BenchCase& bench_case);

// Approximate number of steps the reference interpreter takes.
double reference_effort(const Program& program);

}  // namespace motley::tensor
