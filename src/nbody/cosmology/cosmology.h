// The background cosmology of a Box.
//
//   H(a)^2 = H0^2 [Or a^-4 + Om a^-3 + Ok a^-2 + Ol rho_de(a)],   Ok = 1 - Or - Om - Ol
//   rho_de(a) = a^(-3 (1 + w0 + wa)) exp(-3 wa (1 - a))            for w(a) = w0 + wa (1 - a)
//
//   const Cosmology universe{.omega_m = 0.3, .omega_lambda = 0.7};
//   hubble(universe, 1.0);                                        // 100: km/s per Mpc/h
//
// Units are those of particles/internal_units.h; no h appears in the dynamics.
#pragma once

#include <string>

namespace motley::nbody {

struct Cosmology {
  double omega_m = 0.3;       // all matter, including baryons
  double omega_lambda = 0.7;  // dark energy
  double omega_r = 0;         // photons and massless neutrinos
  double w0 = -1;
  double wa = 0;
  friend bool operator==(const Cosmology&, const Cosmology&) = default;
};

inline double omega_k(const Cosmology& c) { return 1 - c.omega_m - c.omega_lambda - c.omega_r; }

// (H/H0)^2, and its slope d ln(H/H0)^2 / d ln a.
double expansion_squared(const Cosmology& c, double a);
double expansion_slope(const Cosmology& c, double a);

double hubble(const Cosmology& c, double a);

// Matter density over critical density at scale factor a: Om a^-3 / (H/H0)^2.
double matter_fraction(const Cosmology& c, double a);

// Why this universe cannot be simulated between a_begin and a_end, as a sentence; empty if it can.
std::string cosmology_error(const Cosmology& c, double a_begin, double a_end);

}  // namespace motley::nbody
