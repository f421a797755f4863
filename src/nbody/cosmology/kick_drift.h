// The kick and drift factors. With the canonical momentum p = a^2 dx/dt, dp/dt = -grad(phi)/a:
//
//   drift:  x += p * drift_factor(c, a1, a2)              integral of da / (a^3 H)
//   kick:   p += -grad(phi) * kick_factor(c, a1, a2)      integral of da / (a^2 H)
//
// Gauss-Legendre with 8 points on intervals of at most 0.25 in ln a: relative error below 1e-13.
// Swapping the ends changes the sign, exactly. About 0.3 us per step.
#pragma once

#include "nbody/cosmology/cosmology.h"

namespace motley::nbody {

double drift_factor(const Cosmology& c, double a1, double a2);
double kick_factor(const Cosmology& c, double a1, double a2);

// Integral of da / (a H): the time between two scale factors, in Mpc/h / (km/s).
double time_between(const Cosmology& c, double a1, double a2);

}  // namespace motley::nbody
