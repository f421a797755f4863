// The transform of a mesh that is spread over ranks, as pencils:
//
//   values           after y             modes
//   x over columns   x over columns      x whole
//   y over rows      y whole             y over columns
//   z whole          z over rows         z over rows
//
//      +--+--+          +--+--+            The ranks are a grid of rows x columns; rank r has row
//      |  |  |   rows   |  |  |  columns   r / columns and column r % columns. Between two passes
//      +--+--+  ======> +--+--+  ======>   the ranks of one column, or of one row, exchange what
//      |  |  |          |  |  |            the next pass wants whole. One row: slabs of x, and
//      +--+--+          +--+--+            only one exchange.
//
// FFTW's serial plans on each rank; the exchanges go over core/comm. Modes are the same to the bit
// on any grid, since each is made by the same three passes.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include "core/comm/communicator.h"
#include "nbody/mesh/fft.h"

namespace motley::nbody {

struct PencilGrid {
  int rows = 1, columns = 1;
};

// Slabs while there are planes for all ranks, else the grid nearest to a square.
PencilGrid pencil_grid(int num_ranks, int n);

class PencilFft {
 public:
  using Complex = std::complex<float>;

  // A collective. rows * columns are the ranks of `comm`, which outlives this.
  PencilFft(core::Communicator& comm, int n, PencilGrid grid);

  int size() const { return n_; }
  // Our values: x in value_x(), y in value_y(), all z with two places more; z runs fastest.
  IndexRange value_x() const { return part_of(n_, grid_.columns, column_); }
  IndexRange value_y() const { return part_of(n_, grid_.rows, row_); }
  int64_t num_values() const { return int64_t{value_x().size()} * value_y().size() * (n_ + 2); }
  // Our modes: all x, y in mode_y(), z in mode_z(), of 0 .. n/2; z runs fastest.
  IndexRange mode_y() const { return part_of(n_, grid_.columns, column_); }
  IndexRange mode_z() const { return part_of(n_ / 2 + 1, grid_.rows, row_); }
  int64_t num_modes() const { return int64_t{n_} * mode_y().size() * mode_z().size(); }

  // Collectives. `values` is used as scratch, and `modes` is.
  void forward(std::vector<float>& values, std::vector<Complex>& modes);
  void inverse(std::vector<Complex>& modes, std::vector<float>& values);

 private:
  void swap_y_and_z(std::vector<Complex>& from, std::vector<Complex>& to, bool forward);
  void swap_x_and_y(std::vector<Complex>& from, std::vector<Complex>& to, bool forward);
  void transform_y(std::vector<Complex>& data, bool forward) const;
  void transform_x(std::vector<Complex>& data, bool forward) const;

  int n_, row_, column_;
  PencilGrid grid_;
  Fft<float> fft_;
  core::Communicator same_column_, same_row_;
};

}  // namespace motley::nbody
