// The internal units of everything under nbody, and the constants in them.
//
//   length   comoving Mpc/h            (Gadget's default unit is kpc/h)
//   mass     Msun/h                    (Gadget: 1e10 Msun/h)
//   speed    km/s
//   time     (Mpc/h) / (km/s)          so H0 = 100 for any h, and no h enters the dynamics
//
// G is Gadget's value, so that both codes give a box the same particle masses.
#pragma once

namespace motley::nbody {

inline constexpr double kGravity = 4.30071e-9;  // (Mpc/h) (km/s)^2 / (Msun/h)
inline constexpr double kHubble0 = 100.0;       // km/s / (Mpc/h)

// 3 H0^2 / (8 pi G): critical comoving density today, in Msun/h / (Mpc/h)^3.
inline constexpr double kCriticalDensity =
    3 * kHubble0 * kHubble0 / (8 * 3.14159265358979323846 * kGravity);

// Gadget's conversion to cgs.
inline constexpr double kMpcInCm = 3.085678e24, kSolarMassInG = 1.989e33;

}  // namespace motley::nbody
