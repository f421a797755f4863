// One matrix product on the calling thread, by the fastest library that is thread-safe.
#pragma once

#include <cstdint>

namespace motley::tensor {

// c = alpha * a b + beta * c; row-major. If beta is 0, c is not read.
struct Gemm {
  bool a_transposed = false, b_transposed = false;  // stored as [k, m], [n, k]
  int64_t m = 0, n = 0, k = 0;
  int64_t lda = 1, ldb = 1, ldc = 1;  // distances between stored rows, in elements
  double alpha = 1, beta = 0;
};
void gemm(const Gemm& g, const float* a, const float* b, float* c);
void gemm(const Gemm& g, const double* a, const double* b, double* c);

}  // namespace motley::tensor
