#include "nbody/gravity/force_law.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace motley::nbody {
namespace {

const double kRootPi = std::sqrt(std::numbers::pi);

// (1 - g(u)) / u^3, an even entire function. By its series where the difference would cancel.
double long_range_over_cube(double u) {
  if (u > 1) return (std::erf(u) - 2 / kRootPi * u * std::exp(-u * u)) / (u * u * u);
  double sum = 0, power = 1;  // (-1)^n u^2n / n!
  for (int n = 0; n < 30; ++n) {
    sum += power / (2 * n + 3);
    power *= -u * u / (n + 1);
  }
  return 4 / kRootPi * sum;
}

}  // namespace

std::optional<Softening> softening_named(std::string_view name) {
  if (name == "spline") return Softening::kSpline;
  if (name == "plummer") return Softening::kPlummer;
  return std::nullopt;
}

double softened_inverse_cube(const ForceLaw& law, double r) {
  if (law.softening == Softening::kPlummer) {
    return std::pow(r * r + law.epsilon * law.epsilon, -1.5);
  }
  const double h = law.support();
  if (r >= h) return 1 / (r * r * r);
  const double q = r / h, cube = h * h * h;
  if (q < 0.5) return (32.0 / 3 + q * q * (-38.4 + 32 * q)) / cube;
  return (64.0 / 3 - 48 * q + 38.4 * q * q - 32.0 / 3 * q * q * q - 1 / (15 * q * q * q)) / cube;
}

double long_range_inverse_cube(const ForceLaw& law, double r) {
  if (law.split == 0) return 0;
  const double twice = 2 * law.split;
  return long_range_over_cube(r / twice) / (twice * twice * twice);
}

double short_range_factor(const ForceLaw& law, double r) {
  if (r == 0 || (law.cutoff > 0 && r >= law.cutoff)) return 0;
  return softened_inverse_cube(law, r) - long_range_inverse_cube(law, r);
}

double softened_potential(const ForceLaw& law, double r) {
  if (law.softening == Softening::kPlummer) return -1 / std::hypot(r, law.epsilon);
  const double h = law.support();
  if (r >= h) return -1 / r;
  const double q = r / h;
  if (q < 0.5) {
    return (-2.8 + q * q * (16.0 / 3 + q * q * (6.4 * q - 9.6))) / h;
  }
  return (-3.2 + 1 / (15 * q) + q * q * (32.0 / 3 + q * (-16 + q * (9.6 - 32.0 / 15 * q)))) / h;
}

double short_range_potential(const ForceLaw& law, double r) {
  const double total = softened_potential(law, r);
  if (law.split == 0) return total;
  // -1/r erfc(u) is Newton's potential minus the mesh's part -erf(u) / r, which is -1 / (sqrt(pi)
  // r_s) at r = 0.
  const double mesh = r == 0 ? 1 / (kRootPi * law.split) : std::erf(r / (2 * law.split)) / r;
  return total + mesh;
}

LongRangePolynomial long_range_polynomial(const ForceLaw& law, double tolerance) {
  const double length = law.cutoff / std::numbers::sqrt2;
  // f(t), and the radius at t.
  const auto radius = [&](double t) { return length * std::sqrt(std::max(0.0, t + 1)); };
  const auto exact = [&](double t) {
    return length * length * length * long_range_inverse_cube(law, radius(t));
  };
  LongRangePolynomial result;
  for (int degree = 6; degree <= kMaxDegree; degree += 2) {
    // Chebyshev interpolation, then the coefficients of powers by the recurrence of the T_k.
    const int nodes = degree + 1;
    std::vector<double> chebyshev(nodes);
    for (int k = 0; k < nodes; ++k) {
      for (int j = 0; j < nodes; ++j) {
        const double angle = std::numbers::pi * (j + 0.5) / nodes;
        chebyshev[k] += 2.0 / nodes * exact(std::cos(angle)) * std::cos(k * angle);
      }
    }
    chebyshev[0] /= 2;
    result = {.degree = degree};
    std::vector<double> before(nodes), current(nodes);
    before[0] = 1;
    if (nodes > 1) current[1] = 1;
    for (int k = 0; k < nodes; ++k) {
      for (int i = 0; i < nodes; ++i) result.coefficient[i] += chebyshev[k] * before[i];
      std::vector<double> next(nodes);
      for (int i = 0; i < nodes; ++i) next[i] = (i > 0 ? 2 * current[i - 1] : 0) - before[i];
      before.swap(current);
      current.swap(next);
    }
    for (int i = 0; i <= 1000; ++i) {
      const double t = -1 + 2e-3 * i;
      double value = 0;
      for (int k = degree; k >= 0; --k) value = value * t + result.coefficient[k];
      const double cube = std::pow(t + 1, 1.5);  // (r / l)^3
      result.worst_error = std::max(result.worst_error, std::abs(value - exact(t)) * cube);
    }
    if (result.worst_error <= tolerance) break;
  }
  return result;
}

}  // namespace motley::nbody
