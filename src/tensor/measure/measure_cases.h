// The cases to measure: lines in the case format (case_line.h), each with the kind of work
// (tensor/kernels/kernel_work.h) that it calibrates in front, and with lists of extents.
//
//   product.nn: product bmk,bkn->bmn b=fill m=16|256 n=64 k=64      two cases
//
// `b=fill` chooses the number of products so that every thread has work. The order of the lines
// matters: all other work in a case's kernels must have been calibrated before, since it is
// subtracted. Cases over a few milliseconds are left out: short runs are likely to hit an
// undisturbed moment.
#pragma once

#include <string>
#include <vector>

#include "tensor/measure/case_line.h"

namespace motley::tensor {

struct MeasureCase {
  std::string kind;  // that it calibrates
  CaseLine line;
};

std::vector<MeasureCase> parse_measure_cases(const std::string& text, int num_threads);

// The list for the cpu engine.
std::vector<MeasureCase> measure_cases(int num_threads);

}  // namespace motley::tensor
