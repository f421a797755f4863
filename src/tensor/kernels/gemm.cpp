#include "tensor/kernels/gemm.h"

#include <cblas.h>

#include <mutex>

#include "core/base/held_signals.h"

#ifdef MOTLEY_HAS_DNNL
#include <oneapi/dnnl/dnnl.h>
#endif

namespace motley::tensor {

// f32 by oneDNN's sgemm, f64 (and f32 if oneDNN is absent) by OpenBLAS. Measured on one core of an
// EPYC 9xx4 (AVX-512, 2.6 GHz), in Gflop/s by thread time, with OpenBLAS 0.3.21 and oneDNN 2.6;
// NT: rhs transposed; matmul is oneDNN's primitive on the same (batched):
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
// The primitive gains a tenth on dense heads and loses more elsewhere (half on interleaved heads,
// as attention has them), so it is not used.
//
// The AVX-512 kernels of dnnl_sgemm (oneDNN 2.6.3) keep values below the stack's red zone: a signal
// that was handled on the thread meanwhile made results wrong without a word (of 128 x 64 x 192 NT
// one in fourteen, with a signal every 300 us), or wrote over the heap. So signals are held during
// it. OpenBLAS's products, and oneDNN's convolutions and bfloat16 products, showed no such error
// in as many signals.

namespace {

// OpenBLAS on the calling thread. Its serial build (0.3.21) is not thread-safe: called from three
// threads, one product of 40 x 48 x 20 in two hundred was wrong, for any type and form. The
// multi-threaded build limited to one thread is safe. If only the serial build is installed, calls
// are serialized.
class SingleThreadedBlas {
 public:
  SingleThreadedBlas() {
    static const bool is_serial = [] {
      openblas_set_num_threads(1);
      return openblas_get_parallel() == OPENBLAS_SEQUENTIAL;
    }();
    static std::mutex mutex;
    if (is_serial) lock_ = std::unique_lock(mutex);
  }

 private:
  std::unique_lock<std::mutex> lock_;
};

CBLAS_TRANSPOSE form(bool transposed) { return transposed ? CblasTrans : CblasNoTrans; }

}  // namespace

void gemm(const Gemm& g, const float* a, const float* b, float* c) {
#ifdef MOTLEY_HAS_DNNL
  const core::HeldSignals held;
  dnnl_sgemm(g.a_transposed ? 'T' : 'N', g.b_transposed ? 'T' : 'N', g.m, g.n, g.k,
             static_cast<float>(g.alpha), a, g.lda, b, g.ldb, static_cast<float>(g.beta), c, g.ldc);
#else
  const SingleThreadedBlas blas;
  cblas_sgemm(CblasRowMajor, form(g.a_transposed), form(g.b_transposed), static_cast<int>(g.m),
              static_cast<int>(g.n), static_cast<int>(g.k), static_cast<float>(g.alpha), a,
              static_cast<int>(g.lda), b, static_cast<int>(g.ldb), static_cast<float>(g.beta), c,
              static_cast<int>(g.ldc));
#endif
}

void gemm(const Gemm& g, const double* a, const double* b, double* c) {
  const SingleThreadedBlas blas;
  cblas_dgemm(CblasRowMajor, form(g.a_transposed), form(g.b_transposed), static_cast<int>(g.m),
              static_cast<int>(g.n), static_cast<int>(g.k), g.alpha, a, static_cast<int>(g.lda), b,
              static_cast<int>(g.ldb), g.beta, c, static_cast<int>(g.ldc));
}

}  // namespace motley::tensor
