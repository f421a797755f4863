// Fourier transforms of a Mesh, in place, on the caller's threads.
//
//   Fft<float> fft(64);
//   fft.forward(density, num_threads);      mode(k) = sum over x of value(x) exp(-2 pi i k.x / n)
//   fft.inverse(density, num_threads);      the values again, times n^3
//
// Two passes: planes of y and z, each one FFTW plan; then columns along x, gathered by a batch of
// neighbours into a buffer, so that what is multiplied onto the modes can be done there while they
// are in cache (`columns`). Plans are FFTW's serial ones by estimate, so the same machine and size
// give the same bits on any number of threads. Float and double.
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
  void forward_columns(Complex* columns) const;
  void inverse_columns(Complex* columns) const;
  // One row of z, n values and two places more, in place.
  void forward_row(Real* row) const;
  void inverse_row(Real* row) const;
  int64_t column_places() const { return int64_t{kBatch} * n_; }  // Complexes of a buffer

 private:
  struct Plans;
  int n_;
  std::unique_ptr<Plans> plans_;
};

extern template class Fft<float>;
extern template class Fft<double>;

}  // namespace motley::nbody
