#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <type_traits>

#include "core/base/random.h"
#include "nbody/mesh/fft.h"

namespace motley::nbody {
namespace {

template <class Real>
class FftOf : public testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(FftOf, Reals);

template <class Real>
Mesh<Real> random_mesh(int n) {
  Mesh<Real> mesh(n);
  int64_t i = 0;
  for (int x = 0; x < n; ++x) {
    for (int y = 0; y < n; ++y) {
      for (int z = 0; z < n; ++z) {
        mesh.at(x, y, z) = static_cast<Real>(core::normal_at({.seed = 5}, i++));
      }
    }
  }
  return mesh;
}

TYPED_TEST(FftOf, ModesMatchTheDefinition) {
  constexpr int kSize = 6;
  const double tolerance = std::is_same_v<TypeParam, float> ? 1e-5 : 1e-13;
  const Mesh<TypeParam> values = random_mesh<TypeParam>(kSize);
  Mesh<TypeParam> mesh = random_mesh<TypeParam>(kSize);
  Fft<TypeParam>(kSize).forward(mesh, 2);
  for (int kx = 0; kx < kSize; ++kx) {
    for (int ky = 0; ky < kSize; ++ky) {
      for (int kz = 0; kz <= kSize / 2; ++kz) {
        std::complex<double> sum = 0;
        for (int x = 0; x < kSize; ++x) {
          for (int y = 0; y < kSize; ++y) {
            for (int z = 0; z < kSize; ++z) {
              const double turns = static_cast<double>(kx * x + ky * y + kz * z) / kSize;
              sum += static_cast<double>(values.at(x, y, z)) *
                     std::polar(1.0, -2 * std::numbers::pi * turns);
            }
          }
        }
        EXPECT_LT(std::abs(std::complex<double>(mesh.mode(kx, ky, kz)) - sum), 50 * tolerance);
      }
    }
  }
}

TYPED_TEST(FftOf, InverseOfForwardIsTheInputTimesTheNumberOfPoints) {
  for (int n : {4, 10, 16, 30}) {
    const Mesh<TypeParam> values = random_mesh<TypeParam>(n);
    Mesh<TypeParam> mesh = random_mesh<TypeParam>(n);
    const Fft<TypeParam> fft(n);
    fft.forward(mesh, 1);
    fft.inverse(mesh, 2);
    double worst = 0;
    for (int x = 0; x < n; ++x) {
      for (int y = 0; y < n; ++y) {
        for (int z = 0; z < n; ++z) {
          worst = std::max(worst, std::abs(double(mesh.at(x, y, z)) / (double(n) * n * n) -
                                           double(values.at(x, y, z))));
        }
      }
    }
    EXPECT_LT(worst, (std::is_same_v<TypeParam, float> ? 3e-6 : 1e-14)) << n;
  }
}

TEST(MeshSize, IsEvenWithSmallPrimeFactors) {
  EXPECT_EQ(fft_friendly_size(64), 64);
  EXPECT_EQ(fft_friendly_size(65), 72);
  EXPECT_EQ(fft_friendly_size(74), 80);
  EXPECT_EQ(fft_friendly_size(75), 80);
  EXPECT_EQ(fft_friendly_size(1), 2);
}

}  // namespace
}  // namespace motley::nbody
