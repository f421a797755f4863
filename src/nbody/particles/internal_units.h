// The units of everything under nbody, and the constants they give.
//
//   length   comoving Mpc/h            (a Gadget file's own unit is kpc/h)
//   mass     Msun/h                    (there 1e10 Msun/h)
//   speed    km/s
//   time     (Mpc/h) / (km/s)          so H0 = 100, whatever h is; no h enters the dynamics
//
// G is Gadget's value, so that both codes give a box the same masses.
#pragma once

namespace motley::nbody {

inline constexpr double kGravity = 4.30071e-9;  // (Mpc/h) (km/s)^2 / (Msun/h)
inline constexpr double kHubble0 = 100.0;       // km/s / (Mpc/h)

// 3 H0^2 / (8 pi G): mass per comoving volume of a flat universe, in Msun/h / (Mpc/h)^3.
inline constexpr double kCriticalDensity =
    3 * kHubble0 * kHubble0 / (8 * 3.14159265358979323846 * kGravity);

}  // namespace motley::nbody
