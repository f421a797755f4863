#include "nbody/ic/linear_spectrum.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "core/base/error.h"
#include "nbody/cosmology/growth.h"
#include "nbody/ic/transfer.h"

namespace motley::nbody {
namespace {

constexpr double kLightSpeed = 299792.458;  // km/s
constexpr double kPivot = 0.05;             // 1/Mpc

// Transform of a sphere, at x = k R.
double top_hat(double x) {
  if (x < 0.01) return 1 - x * x / 10;
  return 3 * (std::sin(x) - x * std::cos(x)) / (x * x * x);
}

}  // namespace

LinearSpectrum::LinearSpectrum(const CosmologySettings& settings) : settings_(settings) {
  if (!settings.spectrum.starts_with("eisenstein-hu")) {
    table_ = read_spectrum_table(settings.spectrum);
  }
  if (settings.sigma8) {
    const double unscaled = sigma(8);
    amplitude_ = *settings.sigma8 * *settings.sigma8 / (unscaled * unscaled);
  } else if (settings.a_s) {
    if (table_ && !table_->is_transfer) {
      throw core::UserError(
          {table_->file},
          "contains P(k), which fixes the amplitude; `a_s` needs a transfer function, or "
          "remove `a_s`");
    }
    amplitude_ = primordial_amplitude();
  } else if (!table_ || table_->is_transfer) {
    throw core::UserError("the spectrum has no amplitude; set `sigma8` or `a_s`");
  }
}

double LinearSpectrum::shape(double k) const {
  if (table_ && !table_->is_transfer) return table_->at(k, settings_.n_s);
  const TransferSettings s{.omega_m = settings_.background.omega_m,
                           .omega_b = settings_.omega_b,
                           .h = settings_.h,
                           .t_cmb = settings_.t_cmb};
  const double transfer = table_ ? table_->at(k, 0)
                          : settings_.spectrum == "eisenstein-hu-smooth"
                              ? transfer_without_wiggles(s, k)
                              : transfer_with_wiggles(s, k);
  return std::pow(k, settings_.n_s) * transfer * transfer;
}

// A of P = A k^n_s T^2, with T = 1 on large scales: the potential is 3/5 of the curvature
// perturbation, which gives delta = (2/5) k^2 D / (Om H0^2), where D is a + (2/3) Or/Om at early
// times.
double LinearSpectrum::primordial_amplitude() const {
  const Cosmology& c = settings_.background;
  const double early = Growth::kFirst + 2. / 3 * c.omega_r / c.omega_m;
  const double growth = early / Growth(c).at(Growth::kFirst).d1;  // from then to today
  const double horizon = kLightSpeed / 100;                       // c / H0 in Mpc/h
  const double pivot = kPivot / settings_.h;
  double amplitude = 8 * std::numbers::pi * std::numbers::pi / 25 * *settings_.a_s *
                     std::pow(horizon, 4) / (c.omega_m * c.omega_m) *
                     std::pow(pivot, 1 - settings_.n_s) * growth * growth;
  if (table_) {
    const double largest = table_->at(table_->min_k(), 0);
    amplitude /= largest * largest;
  }
  return amplitude;
}

double LinearSpectrum::sigma(double radius) const {
  return std::sqrt(
      variance(radius, 1e-5, std::min(30 / radius * 8, table_ ? table_->max_k() : HUGE_VAL)));
}

double LinearSpectrum::variance(double radius, double min_k, double max_k) const {
  const double begin = std::log(min_k), end = std::log(max_k);
  const int n = 8192;  // even; resolves the oscillations of the window
  const double h = (end - begin) / n;
  double sum = 0;
  for (int i = 0; i <= n; ++i) {
    const double k = std::exp(begin + i * h);
    const double w = top_hat(k * radius);
    const double simpson = i == 0 || i == n ? 1 : i % 2 ? 4 : 2;
    sum += simpson * k * k * k * power(k) * w * w;
  }
  return sum * h / 3 / (2 * std::numbers::pi * std::numbers::pi);
}

void LinearSpectrum::check_range(double min_k, double max_k) const {
  if (!table_) return;
  const auto covered =
      fmt::format("covers k = {:.4g} to {:.4g} h/Mpc", table_->min_k(), table_->max_k());
  // Room for the rounding of the printed numbers.
  constexpr double kRounding = 1 + 1e-5;
  const bool begins_late = table_->min_k() > min_k * kRounding;
  if (table_->max_k() < max_k || (begins_late && !settings_.extrapolate)) {
    throw core::UserError(
        {table_->file},
        fmt::format(
            "{}, but the box needs {:.4g} to {:.4g}{}", covered, min_k, max_k,
            begins_late ? "; `cosmology: {extrapolate: true}` continues it to lower k" : ""));
  }
  if (!settings_.sigma8) return;
  // Otherwise the amplitude would depend on values that are not in the file.
  const double all = variance(8, 1e-5, table_->max_k());
  if (table_->max_k() < 1) {
    throw core::UserError({table_->file}, fmt::format("{}, but sigma8 needs it up to 1; use "
                                                      "`sigma8: auto` or extend it",
                                                      covered));
  }
  if (!settings_.extrapolate && table_->min_k() > 1e-5 &&
      variance(8, 1e-5, table_->min_k()) > 1e-2 * all) {
    throw core::UserError(
        {table_->file},
        fmt::format("{}, but more than a hundredth of sigma8^2 is from lower k; extend it, or set "
                    "`cosmology: {{extrapolate: true}}`",
                    covered));
  }
}

}  // namespace motley::nbody
