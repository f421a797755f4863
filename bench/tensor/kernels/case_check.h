// Checks the engine's results with the reference interpreter: all of them if that is affordable,
// otherwise parts.
//
//   product m=2048 k=768 n=50257     the reference multiplies 32 rows by 32 columns, at the
//                                    beginning and at the end
//
// A part is the same Program on a slice of its arguments, along dimensions that the index
// structures of its ops carry from arguments to results, index by index.
#pragma once

#include <string>
#include <vector>

#include "tensor/measure/case_programs.h"

namespace motley::tensor {

struct CheckedAnswer {
  std::string fault;   // empty if correct
  bool whole = false;  // every element was compared
};

// `affordable` is in units of reference_effort. Throws a UserError if nothing can be checked within
// it.
CheckedAnswer check_answer(const BenchCase& bench_case, const std::vector<Literal>& arguments,
                           const std::vector<Literal>& results, double affordable);

}  // namespace motley::tensor
