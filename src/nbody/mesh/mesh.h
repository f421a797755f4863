// A cubic Mesh over the Box: n^3 real values, or their Fourier modes, in one piece of memory.
//
//   Mesh<float> density(64);
//   density.at(3, 0, 63) = 1.5f;               value at mesh point (3, 0, 63); z runs fastest
//   fft.forward(density);                      fft.h
//   density.mode(3, 0, 32)                     the complex amplitude of (3, 0, 32), z <= n / 2
//
// Mesh point i of an axis lies at i * size / n of the Box. A row of z has two more places than it
// has values, which its n / 2 + 1 modes need.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace motley::nbody {

template <class Real>
class Mesh {
 public:
  using Complex = std::complex<Real>;

  // Values are not set. n is even.
  explicit Mesh(int n)
      : n_(n),
        values_(static_cast<Real*>(::operator new (size_t(n) * n * (n + 2) * sizeof(Real),
                                                   std::align_val_t{kAlignment}))) {}

  int size() const { return n_; }
  int64_t row_stride() const { return n_ + 2; }                       // Reals
  int64_t plane_stride() const { return int64_t{n_} * (n_ + 2); }     // Reals
  int64_t num_places() const { return int64_t{n_} * n_ * (n_ + 2); }  // padding included

  Real* values() { return values_.get(); }
  const Real* values() const { return values_.get(); }
  Complex* modes() { return reinterpret_cast<Complex*>(values_.get()); }
  const Complex* modes() const { return reinterpret_cast<const Complex*>(values_.get()); }

  Real& at(int x, int y, int z) { return values_.get()[place(x, y) + z]; }
  Real at(int x, int y, int z) const { return values_.get()[place(x, y) + z]; }
  Complex& mode(int x, int y, int z) { return modes()[place(x, y) / 2 + z]; }
  Complex mode(int x, int y, int z) const { return modes()[place(x, y) / 2 + z]; }

 private:
  static constexpr size_t kAlignment = 64;
  struct Free {
    void operator()(Real* p) const { ::operator delete (p, std::align_val_t{kAlignment}); }
  };

  int64_t place(int x, int y) const { return (int64_t{x} * n_ + y) * (n_ + 2); }

  int n_;
  std::unique_ptr<Real[], Free> values_;
};

// The signed wave number of index i of n: 0, 1, .., n/2, -(n/2 - 1), .., -1.
inline int wave_number(int i, int n) { return i <= n / 2 ? i : i - n; }

// The smallest even 2^a 3^b 5^c that is not below n: sizes that transform quickly.
int good_mesh_size(int64_t n);

}  // namespace motley::nbody
