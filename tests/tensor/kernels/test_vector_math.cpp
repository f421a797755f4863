#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "tensor/kernels/math_vectors.h"

namespace motley::tensor {
namespace {

struct Subject {
  const char* name;
  MathFunction function;
  double (*truth)(double);
  double max_ulp;  // seen over every 255th float with each instruction set, rounded up
};

constexpr Subject kSubjects[] = {
    {"exp", MathFunction::kExp, [](double x) { return std::exp(x); }, 1.2},
    {"log", MathFunction::kLog, [](double x) { return std::log(x); }, 1},
    {"logistic", MathFunction::kLogistic,
     [](double x) { return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x)); },
     2.4},
    {"tanh", MathFunction::kTanh, [](double x) { return std::tanh(x); }, 1.5},
    {"erf", MathFunction::kErf, [](double x) { return std::erf(x); }, 1.2},
    {"sin", MathFunction::kSin, [](double x) { return std::sin(x); }, 1.6},
    {"cos", MathFunction::kCos, [](double x) { return std::cos(x); }, 1.6},
};

struct Isa {
  const char* name;
  void (*apply)(MathFunction, const float*, float*, int);
};

std::vector<Isa> isas_of_this_machine() {
  std::vector<Isa> isas = {{"portable", portable::apply}};
#if defined(__x86_64__)
  if (core::vector_isa() >= core::VectorIsa::kAvx2) isas.push_back({"avx2", avx2::apply});
  if (core::vector_isa() >= core::VectorIsa::kAvx512) isas.push_back({"avx512", avx512::apply});
#endif
  return isas;
}

// In units of the last place of the true value as a float; denormals have the smallest normal's.
double ulp_distance(float got, double truth) {
  const auto rounded = static_cast<float>(truth);
  if (std::isnan(truth)) return std::isnan(got) ? 0 : 1e30;
  if (std::isinf(rounded)) {
    // The largest float is as near to an overflow as the infinity.
    if (got == rounded) return 0;
    return std::isinf(truth) || std::isnan(got) || got < 3.4e38f ? 1e30 : 1;
  }
  if (std::isinf(got) || std::isnan(got)) return 1e30;
  if (got == 0 && truth == 0) return std::signbit(got) == std::signbit(truth) ? 0 : 1e30;
  const int exponent = std::max(std::ilogb(truth == 0 ? 1e-300 : truth), -126);
  return std::abs(got - truth) / std::ldexp(1.0, exponent - 23);
}

struct Worst {
  double ulp = 0;
  float at = 0;
};

Worst worst_of(const Isa& isa, const Subject& subject, const std::vector<float>& x) {
  std::vector<float> y(x.size());
  isa.apply(subject.function, x.data(), y.data(), static_cast<int>(x.size()));
  Worst worst;
  for (size_t i = 0; i < x.size(); ++i) {
    const double ulp = ulp_distance(y[i], subject.truth(x[i]));
    if (ulp > worst.ulp) worst = {ulp, x[i]};
  }
  return worst;
}

void expect_close(const std::vector<float>& x) {
  for (const Subject& subject : kSubjects) {
    for (const Isa& isa : isas_of_this_machine()) {
      const Worst worst = worst_of(isa, subject, x);
      EXPECT_LE(worst.ulp, subject.max_ulp)
          << subject.name << ", " << isa.name << ", at " << worst.at;
    }
  }
}

TEST(VectorMath, IsCloseForEveryKindOfFloat) {
  std::vector<float> x;
  for (uint64_t b = 0; b < (uint64_t{1} << 32); b += 8191) {
    x.push_back(std::bit_cast<float>(static_cast<uint32_t>(b)));
  }
  expect_close(x);
}

TEST(VectorMath, IsCloseWhereTheFunctionsBend) {
  std::vector<float> x;
  for (int i = -400000; i <= 400000; ++i) x.push_back(static_cast<float>(i) * 2.9e-4f);  // +- 116
  for (int i = -100000; i <= 100000; ++i) x.push_back(1 + static_cast<float>(i) * 5.97e-8f);
  expect_close(x);
}

TEST(VectorMath, IsCloseNextToMultiplesOfHalfPi) {
  std::vector<float> x;
  for (int n = -40000; n <= 40000; ++n) {
    const auto near = static_cast<float>(n * 1.57079632679489661923 * (n % 7 ? 1 : 331));
    x.insert(x.end(), {near, std::nextafter(near, 1e30f), std::nextafter(near, -1e30f)});
  }
  expect_close(x);
}

TEST(VectorMath, TreatsSpecialValuesAsTheLibraryDoes) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  std::vector<float> x = {0.0f,
                          -0.0f,
                          kInf,
                          -kInf,
                          std::numeric_limits<float>::quiet_NaN(),
                          std::numeric_limits<float>::min(),
                          std::numeric_limits<float>::denorm_min(),
                          -std::numeric_limits<float>::denorm_min(),
                          std::numeric_limits<float>::max(),
                          std::numeric_limits<float>::lowest(),
                          1.0f,
                          -1.0f,
                          88.72283f,
                          88.72284f,
                          -103.97f,
                          -103.98f,
                          -87.4f};
  expect_close(x);
  // Each alone, so that no other lane helps.
  for (float one : x) expect_close({one});
}

}  // namespace
}  // namespace motley::tensor
