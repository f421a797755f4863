#include "nbody/ic/transfer.h"

#include <cmath>

namespace motley::nbody {
namespace {

constexpr double kE = 2.718281828459045;

double square(double x) { return x * x; }

// Equations (19) and (20): the pressureless form, with k as q = k / (13.41 k_eq).
double cold_form(double q, double alpha, double beta) {
  const double c = 14.2 / alpha + 386 / (1 + 69.9 * std::pow(q, 1.08));
  const double l = std::log(kE + 1.8 * beta * q);
  return l / (l + c * q * q);
}

}  // namespace

double transfer_with_wiggles(const TransferSettings& s, double k_h) {
  const double om = s.omega_m * s.h * s.h, ob = s.omega_b * s.h * s.h;
  const double fb = s.omega_b / s.omega_m, fc = 1 - fb;
  if (fb < 1e-5) return transfer_without_wiggles(s, k_h);
  const double theta = s.t_cmb / 2.7, k = k_h * s.h;  // 1/Mpc

  // Equality, drag epoch, sound horizon, Silk damping: equations (2) to (7).
  const double z_eq = 2.5e4 * om * std::pow(theta, -4);
  const double k_eq = 0.0746 * om / (theta * theta);
  const double d1 = 0.313 * std::pow(om, -0.419) * (1 + 0.607 * std::pow(om, 0.674));
  const double d2 = 0.238 * std::pow(om, 0.223);
  const double z_drag =
      1291 * std::pow(om, 0.251) / (1 + 0.659 * std::pow(om, 0.828)) * (1 + d1 * std::pow(ob, d2));
  const double r_drag = 31.5 * ob * std::pow(theta, -4) * 1000 / z_drag;
  const double r_eq = 31.5 * ob * std::pow(theta, -4) * 1000 / z_eq;
  const double sound =
      2 / (3 * k_eq) * std::sqrt(6 / r_eq) *
      std::log((std::sqrt(1 + r_drag) + std::sqrt(r_drag + r_eq)) / (1 + std::sqrt(r_eq)));
  const double k_silk =
      1.6 * std::pow(ob, 0.52) * std::pow(om, 0.73) * (1 + std::pow(10.4 * om, -0.95));
  const double q = k / (13.41 * k_eq), ks = k * sound;

  // Cold dark matter: equations (9) to (12), (17), (18).
  const double a1 = std::pow(46.9 * om, 0.670) * (1 + std::pow(32.1 * om, -0.532));
  const double a2 = std::pow(12.0 * om, 0.424) * (1 + std::pow(45.0 * om, -0.582));
  const double alpha_c = std::pow(a1, -fb) * std::pow(a2, -fb * fb * fb);
  const double b1 = 0.944 / (1 + std::pow(458 * om, -0.708));
  const double b2 = std::pow(0.395 * om, -0.0266);
  const double beta_c = 1 / (1 + b1 * (std::pow(fc, b2) - 1));
  const double f = 1 / (1 + std::pow(ks / 5.4, 4));
  const double cold = f * cold_form(q, 1, beta_c) + (1 - f) * cold_form(q, alpha_c, beta_c);

  // Baryons: equations (14), (15), (21) to (24).
  const double y = (1 + z_eq) / (1 + z_drag), root = std::sqrt(1 + y);
  const double g = y * (-6 * root + (2 + 3 * y) * std::log((root + 1) / (root - 1)));
  const double alpha_b = 2.07 * k_eq * sound * std::pow(1 + r_drag, -0.75) * g;
  const double beta_b = 0.5 + fb + (3 - 2 * fb) * std::sqrt(square(17.2 * om) + 1);
  const double node = 8.41 * std::pow(om, 0.435);
  const double x = ks / std::cbrt(1 + std::pow(node / ks, 3));
  const double bessel = x < 1e-4 ? 1 - x * x / 6 : std::sin(x) / x;
  const double baryons =
      (cold_form(q, 1, 1) / (1 + square(ks / 5.2)) +
       alpha_b / (1 + std::pow(beta_b / ks, 3)) * std::exp(-std::pow(k / k_silk, 1.4))) *
      bessel;
  return fb * baryons + fc * cold;
}

// Equations (26), (28) to (31).
double transfer_without_wiggles(const TransferSettings& s, double k_h) {
  const double om = s.omega_m * s.h * s.h, ob = s.omega_b * s.h * s.h;
  const double fb = s.omega_b / s.omega_m, theta = s.t_cmb / 2.7;
  const double sound = 44.5 * std::log(9.83 / om) / std::sqrt(1 + 10 * std::pow(ob, 0.75));
  const double alpha = 1 - 0.328 * std::log(431 * om) * fb + 0.38 * std::log(22.3 * om) * fb * fb;
  const double gamma =
      s.omega_m * s.h * (alpha + (1 - alpha) / (1 + std::pow(0.43 * k_h * s.h * sound, 4)));
  const double q = k_h * theta * theta / gamma;
  const double l = std::log(2 * kE + 1.8 * q);
  return l / (l + (14.2 + 731 / (1 + 62.5 * q)) * q * q);
}

}  // namespace motley::nbody
