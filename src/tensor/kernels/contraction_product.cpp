// Matrix products by the libraries, one thread each, cut among our threads.
#include <cblas.h>

#include <algorithm>
#include <mutex>

#include "core/base/threads.h"
#include "tensor/kernels/contraction.h"

#ifdef MOTLEY_HAS_DNNL
#include <oneapi/dnnl/dnnl.h>
#endif

namespace motley::tensor {
namespace {

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

// Below this many multiplications a second thread costs more than it brings.
constexpr int64_t kVolumePerThread = 32 << 10;

struct Piece {
  int64_t rows, columns;
  bool adds;  // to what is there
};

#ifdef MOTLEY_HAS_DNNL

void multiply(const MatrixProduct& p, const Piece& piece, const float* a, const float* b,
              float* c) {
  dnnl_sgemm(p.a_transposed ? 'T' : 'N', p.b_transposed ? 'T' : 'N', piece.rows, piece.columns,
             p.k.extent, 1.0F, a, p.lda, b, p.ldb, piece.adds ? 1.0F : 0.0F, c, p.ldc);
}

#else

void multiply(const MatrixProduct& p, const Piece& piece, const float* a, const float* b,
              float* c) {
  // Serial OpenBLAS 0.3.21 may be called from several threads, but for its small products (up to a
  // million multiplications) with a transposed rhs: those share memory, and one in a hundred comes
  // out wrong. They wait for each other.
  static std::mutex small_transposed;
  std::unique_lock lock(small_transposed, std::defer_lock);
  if (p.b_transposed && piece.rows * piece.columns * p.k.extent <= 1 << 20) lock.lock();
  cblas_sgemm(CblasRowMajor, p.a_transposed ? CblasTrans : CblasNoTrans,
              p.b_transposed ? CblasTrans : CblasNoTrans, static_cast<int>(piece.rows),
              static_cast<int>(piece.columns), static_cast<int>(p.k.extent), 1.0F, a,
              static_cast<int>(p.lda), b, static_cast<int>(p.ldb), piece.adds ? 1.0F : 0.0F, c,
              static_cast<int>(p.ldc));
}

#endif

void multiply(const MatrixProduct& p, const Piece& piece, const double* a, const double* b,
              double* c) {
  cblas_dgemm(CblasRowMajor, p.a_transposed ? CblasTrans : CblasNoTrans,
              p.b_transposed ? CblasTrans : CblasNoTrans, static_cast<int>(piece.rows),
              static_cast<int>(piece.columns), static_cast<int>(p.k.extent), 1.0, a,
              static_cast<int>(p.lda), b, static_cast<int>(p.ldb), piece.adds ? 1.0 : 0.0, c,
              static_cast<int>(p.ldc));
}

// How one product is cut: into a grid of pieces, so that there is work for all threads.
struct Grid {
  int64_t rows = 1, columns = 1;
};

Grid choose_grid(const MatrixProduct& p, int num_threads) {
  const int64_t products = volume(p.outer);
  if (products >= 4 * num_threads || products % num_threads == 0) return {};
  Grid best{1, 1};
  double least = -1;  // rows and columns that a piece reads
  for (int64_t rows = 1; rows <= num_threads; ++rows) {
    const int64_t columns = num_threads / rows;
    if (rows * columns != num_threads) continue;
    const double reads = static_cast<double>(p.m.extent) / static_cast<double>(rows) +
                         static_cast<double>(p.n.extent) / static_cast<double>(columns);
    if (rows > p.m.extent || columns > p.n.extent || (least >= 0 && reads >= least)) continue;
    best = {rows, columns}, least = reads;
  }
  return best;
}

struct Range {
  int64_t begin, end;
};
// Piece i of `count`, on borders of 16 where that leaves nobody without work.
Range piece_of(int64_t extent, int64_t count, int64_t i) {
  const int64_t unit = extent >= 32 * count ? 16 : 1;
  const int64_t units = (extent + unit - 1) / unit;
  return {std::min(extent, units * i / count * unit),
          std::min(extent, units * (i + 1) / count * unit)};
}

struct Offsets {
  int64_t lhs = 0, rhs = 0, out = 0;
};
Offsets offsets_of(const ContractionAxes& axes, int64_t index) {
  Offsets offsets;
  for (size_t d = axes.size(); d-- > 0;) {
    const int64_t i = index % axes[d].extent;
    index /= axes[d].extent;
    offsets.lhs += i * axes[d].lhs, offsets.rhs += i * axes[d].rhs, offsets.out += i * axes[d].out;
  }
  return offsets;
}

template <class T>
void run_product(const MatrixProduct& p, const Grid& grid, int num_threads, const T* lhs,
                 const T* rhs, T* out) {
  const int64_t per_product = grid.rows * grid.columns;
  const int64_t num_pieces = volume(p.outer) * per_product, num_sums = volume(p.outer_k);
  core::parallel_for(num_threads, num_pieces, [&](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) {
      const Offsets at = offsets_of(p.outer, i / per_product);
      const Range rows = piece_of(p.m.extent, grid.rows, i % per_product / grid.columns);
      const Range columns = piece_of(p.n.extent, grid.columns, i % grid.columns);
      for (int64_t sum = 0; sum < num_sums; ++sum) {
        const Offsets step = offsets_of(p.outer_k, sum);
        const T* l = lhs + at.lhs + step.lhs;
        const T* r = rhs + at.rhs + step.rhs;
        const T* a = (p.swapped ? r : l) + rows.begin * (p.a_transposed ? 1 : p.lda);
        const T* b = (p.swapped ? l : r) + columns.begin * (p.b_transposed ? p.ldb : 1);
        T* c = out + at.out + rows.begin * p.ldc + columns.begin;
        multiply(p, {rows.end - rows.begin, columns.end - columns.begin, p.adds || sum > 0}, a, b,
                 c);
      }
    }
  });
}

}  // namespace

std::function<void(const void*, const void*, void*)> product_runner(const MatrixProduct& product,
                                                                    ElementType element,
                                                                    int num_threads) {
  const int64_t work = product.volume() * volume(product.outer) * volume(product.outer_k);
  num_threads =
      static_cast<int>(std::clamp<int64_t>(work / kVolumePerThread, 1, std::max(1, num_threads)));
  const Grid grid = choose_grid(product, num_threads);
  return [=](const void* lhs, const void* rhs, void* out) {
    core::set_library_threads(1);
    if (element == ElementType::kF32) {
      run_product(product, grid, num_threads, static_cast<const float*>(lhs),
                  static_cast<const float*>(rhs), static_cast<float*>(out));
    } else {
      run_product(product, grid, num_threads, static_cast<const double*>(lhs),
                  static_cast<const double*>(rhs), static_cast<double*>(out));
    }
  };
}

}  // namespace motley::tensor
