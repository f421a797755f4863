#include "nbody/cosmology/cosmology.h"

#include <fmt/format.h>

#include <cmath>

#include "nbody/particles/internal_units.h"

namespace motley::nbody {
namespace {

double dark_energy(const Cosmology& c, double a) {
  if (c.w0 == -1 && c.wa == 0) return c.omega_lambda;
  return c.omega_lambda * std::pow(a, -3 * (1 + c.w0 + c.wa)) * std::exp(-3 * c.wa * (1 - a));
}

}  // namespace

double expansion_squared(const Cosmology& c, double a) {
  const double a2 = a * a;
  return c.omega_r / (a2 * a2) + c.omega_m / (a2 * a) + omega_k(c) / a2 + dark_energy(c, a);
}

double expansion_slope(const Cosmology& c, double a) {
  const double a2 = a * a;
  const double w = c.w0 + c.wa * (1 - a);
  const double sum = -4 * c.omega_r / (a2 * a2) - 3 * c.omega_m / (a2 * a) - 2 * omega_k(c) / a2 -
                     3 * (1 + w) * dark_energy(c, a);
  return sum / expansion_squared(c, a);
}

double hubble(const Cosmology& c, double a) {
  return kHubble0 * std::sqrt(expansion_squared(c, a));
}

double matter_fraction(const Cosmology& c, double a) {
  return c.omega_m / (a * a * a * expansion_squared(c, a));
}

std::string cosmology_error(const Cosmology& c, double a_begin, double a_end) {
  if (!(c.omega_m > 0)) return "omega_m must be above 0";
  if (!(c.omega_r >= 0)) return "omega_r must not be negative";
  if (c.omega_lambda > 0 && c.w0 + c.wa >= 0) {
    return fmt::format(
        "w0 + wa is {:g}; it must be below 0, or dark energy would dominate at early times",
        c.w0 + c.wa);
  }
  constexpr int kSamples = 1000;
  for (int i = 0; i <= kSamples; ++i) {
    const double a = a_begin * std::pow(a_end / a_begin, static_cast<double>(i) / kSamples);
    if (!(expansion_squared(c, a) > 0)) {
      return fmt::format("this universe does not expand through a = {:.4g}: H^2 is negative there",
                         a);
    }
  }
  return "";
}

}  // namespace motley::nbody
