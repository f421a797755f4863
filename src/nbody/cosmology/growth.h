// Growth of linear matter perturbations, and the second-order (2LPT) growth.
//
//   D1'' + (2 + H'/H) D1' - (3/2) Om(a) D1 = 0                    ' is d / d ln a
//   D2'' + (2 + H'/H) D2' - (3/2) Om(a) D2 = -(3/2) Om(a) D1^2
//
//   const Growth growth(universe);
//   growth.at(0.02).d1;         // 0.0255 with omega_m 0.3, omega_lambda 0.7: D1 is 1 at a = 1
//
// Integrated in ln a with the same H(a) as the particles, from deep in the matter or radiation era,
// where the growing mode is known: D1 = a + (2/3) Or/Om. The textbook integral of 1/(aH)^3 is valid
// only for matter, curvature and a cosmological constant. In an Einstein-de Sitter universe D1 = a,
// D2 = -(3/7) a^2, f1 = 1, f2 = 2. Relative error below 1e-8, mostly from the starting point.
#pragma once

#include <vector>

#include "nbody/cosmology/cosmology.h"

namespace motley::nbody {

struct GrowthFactors {
  double d1 = 0, f1 = 0;  // f is d ln D / d ln a
  double d2 = 0, f2 = 0;
};

class Growth {
 public:
  static constexpr double kFirst = 1e-4, kLast = 4;  // range of a

  explicit Growth(const Cosmology& cosmology);
  GrowthFactors at(double a) const;

 private:
  struct State {
    double d1, d1_slope, d2, d2_slope;  // derivatives in ln a
  };
  static State derivative(const Cosmology& c, double ln_a, const State& s);
  static State step(const Cosmology& c, double ln_a, double h, const State& s);

  Cosmology cosmology_;
  std::vector<State> table_;  // at ln kFirst + i * kStep
};

}  // namespace motley::nbody
