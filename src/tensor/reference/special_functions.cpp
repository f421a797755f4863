#include "tensor/reference/special_functions.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace motley::tensor::reference {
namespace {

using Wide = long double;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Wide kPi = std::numbers::pi_v<Wide>;

// Bernoulli numbers B2, B4, ..., B24.
constexpr Wide kBernoulli[] = {1.0L / 6,         -1.0L / 30,      1.0L / 42,
                               -1.0L / 30,       5.0L / 66,       -691.0L / 2730,
                               7.0L / 6,         -3617.0L / 510,  43867.0L / 798,
                               -174611.0L / 330, 854513.0L / 138, -236364091.0L / 2730};

bool is_whole(double x) { return std::floor(x) == x; }

// Stirling's series, for x >= 10: the first omitted term, B26/(26 x^26), is below 1e-20.
Wide digamma_of_large(Wide x) {
  const Wide inverse_square = 1 / (x * x);
  Wide sum = 0, power = 1;
  for (int k = 1; k <= 12; ++k) {
    power *= inverse_square;
    sum += kBernoulli[k - 1] / (2 * k) * power;
  }
  return std::log(x) - 1 / (2 * x) - sum;
}

// Raises x to 10 or more by digamma(x) = digamma(x + 1) - 1/x.
Wide digamma_of_positive(Wide x) {
  Wide below = 0;
  while (x < 10) {
    below += 1 / x;
    x += 1;
  }
  return digamma_of_large(x) - below;
}

// I1(x) = sum over k of (x/2)^(2k+1) / (k! (k+1)!): all terms are positive, so none cancel.
Wide bessel_i1e_series(Wide x) {
  const Wide quarter_square = x * x / 4;
  Wide term = x / 2, sum = 0;
  for (int k = 1; term > sum * std::numeric_limits<Wide>::epsilon() / 4; ++k) {
    sum += term;
    term *= quarter_square / (Wide(k) * (k + 1));
  }
  return sum * std::exp(-x);
}

// Hankel's expansion, sqrt(2 pi x) I1e(x) = 1 - 3/(8x) - 15/(2! (8x)^2) - ...: its terms decrease
// until about the 2x-th, so x >= 25 gives full precision.
Wide bessel_i1e_asymptotic(Wide x) {
  Wide term = 1, sum = 1;
  for (int k = 1; k < 50; ++k) {
    const Wide odd = 2 * k - 1;
    term *= -(4 - odd * odd) / (k * 8 * x);
    sum += term;
    if (std::fabs(term) < std::numeric_limits<Wide>::epsilon() / 4) break;
  }
  return sum / std::sqrt(2 * kPi * x);
}

// Winitzki's formula for 0 < x < 1, accurate to 2e-3: the initial guess of Halley's method.
double erf_inverse_start(double x) {
  constexpr double kA = 0.147;
  const double log_term = std::log1p(-x * x);
  const double t = 2 / (std::numbers::pi * kA) + log_term / 2;
  return std::sqrt(std::sqrt(t * t - log_term / kA) - t);
}

// One step of Halley's method on erf(y) = x, or on erfc(y) = 1 - x if that is smaller; it triples
// the number of correct digits.
template <class T>
T erf_inverse_step(T x, T y) {
  const T error = x < 0.5 ? std::erf(y) - x : (1 - x) - std::erfc(y);
  const T newton = error * std::exp(y * y) * std::sqrt(std::numbers::pi_v<T>) / 2;
  return y - newton / (1 + y * newton);
}

// For q > 0. Euler-Maclaurin: a plain sum while the base is below 12 + x, then the integral of the
// rest with its corrections x (x+1) ... B2k / (2k)! base^(-x-2k+1). The sum ends early once terms
// vanish, so a large x is cheap.
Wide zeta_of_positive(Wide x, Wide q) {
  constexpr Wide kSmall = 1e-22L;
  Wide sum = 0, base = q;
  while (base < 12 + x) {
    const Wide term = std::pow(base, -x);
    sum += term;
    if (term <= sum * kSmall) return sum;
    base += 1;
  }
  const Wide power = std::pow(base, -x);
  sum += power * base / (x - 1) + power / 2;
  Wide factor = x / 2 * power / base;  // x / 2! base^(-x-1), and so on
  for (int k = 1; k <= 12; ++k) {
    const Wide term = kBernoulli[k - 1] * factor;
    sum += term;
    if (std::fabs(term) <= sum * kSmall) break;
    factor *= (x + 2 * k - 1) * (x + 2 * k) / ((2 * k + 1) * (2 * k + 2) * base * base);
  }
  return sum;
}

// q < 0 and not an integer, x an integer: the bases below zero have the magnitudes r, r + 1, ...,
// -q, and their contribution is a difference of two sums; the others begin at 1 - r.
Wide zeta_of_negative(Wide x, Wide q) {
  const Wide first_positive = q - std::floor(q);
  const Wide below = zeta_of_positive(x, 1 - first_positive) - zeta_of_positive(x, 1 - q);
  return zeta_of_positive(x, first_positive) + (std::fmod(x, 2) == 0 ? below : -below);
}

Wide zeta_of_regular(Wide x, Wide q) {
  return q > 0 ? zeta_of_positive(x, q) : zeta_of_negative(x, q);
}

}  // namespace

