// The Fourier transform of a mesh that is distributed over ranks in pencils:
//
//   values           after y             modes
//   x over columns   x over columns      all x
//   y over rows      all y               y over columns
//   all z            z over rows         z over rows
//
//      +--+--+          +--+--+            The ranks form a grid of rows x columns; rank r has row
//      |  |  |   rows   |  |  |  columns   r / columns and column r % columns. Between two passes
//      +--+--+  ======> +--+--+  ======>   the ranks of one column, or of one row, exchange what
//      |  |  |          |  |  |            the next pass needs complete. One row: slabs of x, and
//      +--+--+          +--+--+            a single exchange.
//
// FFTW's serial plans on each rank; exchanges via core/comm. Modes are identical to the bit on any
// grid, including one rank, since each is computed by the same three passes.
//
//   PencilFft fft(comm, 64, {.rows = 1, .columns = 4}, num_threads);
//   std::vector<Complex> data = fft.room_for_values();
//   fft.values(data)[..] = ..;                 our x and y, all z plus two padding; z fastest
//   fft.forward(data);                         modes in data: all x, our y and z; z fastest
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/comm/communicator.h"
#include "nbody/mesh/fft.h"

namespace motley::nbody {

struct PencilGrid {
  int rows = 1, columns = 1;
};

// Slabs while there are planes for all ranks, otherwise the grid nearest to a square.
PencilGrid pencil_grid(int num_ranks, int n);

class PencilFft {
 public:
  using Complex = std::complex<float>;

  // Collective. rows * columns is the number of ranks of `comm`; null: one rank.
  PencilFft(core::Communicator* comm, int n, PencilGrid grid, int num_threads = 1);

  int size() const { return n_; }
  void set_num_threads(int num_threads) { num_threads_ = num_threads; }
  IndexRange value_x() const { return part_of(n_, grid_.columns, column_); }
  IndexRange value_y() const { return part_of(n_, grid_.rows, row_); }
  int64_t num_values() const { return int64_t{value_x().size()} * value_y().size() * (n_ + 2); }
  IndexRange mode_y() const { return part_of(n_, grid_.columns, column_); }
  IndexRange mode_z() const { return part_of(n_ / 2 + 1, grid_.rows, row_); }
  int64_t num_modes() const { return int64_t{n_} * mode_y().size() * mode_z().size(); }

  std::vector<Complex> room_for_values() const { return std::vector<Complex>(num_values() / 2); }
  std::vector<Complex> room_for_modes() const { return std::vector<Complex>(num_modes()); }
  static float* values(std::vector<Complex>& data) { return reinterpret_cast<float*>(data.data()); }

  // Collective, from values to modes and back: the values times n^3.
  void forward(std::vector<Complex>& data);
  void inverse(std::vector<Complex>& data) {
    inverse_x(data);
    inverse_planes(data);
  }
  // The inverse in two parts: to points of our x with modes of all y and our z; and from there to
  // values.
  void inverse_x(std::vector<Complex>& data);
  void inverse_planes(std::vector<Complex>& data);

 private:
  void swap_y_and_z(std::vector<Complex>& data, bool forward);
  void swap_x_and_y(std::vector<Complex>& data, bool forward);
  void transform_z(std::vector<Complex>& data, bool forward) const;
  void transform_y(std::vector<Complex>& data, bool forward) const;
  void transform_x(std::vector<Complex>& data, bool forward) const;

  int n_, row_ = 0, column_ = 0, num_threads_;
  PencilGrid grid_;
  Fft<float> fft_;
  std::optional<core::Communicator> same_column_, same_row_;  // if there are several
};

}  // namespace motley::nbody
