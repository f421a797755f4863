// The transfer function of cold dark matter and baryons by Eisenstein and Hu (1998, ApJ 496, 605):
// the full form with acoustic oscillations, and the smooth (no-wiggle) one. T is 1 on large scales;
// within a few per cent of CAMB. Densities are physical: omega_m h^2.
#pragma once

namespace motley::nbody {

struct TransferSettings {
  double omega_m = 0.3, omega_b = 0.045, h = 0.7, t_cmb = 2.7255;
};

// k in h/Mpc.
double transfer_with_wiggles(const TransferSettings& s, double k);
double transfer_without_wiggles(const TransferSettings& s, double k);

}  // namespace motley::nbody