double bessel_i1e(double x) {
  const double magnitude = std::fabs(x);
  if (x == 0 || std::isnan(x)) return x;
  if (std::isinf(x)) return std::copysign(0.0, x);
  const Wide value =
      magnitude < 25 ? bessel_i1e_series(magnitude) : bessel_i1e_asymptotic(magnitude);
  return std::copysign(static_cast<double>(value), x);
}

double digamma(double x) {
  if (std::isnan(x) || (x <= 0 && is_whole(x))) return kNaN;
  if (x == kInfinity) return x;
  if (x > 0) return static_cast<double>(digamma_of_positive(x));
  // digamma(x) = digamma(1 - x) - pi / tan(pi x); tan has period 1 in x, so the fraction suffices.
  const Wide fraction = Wide(x) - std::round(Wide(x));
  return static_cast<double>(digamma_of_positive(1 - Wide(x)) - kPi / std::tan(kPi * fraction));
}

double erf_inverse(double x) {
  const double magnitude = std::fabs(x);
  if (!(magnitude <= 1)) return kNaN;
  if (magnitude == 1) return x * kInfinity;
  // Below this the cubic term pi x^3 / 12 is negligible.
  if (magnitude < 1e-10) return static_cast<double>(x * std::sqrt(kPi) / 2);
  double y = erf_inverse_start(magnitude);
  for (int step = 0; step < 2; ++step) y = erf_inverse_step(magnitude, y);
  return std::copysign(static_cast<double>(erf_inverse_step<Wide>(magnitude, y)), x);
}

double log_gamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);  // std::lgamma writes a global
}

double hurwitz_zeta(double x, double q) {
  if (x == 1) return kInfinity;
  if (!(x > 1) || std::isnan(q)) return kNaN;
  if (q <= 0 && is_whole(q)) return std::fmod(x, 2) == 0 ? kInfinity : kNaN;
  if (std::isinf(x) || std::isinf(q) || (q <= 0 && !is_whole(x))) return kNaN;
  return static_cast<double>(zeta_of_regular(x, q));
}

double polygamma(double n, double x) {
  if (!(n >= 0) || !is_whole(n) || std::isinf(n)) return kNaN;
  if (n == 0) return digamma(x);
  const double sign = std::fmod(n, 2) == 0 ? -1 : 1;
  if (std::isnan(x) || std::isinf(x) || (x <= 0 && is_whole(x))) {
    return sign * hurwitz_zeta(n + 1, x);
  }
  return static_cast<double>(sign * std::tgamma(Wide(n) + 1) * zeta_of_regular(Wide(n) + 1, x));
}

}  // namespace motley::tensor::reference
