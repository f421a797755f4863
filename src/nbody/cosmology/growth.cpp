#include "nbody/cosmology/growth.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"

namespace motley::nbody {
namespace {

constexpr double kStart = 1e-9;     // a at which the integration begins
constexpr double kStep = 1. / 256;  // in ln a; fourth order, so errors of 1e-10

}  // namespace

Growth::State Growth::derivative(const Cosmology& c, double ln_a, const State& s) {
  const double a = std::exp(ln_a);
  const double friction = 2 + expansion_slope(c, a) / 2;
  const double source = 1.5 * matter_fraction(c, a);
  return {s.d1_slope, source * s.d1 - friction * s.d1_slope, s.d2_slope,
          source * (s.d2 - s.d1 * s.d1) - friction * s.d2_slope};
}

// Fourth-order Runge-Kutta.
Growth::State Growth::step(const Cosmology& c, double ln_a, double h, const State& s) {
  const auto moved = [&](const State& k, double by) {
    return State{s.d1 + by * k.d1, s.d1_slope + by * k.d1_slope, s.d2 + by * k.d2,
                 s.d2_slope + by * k.d2_slope};
  };
  const State k1 = derivative(c, ln_a, s);
  const State k2 = derivative(c, ln_a + h / 2, moved(k1, h / 2));
  const State k3 = derivative(c, ln_a + h / 2, moved(k2, h / 2));
  const State k4 = derivative(c, ln_a + h, moved(k3, h));
  const auto mean = [&](double State::*m) {
    return s.*m + h / 6 * (k1.*m + 2 * k2.*m + 2 * k3.*m + k4.*m);
  };
  return {mean(&State::d1), mean(&State::d1_slope), mean(&State::d2), mean(&State::d2_slope)};
}

Growth::Growth(const Cosmology& c) : cosmology_(c) {
  // The growing mode of matter and radiation. Early in the radiation era, where D1 is constant, D2
  // follows its source: D2 = -(3/2) y D1^2 with y = a Om/Or.
  const double a = kStart;
  const double constant = 2. / 3 * c.omega_r / c.omega_m;
  State s{a + constant, a, -3. / 7 * a * a, -6. / 7 * a * a};
  if (c.omega_r > 0) s.d2 = s.d2_slope = -a * constant;
  const double begin = std::log(kStart), first = std::log(kFirst);
  const int num_early = static_cast<int>(std::ceil((first - begin) / kStep));
  const double early_step = (first - begin) / num_early;
  for (int i = 0; i < num_early; ++i) s = step(c, begin + i * early_step, early_step, s);
  const int num_steps = static_cast<int>(std::ceil((std::log(kLast) - first) / kStep));
  for (int i = 0; i <= num_steps; ++i) {
    table_.push_back(s);
    s = step(c, first + i * kStep, kStep, s);
  }
  const double now = at(1).d1;
  for (State& t : table_) {
    t.d1 /= now, t.d1_slope /= now;
    t.d2 /= now * now, t.d2_slope /= now * now;
  }
}

// One shorter step from the table entry before: as accurate as the table.
GrowthFactors Growth::at(double a) const {
  MOTLEY_CHECK(a >= kFirst && a <= kLast, "growth is not tabulated at a = {}", a);
  const double first = std::log(kFirst), ln_a = std::max(std::log(a), first);
  const auto i = std::min(static_cast<size_t>((ln_a - first) / kStep), table_.size() - 1);
  const double before = first + static_cast<double>(i) * kStep;
  const State s = step(cosmology_, before, ln_a - before, table_[i]);
  return {s.d1, s.d1_slope / s.d1, s.d2, s.d2_slope / s.d2};
}

}  // namespace motley::nbody
