// Fourier transforms of a Mesh, in place, on the caller's threads.
//
//   Fft<float> fft(64);
//   fft.forward(density, num_threads);      mode(k) = sum over x of value(x) exp(-2 pi i k.x / n)
//   fft.inverse(density, num_threads);      the values again, times n^3
//
// Two passes: planes of y and z; then columns along x, gathered in batches of neighbours into a
// buffer, so that operations on the modes can run while they are in cache (`for_columns`). A plane
// is transformed row by row and then, in the same way, column by column along y: every transform is
// one-dimensional, from one buffer to another. So the bits do not depend on how a mesh is
// distributed (pencil_fft.h), and plans need no memory that threads would share. Plans are FFTW's
// serial ones with FFTW_ESTIMATE: identical on any number of threads. Float and double. Cost at
// 64^3, float: 1.6 ms on one core.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "nbody/mesh/mesh.h"

namespace motley::nbody {

template <class Real>
class Fft {
 public:
  using Complex = std::complex<Real>;
  // Adjacent modes of z whose columns are processed together; column j begins at j * n.
  static constexpr int kBatch = 8;

  explicit Fft(int n);  // n is even
  ~Fft();
  Fft(const Fft&) = delete;
  Fft& operator=(const Fft&) = delete;
  int size() const { return n_; }

  void forward(Mesh<Real>& mesh, int num_threads = 1) const;
  void inverse(Mesh<Real>& mesh, int num_threads = 1) const;

  // The individual passes.
  void forward_planes(Mesh<Real>& mesh, int num_threads) const;
  void inverse_planes(Mesh<Real>& mesh, int num_threads) const;
  // Modes with all x, for some rows of y: a whole Mesh, or transposed slabs (slabs.h).
  struct Columns {
    std::vector<Complex*> planes;  // by x: the first row; the others follow
    IndexRange rows;
  };
  static Columns columns_of(Mesh<Real>& mesh);
  // Calls f(y, z, count, thread) for batches that cover all columns of the rows: columns z, .., z +
  // count - 1. f loads, transforms and stores columns with the functions below.
  void for_columns(int num_threads, IndexRange rows,
                   const std::function<void(int y, int z, int count, int thread)>& f) const;
  void load_columns(const Columns& from, int y, int z, int count, Complex* columns) const;
  void store_columns(const Columns& to, int y, int z, int count, const Complex* columns) const;
  // The same for adjacent lines: point i of line j is at [i * distance + j].
  void load_lines(const Complex* from, int64_t distance, int count, Complex* columns) const;
  void store_lines(const Complex* columns, Complex* to, int64_t distance, int count) const;
  // Out of place; both buffers have the same layout.
  void forward_columns(const Complex* from, Complex* to) const;
  void inverse_columns(const Complex* from, Complex* to) const;
  int64_t column_elements() const { return int64_t{kBatch} * n_; }  // size of a buffer
  // One row of z, n values plus two padding elements, in place; `buffer` has row_elements()
  // elements.
  void forward_row(Real* row, Complex* buffer) const;
  void inverse_row(Real* row, Complex* buffer) const;
  int64_t row_elements() const { return 2 * row_distance(); }

 private:
  struct Plans;
  // Distance between consecutive rows of modes, such that all are equally aligned.
  int64_t row_distance() const { return (n_ / 2 + 2) / 2 * 2; }
  int64_t plane_elements() const { return row_distance() * (n_ + 1) + 2 * column_elements(); }
  template <class F>
  void for_planes(Mesh<Real>& mesh, int num_threads, const F& f) const;
  int n_;
  std::unique_ptr<Plans> plans_;
};

extern template class Fft<float>;
extern template class Fft<double>;

}  // namespace motley::nbody
