// The linear density of a seed, mode by mode.
//
//   const RandomField field{.spectrum = &spectrum, .box_size = 50, .seed = 1};
//   field.mode(1, 0, -3)              delta at z = 0 of the wave (1, 0, -3) 2 pi / L, complex
//
// delta(x) = sum over k of mode(k) exp(i k x), and the mean of |mode|^2 is P(k) / L^3. A mode
// depends on the seed and its three whole numbers alone: a finer lattice, other ranks or threads
// draw the same. Fixed, |mode|^2 is that mean; paired, the phase is turned by half.
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

// Meshes are even: a lattice of odd n takes its values from every second point of one.
constexpr int lattice_mesh_size(int n) { return n % 2 == 0 ? n : 2 * n; }

// A rank's rows of the modes that a lattice of n can tell apart, with wave numbers below n / 2 on
// each axis, on its mesh. The others are 0.
ModeRows density_modes(const RandomField& field, int n, int num_threads,
                       core::Communicator* comm = nullptr);

}  // namespace motley::nbody
