// The short-range force between two particles in double precision. The reference for every kernel,
// and the source of the kernels' constants.
//
//   acceleration towards a mass m at r = G m r_vec F(r^2),
//   F = S(r) - (1 - g(u)) / r^3,  u = r / (2 r_s),  g = erfc(u) + 2 u exp(-u^2) / sqrt(pi)
//
// S is Newton's 1 / r^3, softened; the second term is the part that the mesh provides. Softening is
// Gadget's cubic spline with support 2.8 eps, outside of which the force is exactly Newtonian, or
// Plummer's. The force ends at r_cut.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace motley::nbody {

enum class Softening { kSpline, kPlummer };

// "spline", "plummer".
std::optional<Softening> softening_named(std::string_view name);

struct ForceLaw {
  double split = 0;   // r_s, Mpc/h; 0: no mesh, the full force
  double cutoff = 0;  // r_cut, Mpc/h; 0: none
  double epsilon = 0;
  Softening softening = Softening::kSpline;

  // Outside of this radius the force is Newtonian (with Plummer softening it never is exactly).
  double support() const { return softening == Softening::kSpline ? 2.8 * epsilon : 0; }
};

// S(r), 1 / length^3. Finite at r = 0 if epsilon is not 0.
double softened_inverse_cube(const ForceLaw& law, double r);
// (1 - g(u)) / r^3: the mesh's part; 0 without a split.
double long_range_inverse_cube(const ForceLaw& law, double r);
// F; 0 beyond r_cut and at r = 0.
double short_range_factor(const ForceLaw& law, double r);

// Potential for G m = 1: -1 / r softened, and its short-range part. At r = 0: -1 / eps.
double softened_potential(const ForceLaw& law, double r);
double short_range_potential(const ForceLaw& law, double r);

// A polynomial in t = r^2 / l^2 - 1, with l = r_cut / sqrt(2), that approximates l^3 (1 - g(u)) /
// r^3 for 0 <= r <= r_cut, where t is in [-1, 1].
inline constexpr int kMaxDegree = 16;
struct LongRangePolynomial {
  int degree = 0;
  std::array<double, kMaxDegree + 1> coefficient = {};  // of t^i
  double worst_error = 0;  // relative to Newton's force at the same distance
};

// The polynomial of the lowest even degree that meets `tolerance`; degree 16 if none does.
LongRangePolynomial long_range_polynomial(const ForceLaw& law, double tolerance = 5e-6);

}  // namespace motley::nbody
