// The inner loop of elimination, compiled for each instruction set (core/base/vector_isa.h).
#pragma once

#include <cstdint>

#include "core/base/vector_isa.h"

namespace motley::tensor::solve {

// The terms of a bucket that depend on the innermost node of its scope: row x of term i starts at
// data[i] + x * strides[i].
struct InnerTerms {
  const double* const* data;
  const int64_t* strides;
  int32_t num_terms;
};

// out[x] = min over s of from[s] + the terms' row x at s, for x below `count` and s below `size`.
MOTLEY_DECLARE_VECTOR_ISA(void least_sums(const double* from, const InnerTerms& terms, int32_t size,
                                          int32_t count, double* out))

}  // namespace motley::tensor::solve
