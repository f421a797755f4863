// Fourier transforms of a Mesh, in place, on the caller's threads.
//
//   Fft<float> fft(64);
//   fft.forward(density, num_threads);      mode(k) = sum over x of value(x) exp(-2 pi i k.x / n)
//   fft.inverse(density, num_threads);      the values again, times n^3
//
// Two passes: planes of y and z; then columns along x, gathered by a batch of neighbours into a
// buffer, so that what is multiplied onto the modes can be done there while they are in cache
// (`columns`). A plane is its rows and then, in the same way, its columns along y: every transform
// is one of a line, from one buffer to another. So however a mesh is spread (pencil_fft.h) its bits
// are the same; and plans need no memory of their own, for which threads would wait for each other.
// Plans are FFTW's serial ones by estimate: the same on any number of threads. Float and double.
// Cost at 64^3, float: 1.6 ms on one core.
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
  // Neighbouring modes of z whose columns are worked on together; column j begins at j * n.
  static constexpr int kBatch = 8;

  explicit Fft(int n);  // n is even
  ~Fft();
  Fft(const Fft&) = delete;
  Fft& operator=(const Fft&) = delete;
  int size() const { return n_; }

  void forward(Mesh<Real>& mesh, int num_threads = 1) const;
  void inverse(Mesh<Real>& mesh, int num_threads = 1) const;

  // The passes by themselves.
  void forward_planes(Mesh<Real>& mesh, int num_threads) const;
  void inverse_planes(Mesh<Real>& mesh, int num_threads) const;
  // Modes whose x is whole, of some rows of y: a whole Mesh, or what slabs turn into (slabs.h).
  struct Columns {
    std::vector<Complex*> planes;  // by x: where its first row is, the others behind it
    IndexRange rows;
  };
  static Columns columns_of(Mesh<Real>& mesh);
  // Calls f(y, z, count, thread) for batches that cover all columns of the rows: those of z, .., z
  // + count - 1. f loads columns, transforms and stores them with the functions below.
  void for_columns(int num_threads, IndexRange rows,
                   const std::function<void(int y, int z, int count, int thread)>& f) const;
  void load_columns(const Columns& from, int y, int z, int count, Complex* columns) const;
  void store_columns(const Columns& to, int y, int z, int count, const Complex* columns) const;
  // The same of lines side by side: point i of line j is at [i * distance + j].
  void load_lines(const Complex* from, int64_t distance, int count, Complex* columns) const;
  void store_lines(const Complex* columns, Complex* to, int64_t distance, int count) const;
  // To another buffer, whose columns lie alike.
  void forward_columns(const Complex* from, Complex* to) const;
  void inverse_columns(const Complex* from, Complex* to) const;
  int64_t column_places() const { return int64_t{kBatch} * n_; }  // Complexes of a buffer
  // One row of z, n values and two places more, in place; with a buffer of so many Complexes.
  void forward_row(Real* row, Complex* buffer) const;
  void inverse_row(Real* row, Complex* buffer) const;
  int64_t row_places() const { return 2 * row_distance(); }

 private:
  struct Plans;
  // Of rows of modes one behind the other, each as aligned as the first.
  int64_t row_distance() const { return (n_ / 2 + 2) / 2 * 2; }
  int64_t plane_places() const { return row_distance() * (n_ + 1) + 2 * column_places(); }
  template <class F>
  void for_planes(Mesh<Real>& mesh, int num_threads, const F& f) const;
  int n_;
  std::unique_ptr<Plans> plans_;
};

extern template class Fft<float>;
extern template class Fft<double>;

}  // namespace motley::nbody
