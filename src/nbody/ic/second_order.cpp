#include "nbody/ic/second_order.h"

#include <algorithm>
#include <cstdlib>

#include "core/base/threads.h"
#include "nbody/mesh/pencil_fft.h"

namespace motley::nbody {
namespace {

using Complex = std::complex<float>;

class Products {
 public:
  Products(const ModeRows& delta, int num_threads, core::Communicator* comm)
      : n_(delta.n),
        padded_(fft_friendly_size((3 * n_ + 1) / 2)),
        num_threads_(num_threads),
        comm_(comm),
        delta_(to_fine_rows(delta, padded_, comm)),
        fft_(comm, padded_, {.rows = 1, .columns = comm ? comm->num_ranks() : 1}, num_threads) {}

  ModeRows modes() {
    std::vector<Complex> first = derivative(0, 0), second = derivative(1, 1), sum(first.size());
    for_values([&, a = fft_.values(first), b = fft_.values(second), s = fft_.values(sum)](auto i) {
      const float xx = a[i], yy = b[i];
      s[i] = xx * yy;
      a[i] = xx + yy;
    });
    second = derivative(2, 2);
    for_values([&, a = fft_.values(first), b = fft_.values(second), s = fft_.values(sum)](auto i) {
      s[i] += a[i] * b[i];
    });
    second = {};
    for (const auto& [i, j] : {std::pair{0, 1}, {0, 2}, {1, 2}}) {
      first = derivative(i, j);
      for_values(
          [&, a = fft_.values(first), s = fft_.values(sum)](auto p) { s[p] -= a[p] * a[p]; });
    }
    first = {};
    fft_.forward(sum);
    return to_own_rows(truncated(sum), padded_, comm_);
  }

 private:
  template <class F>
  void for_values(const F& f) const {
    core::parallel_for(num_threads_, fft_.num_values(), [&](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) f(i);
    });
  }
  // The index of our row of delta at x among the modes of the padded mesh.
  int64_t padded_index(int x, int64_t row) const {
    const int64_t px = index_of(wave_number(x, n_), padded_);
    const int64_t py = index_of(wave_number(delta_.rows[row], n_), padded_) - fft_.mode_y().begin;
    return (px * fft_.mode_y().size() + py) * (padded_ / 2 + 1);
  }

  // phi,ij as values: k_i k_j / k^2 delta.
  std::vector<Complex> derivative(int i, int j) {
    std::vector<Complex> out = fft_.room_for_modes();
    core::parallel_for(num_threads_, n_, [&](int64_t begin, int64_t end, int) {
      for (int x = static_cast<int>(begin); x < end; ++x) {
        if (2 * x == n_) continue;
        for (int64_t row = 0; row < delta_.num_rows(); ++row) {
          derivative_row(i, j, x, row, out.data() + padded_index(x, row));
        }
      }
    });
    fft_.inverse(out);
    return out;
  }

  void derivative_row(int i, int j, int x, int64_t row, Complex* out) const {
    const double kx = wave_number(x, n_), ky = wave_number(delta_.rows[row], n_);
    for (int z = 0; z < n_ / 2; ++z) {
      const double k[3] = {kx, ky, double(z)};
      const double square = k[0] * k[0] + k[1] * k[1] + k[2] * k[2];
      if (square > 0) out[z] = delta_.at(x, row, z) * static_cast<float>(k[i] * k[j] / square);
    }
  }

  ModeRows truncated(const std::vector<Complex>& sum) const {
    ModeRows modes = fine_rows(n_, padded_, comm_);
    const float scale = static_cast<float>(1 / (double(padded_) * padded_ * padded_));
    for (int x = 0; x < n_; ++x) {
      if (2 * x == n_) continue;
      for (int64_t row = 0; row < modes.num_rows(); ++row) {
        const Complex* from = sum.data() + padded_index(x, row);
        for (int z = 0; z < n_ / 2; ++z) modes.at(x, row, z) = scale * from[z];
      }
    }
    return modes;
  }

  int n_, padded_, num_threads_;
  core::Communicator* comm_;
  ModeRows delta_;  // rows as the padded mesh has them
  PencilFft fft_;
};

}  // namespace

ModeRows second_order_modes(const ModeRows& delta, int num_threads, core::Communicator* comm) {
  return Products(delta, num_threads, comm).modes();
}

}  // namespace motley::nbody
