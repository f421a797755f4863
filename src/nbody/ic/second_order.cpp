#include "nbody/ic/second_order.h"

#include <algorithm>

#include "core/base/threads.h"
#include "nbody/mesh/fft.h"

namespace motley::nbody {
namespace {

// Where wave number k lies on a mesh of n.
int index_of(int k, int n) { return k >= 0 ? k : k + n; }

class Products {
 public:
  Products(const Mesh<float>& delta, int num_threads)
      : delta_(delta),
        n_(delta.size()),
        padded_(good_mesh_size((3 * n_ + 1) / 2)),
        num_threads_(num_threads),
        fft_(padded_) {}

  Mesh<float> modes() {
    Mesh<float> a(padded_), b(padded_), sum(padded_);
    derivative(0, 0, a);
    derivative(1, 1, b);
    for_values([&](int64_t i) {
      const float xx = a.values()[i], yy = b.values()[i];
      sum.values()[i] = xx * yy;
      a.values()[i] = xx + yy;
    });
    derivative(2, 2, b);
    for_values([&](int64_t i) { sum.values()[i] += a.values()[i] * b.values()[i]; });
    for (const auto& [i, j] : {std::pair{0, 1}, {0, 2}, {1, 2}}) {
      derivative(i, j, a);
      for_values([&](int64_t p) { sum.values()[p] -= a.values()[p] * a.values()[p]; });
    }
    fft_.forward(sum, num_threads_);
    return truncated(sum);
  }

 private:
  template <class F>
  void for_values(const F& f) const {
    const int64_t plane = int64_t{padded_} * (padded_ + 2);
    core::parallel_for(num_threads_, padded_, [&](int64_t begin, int64_t end, int) {
      for (int64_t i = begin * plane; i < end * plane; ++i) f(i);
    });
  }

  // phi,ij as values: k_i k_j / k^2 delta.
  void derivative(int i, int j, Mesh<float>& out) const {
    core::parallel_for(num_threads_, padded_, [&](int64_t begin, int64_t end, int) {
      for (int x = static_cast<int>(begin); x < end; ++x) {
        for (int y = 0; y < padded_; ++y) derivative_row(i, j, x, y, out);
      }
    });
    fft_.inverse(out, num_threads_);
  }

  void derivative_row(int i, int j, int x, int y, Mesh<float>& out) const {
    const int kx = wave_number(x, padded_), ky = wave_number(y, padded_);
    const bool kept = std::abs(kx) < n_ / 2 && std::abs(ky) < n_ / 2;
    for (int z = 0; z <= padded_ / 2; ++z) {
      const double k[3] = {double(kx), double(ky), double(z)};
      const double square = k[0] * k[0] + k[1] * k[1] + k[2] * k[2];
      std::complex<float> value = 0;
      if (kept && z < n_ / 2 && square > 0) {
        value = delta_.mode(index_of(kx, n_), index_of(ky, n_), z) *
                static_cast<float>(k[i] * k[j] / square);
      }
      out.mode(x, y, z) = value;
    }
  }

  Mesh<float> truncated(const Mesh<float>& sum) const {
    Mesh<float> modes(n_);
    const float scale = static_cast<float>(1 / (double(padded_) * padded_ * padded_));
    core::parallel_for(num_threads_, n_, [&](int64_t begin, int64_t end, int) {
      for (int x = static_cast<int>(begin); x < end; ++x) {
        for (int y = 0; y < n_; ++y) {
          for (int z = 0; z <= n_ / 2; ++z) {
            const bool kept = x != n_ / 2 && y != n_ / 2 && z != n_ / 2;
            modes.mode(x, y, z) = kept ? scale * sum.mode(index_of(wave_number(x, n_), padded_),
                                                          index_of(wave_number(y, n_), padded_), z)
                                       : 0;
          }
        }
      }
    });
    return modes;
  }

  const Mesh<float>& delta_;
  int n_, padded_, num_threads_;
  Fft<float> fft_;
};

}  // namespace

Mesh<float> second_order_modes(const Mesh<float>& delta, int num_threads) {
  return Products(delta, num_threads).modes();
}

}  // namespace motley::nbody
