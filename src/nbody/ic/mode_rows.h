// The modes of a mesh as ranks have them while initial conditions are made: all x, some rows of y,
// all z up to n / 2. Those with a wave number of n / 2 on an axis are zero.
//
//   ModeRows delta = own_rows(64, comm);                      rows as PencilFft's slabs have them
//   delta.mode(3, 5, 0)                                       index 5 is one of delta.rows
//
// Rows of a wave number lie elsewhere on a finer mesh. There, of each rank, those that the coarse
// mesh knows:
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
  std::vector<int> rows;        // indices of y on it, rising
  std::vector<Complex> values;  // [x][row][z]

  int64_t num_rows() const { return std::ssize(rows); }
  int64_t place(int x, int64_t row) const { return (x * num_rows() + row) * (n / 2 + 1); }
  // By the row's place in `rows`.
  Complex& at(int x, int64_t row, int z) { return values[place(x, row) + z]; }
  Complex at(int x, int64_t row, int z) const { return values[place(x, row) + z]; }
};

// Where wave number k lies on a mesh of n.
inline int index_of(int k, int n) { return k >= 0 ? k : k + n; }

// Zero. Rank r of P has rows [n r / P, n (r + 1) / P).
ModeRows own_rows(int n, core::Communicator* comm);

// The same modes, at the ranks that have their wave number on a mesh of `other` points: from
// own_rows(n) for coarse to fine, or to them. Both lists are of rows of the mesh of n. Collectives.
ModeRows to_fine_rows(const ModeRows& modes, int other, core::Communicator* comm);
ModeRows to_own_rows(const ModeRows& modes, int other, core::Communicator* comm);
// Those of a rank, without modes: rows of the mesh of n.
ModeRows fine_rows(int n, int other, core::Communicator* comm);

}  // namespace motley::nbody
