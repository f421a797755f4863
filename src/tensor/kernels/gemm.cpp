#include "tensor/kernels/gemm.h"

#include <cblas.h>

#include <mutex>

#ifdef MOTLEY_HAS_DNNL
#include <oneapi/dnnl/dnnl.h>
#endif

namespace motley::tensor {

// f32 by oneDNN's sgemm, f64 (and f32 where there is no oneDNN) by OpenBLAS. Measured on one core
// of an EPYC 9xx4 (AVX-512, 2.6 GHz), in Gflop/s by thread time, with OpenBLAS 0.3.21 and
// oneDNN 2.6; NT: rhs transposed; matmul is oneDNN's primitive on the same (batched):
//
//                              OpenBLAS  dnnl_sgemm  matmul
//   1024 x 512 x 512              99        107       107
//   512 x 2048 x 1024 TN          99        105        97
//   1024 x 32000 x 512           101        106        95
//   32 heads 256 x 256 x 64 NT    75         79        88
//   32 heads 256 x 64 x 256       68         90        98
//   64 x 64 x 64                 103         88        93
//   16 x 16 x 16                  13          8         7
//   4 x 1024 x 1024 NT            12         74        45
//   1 x 1024 x 1024                9         39        17
//
// The primitive wins a tenth on dense heads and loses more elsewhere (half on heads that lie
// between each other, as attention has them), so there is none.

#ifdef MOTLEY_HAS_DNNL

void gemm(const Gemm& g, const float* a, const float* b, float* c) {
  dnnl_sgemm(g.a_transposed ? 'T' : 'N', g.b_transposed ? 'T' : 'N', g.m, g.n, g.k,
             static_cast<float>(g.alpha), a, g.lda, b, g.ldb, static_cast<float>(g.beta), c, g.ldc);
}

#else

void gemm(const Gemm& g, const float* a, const float* b, float* c) {
  // Serial OpenBLAS 0.3.21 may be called from several threads, but for its small products (up to a
  // million multiplications) with a transposed rhs: those share memory, and one in a hundred comes
  // out wrong. They wait for each other.
  static std::mutex small_transposed;
  std::unique_lock lock(small_transposed, std::defer_lock);
  if (g.b_transposed && g.m * g.n * g.k <= 1 << 20) lock.lock();
  cblas_sgemm(CblasRowMajor, g.a_transposed ? CblasTrans : CblasNoTrans,
              g.b_transposed ? CblasTrans : CblasNoTrans, static_cast<int>(g.m),
              static_cast<int>(g.n), static_cast<int>(g.k), static_cast<float>(g.alpha), a,
              static_cast<int>(g.lda), b, static_cast<int>(g.ldb), static_cast<float>(g.beta), c,
              static_cast<int>(g.ldc));
}

#endif

void gemm(const Gemm& g, const double* a, const double* b, double* c) {
  cblas_dgemm(CblasRowMajor, g.a_transposed ? CblasTrans : CblasNoTrans,
              g.b_transposed ? CblasTrans : CblasNoTrans, static_cast<int>(g.m),
              static_cast<int>(g.n), static_cast<int>(g.k), g.alpha, a, static_cast<int>(g.lda), b,
              static_cast<int>(g.ldb), g.beta, c, static_cast<int>(g.ldc));
}

}  // namespace motley::tensor
