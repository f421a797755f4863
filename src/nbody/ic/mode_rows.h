// The modes of a mesh as distributed while initial conditions are generated: all x, some rows of y,
// all z up to n / 2. Modes with wave number n / 2 on an axis are zero.
//
//   ModeRows delta = own_rows(64, comm);                      rows as in PencilFft's slabs
//   delta.at(3, 5, 0)                                         the row delta.rows[5]
//
// On a finer mesh the row of a wave number belongs to another rank. The rows of each rank there,
// those unknown to the coarse mesh in brackets:
//
//   8 points, 2 ranks       0 1 2 3 | 4 -3 -2 -1
//   12 points, 2 ranks      0 1 2 3 (4 5) | (6 -5 -4) -3 -2 -1
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include "core/comm/communicator.h"
#include "nbody/mesh/mesh.h"

namespace motley::nbody {

struct ModeRows {
  using Complex = std::complex<float>;
  int n = 0;                    // of the mesh
  std::vector<int> rows;        // indices of y on it, increasing
  std::vector<Complex> values;  // [x][row][z]

  int64_t num_rows() const { return std::ssize(rows); }
  int64_t index(int x, int64_t row) const { return (x * num_rows() + row) * (n / 2 + 1); }
  // `row` is an index into `rows`.
  Complex& at(int x, int64_t row, int z) { return values[index(x, row) + z]; }
  Complex at(int x, int64_t row, int z) const { return values[index(x, row) + z]; }
};

// The index of wave number k on a mesh of n.
inline int index_of(int k, int n) { return k >= 0 ? k : k + n; }

// All zero. Rank r of P has rows [n r / P, n (r + 1) / P).
ModeRows own_rows(int n, core::Communicator* comm);

// Redistributes the modes to the ranks that own their wave number on a mesh of `other` points, or
// back. `rows` always index the mesh of n. Collective.
ModeRows to_fine_rows(const ModeRows& modes, int other, core::Communicator* comm);
ModeRows to_own_rows(const ModeRows& modes, int other, core::Communicator* comm);
// The rows of this rank on the fine mesh, with zero modes.
ModeRows fine_rows(int n, int other, core::Communicator* comm);

}  // namespace motley::nbody
