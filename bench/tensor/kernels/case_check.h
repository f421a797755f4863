// Is the answer right? The engine's results against the reference interpreter's: all of them where
// that can be afforded, else parts of them.
//
//   product m=2048 k=768 n=50257     the reference multiplies 32 rows by 32 columns, at the
//                                    beginning and at the end
//
// A part is the same Program on a piece of its arguments, cut along dimensions that the index
// structures of its ops carry through from arguments to results, each index for itself.
#pragma once

#include <string>
#include <vector>

#include "tensor/measure/case_programs.h"

namespace motley::tensor {

struct CheckedAnswer {
  std::string fault;   // empty where all is well
  bool whole = false;  // every element was looked at
};

// `affordable` is a reference_effort. A UserError where there is no way to check within it.
CheckedAnswer check_answer(const BenchCase& bench_case, const std::vector<Literal>& arguments,
                           const std::vector<Literal>& results, double affordable);

}  // namespace motley::tensor
