// A cubic Mesh over the Box: n^3 real values, or their Fourier modes, in one array.
//
//   Mesh<float> density(64);
//   density.at(3, 0, 63) = 1.5f;               value at mesh point (3, 0, 63); z runs fastest
//   fft.forward(density);                      fft.h
//   density.mode(3, 0, 32)                     the complex amplitude of (3, 0, 32), z <= n / 2
//
// Mesh point i of an axis lies at i * size / n of the Box. A row of z has two padding elements,
// which its n / 2 + 1 modes need.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace motley::nbody {

// A range of indices on an axis.
struct IndexRange {
  int begin = 0, end = 0;
  int size() const { return end - begin; }
  bool holds(int i) const { return i >= begin && i < end; }
};
// The i-th of `parts` nearly equal ranges of n indices.
inline IndexRange part_of(int n, int parts, int i) {
  return {static_cast<int>(int64_t{n} * i / parts), static_cast<int>(int64_t{n} * (i + 1) / parts)};
}

// Vector-aligned memory, with huge pages if the system provides them on request: a window touches
// 16 rows, each on its own page. Free with std::free.
void* mesh_memory(size_t bytes);

// An uninitialized array in such memory.
template <class T>
class LargeArray {
 public:
  LargeArray() = default;
  explicit LargeArray(int64_t size)
      : size_(size), values_(static_cast<T*>(mesh_memory(static_cast<size_t>(size) * sizeof(T)))) {}
  T* data() { return values_.get(); }
  const T* data() const { return values_.get(); }
  int64_t size() const { return size_; }

 private:
  struct Free {
    void operator()(T* p) const { std::free(static_cast<void*>(p)); }
  };
  int64_t size_ = 0;
  std::unique_ptr<T[], Free> values_;
};

template <class Real>
class Mesh {
 public:
  using Complex = std::complex<Real>;

  // Values are uninitialized. n is even.
  explicit Mesh(int n) : Mesh(n, {0, n}) {}
  // Some planes of x, followed by room for ghost copies of the planes that come next, which other
  // ranks own.
  Mesh(int n, IndexRange planes, int num_ghost_planes = 0)
      : Mesh(n, planes, {0, n}, num_ghost_planes, 0) {}
  // The same for some rows of y in each plane: a pencil.
  Mesh(int n, IndexRange planes, IndexRange rows, int num_ghost_planes, int num_ghost_rows)
      : n_(n),
        planes_(planes),
        rows_(rows),
        num_ghost_planes_(num_ghost_planes),
        num_ghost_rows_(num_ghost_rows),
        values_((planes.size() + num_ghost_planes) * plane_stride()) {}

  int size() const { return n_; }
  IndexRange planes() const { return planes_; }
  IndexRange rows() const { return rows_; }
  int num_rows_with_ghosts() const { return rows_.size() + num_ghost_rows_; }
  int64_t num_elements_with_ghosts() const {
    return (planes_.size() + num_ghost_planes_) * plane_stride();
  }
  // The local index of plane x, ghost planes included.
  int local_plane(int x) const {
    return x < planes_.begin ? x - planes_.begin + n_ : x - planes_.begin;
  }
  // The local index of row y, likewise.
  int local_row(int y) const { return y < rows_.begin ? y - rows_.begin + n_ : y - rows_.begin; }
  int64_t row_stride() const { return n_ + 2; }  // in elements
  int64_t plane_stride() const { return num_rows_with_ghosts() * row_stride(); }
  int64_t num_elements() const { return planes_.size() * plane_stride(); }  // including padding

  Real* values() { return values_.data(); }
  const Real* values() const { return values_.data(); }
  Complex* modes() { return reinterpret_cast<Complex*>(values_.data()); }
  const Complex* modes() const { return reinterpret_cast<const Complex*>(values_.data()); }

  Real& at(int x, int y, int z) { return values_.data()[offset(x, y) + z]; }
  Real at(int x, int y, int z) const { return values_.data()[offset(x, y) + z]; }
  Complex& mode(int x, int y, int z) { return modes()[offset(x, y) / 2 + z]; }
  Complex mode(int x, int y, int z) const { return modes()[offset(x, y) / 2 + z]; }

 private:
  int64_t offset(int x, int y) const {
    return (x - planes_.begin) * plane_stride() + (y - rows_.begin) * row_stride();
  }

  int n_;
  IndexRange planes_, rows_;
  int num_ghost_planes_, num_ghost_rows_;
  LargeArray<Real> values_;
};

// The signed wave number of index i of n: 0, 1, .., n/2, -(n/2 - 1), .., -1.
inline int wave_number(int i, int n) { return i <= n / 2 ? i : i - n; }

// The smallest even 2^a 3^b 5^c not below n: sizes with fast transforms.
int fft_friendly_size(int64_t n);

}  // namespace motley::nbody
