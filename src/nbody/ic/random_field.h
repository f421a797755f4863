// The linear density field of a seed, mode by mode.
//
//   const RandomField field{.spectrum = &spectrum, .box_size = 50, .seed = 1};
//   field.mode(1, 0, -3)              delta at z = 0 of the wave (1, 0, -3) 2 pi / L, complex
//
// delta(x) = sum over k of mode(k) exp(i k x), and the mean of |mode|^2 is P(k) / L^3. A mode
// depends only on the seed and its three wave numbers: it is the same at any resolution and on any
// ranks and threads. `fixed`: |mode|^2 equals its mean. `paired`: phases are shifted by pi.
#pragma once

#include <complex>
#include <cstdint>

#include "nbody/ic/linear_spectrum.h"
#include "nbody/ic/mode_rows.h"

namespace motley::nbody {

struct RandomField {
  const LinearSpectrum* spectrum = nullptr;
  double box_size = 0;
  uint64_t seed = 0;
  bool fixed = false, paired = false;

  // mode(-k) is the conjugate of mode(k), and mode(0) is 0.
  std::complex<double> mode(int kx, int ky, int kz) const;
};

// Meshes are even: a lattice of odd n takes its values from every second point of a mesh of 2 n.
constexpr int lattice_mesh_size(int n) { return n % 2 == 0 ? n : 2 * n; }

// This rank's rows of the modes that a lattice of n resolves, with wave numbers below n / 2 on each
// axis, on its mesh. All others are 0.
ModeRows density_modes(const RandomField& field, int n, int num_threads,
                       core::Communicator* comm = nullptr);

}  // namespace motley::nbody
