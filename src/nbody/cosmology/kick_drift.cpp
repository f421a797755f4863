#include "nbody/cosmology/kick_drift.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace motley::nbody {
namespace {

constexpr std::array<double, 4> kPoints = {0.1834346424956498, 0.5255324099163290,
                                           0.7966664774136267, 0.9602898564975363};
constexpr std::array<double, 4> kWeights = {0.3626837833783620, 0.3137066458778873,
                                            0.2223810344533745, 0.1012285362903763};
constexpr double kMaxInterval = 0.25;  // in ln a

// Integral over ln a of 1 / (a^power H).
double integral(const Cosmology& c, double a1, double a2, int power) {
  if (a1 > a2) return -integral(c, a2, a1, power);
  const double begin = std::log(a1);
  const double length = std::log(a2) - begin;
  const int num_intervals = std::max(1, static_cast<int>(std::ceil(length / kMaxInterval)));
  const double half = length / num_intervals / 2;
  const auto value = [&](double ln_a) {
    const double a = std::exp(ln_a);
    double a_power = 1;
    for (int i = 0; i < power; ++i) a_power *= a;
    return 1 / (a_power * hubble(c, a));
  };
  double sum = 0;
  for (int i_interval = 0; i_interval < num_intervals; ++i_interval) {
    const double middle = begin + (2 * i_interval + 1) * half;
    for (size_t i = 0; i < kPoints.size(); ++i) {
      sum += kWeights[i] * (value(middle - half * kPoints[i]) + value(middle + half * kPoints[i]));
    }
  }
  return sum * half;
}

}  // namespace

double drift_factor(const Cosmology& c, double a1, double a2) { return integral(c, a1, a2, 2); }
double kick_factor(const Cosmology& c, double a1, double a2) { return integral(c, a1, a2, 1); }
double time_between(const Cosmology& c, double a1, double a2) { return integral(c, a1, a2, 0); }

}  // namespace motley::nbody
