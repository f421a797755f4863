// Matrix products by the libraries, one thread each, divided among our threads.
#include <algorithm>

#include "core/base/held_signals.h"
#include "core/base/threads.h"
#include "tensor/kernels/contraction.h"
#include "tensor/kernels/gemm.h"

namespace motley::tensor {
namespace {

// Below this many multiplications a second thread does not pay.
constexpr int64_t kVolumePerThread = 32 << 10;

// How one product is divided: into a grid of pieces, so that all threads have work.
struct Grid {
  int64_t rows = 1, columns = 1;
};

Grid choose_grid(const MatrixProduct& p, int num_threads) {
  const int64_t products = volume(p.outer);
  if (products >= 4 * num_threads || products % num_threads == 0) return {};
  Grid best{1, 1};
  double least = -1;  // rows and columns read by a piece
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
// Piece i of `count`, on boundaries of 16 unless that leaves a thread without work.
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
    const core::HeldSignals held;  // once for all products, see gemm.cpp
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
        gemm({.a_transposed = p.a_transposed,
              .b_transposed = p.b_transposed,
              .m = rows.end - rows.begin,
              .n = columns.end - columns.begin,
              .k = p.k.extent,
              .lda = p.lda,
              .ldb = p.ldb,
              .ldc = p.ldc,
              .beta = p.adds || sum > 0 ? 1.0 : 0.0},
             a, b, c);
      }
    }
  });
}

int threads_for(const MatrixProduct& product, int num_threads) {
  const int64_t work = product.volume() * volume(product.outer) * volume(product.outer_k);
  return static_cast<int>(
      std::clamp<int64_t>(work / kVolumePerThread, 1, std::max(1, num_threads)));
}

}  // namespace

std::vector<WorkPart> product_work(const MatrixProduct& product, ElementType element,
                                   int num_threads) {
  const int used = threads_for(product, num_threads);
  const Grid grid = choose_grid(product, used);
  const auto rows = piece_of(product.m.extent, grid.rows, grid.rows - 1);
  const auto columns = piece_of(product.n.extent, grid.columns, grid.columns - 1);
  const auto m = static_cast<double>(rows.end - rows.begin),
             n = static_cast<double>(columns.end - columns.begin),
             k = static_cast<double>(product.k.extent);
  const int64_t pieces = volume(product.outer) * grid.rows * grid.columns;
  const double calls = static_cast<double>(pieces * volume(product.outer_k));
  std::string kind = "product.";
  kind += product.a_transposed ? 't' : 'n';
  kind += product.b_transposed ? 't' : 'n';
  if (element != ElementType::kF32) kind += "." + std::string(name(element));
  std::vector<WorkPart> parts = {
      {kind, 2 * m * n * k * calls * share_of_busiest(pieces, used, num_threads), {m, n, k}}};
  if (used > 1) parts.push_back({"call.threads", 1});
  return parts;
}

std::function<void(const void*, const void*, void*)> product_runner(const MatrixProduct& product,
                                                                    ElementType element,
                                                                    int num_threads) {
  num_threads = threads_for(product, num_threads);
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
