#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/base/random.h"
#include "nbody/mesh/deposit.h"

namespace motley::nbody {
namespace {

using Positions = std::array<std::vector<uint32_t>, 3>;

Positions random_positions(int64_t count, uint64_t seed) {
  Positions position;
  for (uint32_t axis = 0; axis < 3; ++axis) {
    for (int64_t i = 0; i < count; ++i) {
      position[axis].push_back(
          static_cast<uint32_t>(core::uniform_at({.seed = seed, .tensor = axis}, i) * 0x1p32));
    }
  }
  return position;
}

class WindowDeposit : public testing::TestWithParam<Window> {};

TEST_P(WindowDeposit, ConservesMassAndCentreOfAParticle) {
  constexpr int kSize = 16;
  const Positions position = random_positions(50, 3);
  for (int i = 0; i < 50; ++i) {
    Mesh<float> mesh(kSize);
    Positions one;
    for (int axis = 0; axis < 3; ++axis) one[axis] = {position[axis][i]};
    deposit(mesh, spans(one), {.window = GetParam()}, 1);
    double mass = 0, offset = 0;
    int touched = 0;
    const double at = one[0][0] * 0x1p-32 * kSize;
    for (int x = 0; x < kSize; ++x) {
      for (int y = 0; y < kSize; ++y) {
        for (int z = 0; z < kSize; ++z) {
          const double w = mesh.at(x, y, z);
          touched += w > 0;
          mass += w;
          offset += w * std::remainder(x - at, kSize);
        }
      }
    }
    EXPECT_NEAR(mass, 1, 1e-6);
    EXPECT_NEAR(offset, 0, 2e-6);
    EXPECT_LE(touched, std::pow(window_order(GetParam()), 3));
  }
}

TEST_P(WindowDeposit, GivesTheSameBitsOnAnyNumberOfThreads) {
  const Positions position = random_positions(20000, 4);
  for (int n : {6, 8, 20, 32}) {
    Mesh<float> one(n), three(n);
    deposit(one, spans(position), {.window = GetParam()}, 1);
    deposit(three, spans(position), {.window = GetParam()}, 3);
    for (int x = 0; x < n; ++x) {
      for (int y = 0; y < n; ++y) {
        EXPECT_TRUE(std::equal(&one.at(x, y, 0), &one.at(x, y, 0) + n, &three.at(x, y, 0)));
      }
    }
  }
}

TEST_P(WindowDeposit, InterpolatesWithTheSameWeights) {
  // sum_i field(x_i) = sum over the mesh of field * deposit, for any field, shifted or not.
  constexpr int kSize = 12;
  const Positions position = random_positions(300, 5);
  for (bool shift : {false, true}) {
    const DepositSettings settings{.window = GetParam(), .half_cell_shift = shift};
    Mesh<float> density(kSize), field(kSize);
    deposit(density, spans(position), settings, 2);
    double over_mesh = 0;
    for (int x = 0; x < kSize; ++x) {
      for (int y = 0; y < kSize; ++y) {
        for (int z = 0; z < kSize; ++z) {
          field.at(x, y, z) =
              static_cast<float>(core::normal_at({.seed = 6}, (x * kSize + y) * kSize + z));
          over_mesh += double(field.at(x, y, z)) * density.at(x, y, z);
        }
      }
    }
    std::vector<float> values(300, 1.0f);
    interpolate(field, spans(position), settings, 2.0f, values, 2);
    double over_particles = 0;
    for (float value : values) over_particles += (value - 1) / 2;
    EXPECT_NEAR(over_particles, over_mesh, 1e-4);
  }
}

TEST_P(WindowDeposit, ShiftMovesPointsBackByHalfACell) {
  // A particle on a shifted point contributes to it as one on a plain point does there.
  constexpr int kSize = 8;
  const Positions on_point = {{{1u << 30}, {1u << 30}, {1u << 30}}};  // point 2
  Positions between = on_point;
  for (auto& axis : between) axis[0] -= 1u << 28;  // point 1.5: point 2 of the shifted mesh
  Mesh<float> plain(kSize), shifted(kSize);
  deposit(plain, spans(on_point), {.window = GetParam()}, 1);
  deposit(shifted, spans(between), {.window = GetParam(), .half_cell_shift = true}, 1);
  for (int x = 0; x < kSize; ++x) EXPECT_EQ(plain.at(x, 2, 2), shifted.at(x, 2, 2));
  EXPECT_GT(plain.at(2, 2, 2), 0.29f);
}

std::vector<Window> all_windows() {
  std::vector<Window> windows;
  for (const WindowInfo& info : kWindowInfos) windows.push_back(*window_named(info.name));
  return windows;
}

INSTANTIATE_TEST_SUITE_P(All, WindowDeposit, testing::ValuesIn(all_windows()),
                         [](const auto& info) { return std::string(window_name(info.param)); });

}  // namespace
}  // namespace motley::nbody
