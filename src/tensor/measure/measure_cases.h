// What is measured of a machine: lines of the benchmark's language (case_line.h) with the kind of
// work (tensor/kernels/kernel_work.h) that each teaches in front, and lists of extents in them.
//
//   product.nn: product bmk,bkn->bmn b=fill m=16|256 n=64 k=64      two cases
//
// `b=fill` is the number of products that gives every thread some work. Lines stand in the order in
// which kinds are learned: what else the kernels of a case do must be known by then, and is
// subtracted. Whatever is beyond a few milliseconds is left out: short runs find a moment without
// others.
#pragma once

#include <string>
#include <vector>

#include "tensor/measure/case_line.h"

namespace motley::tensor {

struct MeasureCase {
  std::string kind;  // that it teaches
  CaseLine line;
};

std::vector<MeasureCase> parse_measure_cases(const std::string& text, int num_threads);

// The list for this engine.
std::vector<MeasureCase> measure_cases(int num_threads);

}  // namespace motley::tensor
