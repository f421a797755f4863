#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"
#include "core/comm/local.h"
#include "nbody/mesh/pencil_fft.h"

namespace motley::nbody {
namespace {

float value_at(int n, int x, int y, int z) {
  return static_cast<float>(core::normal_at({.seed = 41}, (int64_t{x} * n + y) * n + z));
}

struct Case {
  int n, rows, columns;
};

// The modes of some y and z out of all modes, [x][y][z].
std::vector<std::complex<float>> part_of_modes(const std::vector<std::complex<float>>& all, int n,
                                               IndexRange ys, IndexRange zs) {
  std::vector<std::complex<float>> part;
  for (int x = 0; x < n; ++x) {
    for (int y = ys.begin; y < ys.end; ++y) {
      const auto row = all.begin() + (int64_t{x} * n + y) * (n / 2 + 1);
      part.insert(part.end(), row + zs.begin, row + zs.end);
    }
  }
  return part;
}

class PencilFftOn : public testing::TestWithParam<Case> {};

TEST_P(PencilFftOn, EqualsTheSerialTransform) {
  const auto [n, rows, columns] = GetParam();
  Mesh<float> serial(n);
  for (int x = 0; x < n; ++x) {
    for (int y = 0; y < n; ++y) {
      for (int z = 0; z < n; ++z) serial.at(x, y, z) = value_at(n, x, y, z);
    }
  }
  PencilFft alone(nullptr, n, {});
  std::vector<std::complex<float>> on_one = alone.room_for_values();
  std::copy_n(serial.values(), alone.num_values(), alone.values(on_one));
  alone.forward(on_one);
  Fft<float>(n).forward(serial);
  core::run_local(rows * columns, [&, n = n, rows = rows,
                                   columns = columns](core::Communicator& comm) {
    PencilFft fft(&comm, n, {.rows = rows, .columns = columns}, 2);
    const IndexRange vx = fft.value_x(), vy = fft.value_y(), my = fft.mode_y(), mz = fft.mode_z();
    std::vector<std::complex<float>> data = fft.room_for_values();
    float* values = fft.values(data);
    size_t i = 0;
    for (int x = vx.begin; x < vx.end; ++x) {
      for (int y = vy.begin; y < vy.end; ++y, i += 2) {
        for (int z = 0; z < n; ++z) values[i++] = value_at(n, x, y, z);
      }
    }
    fft.forward(data);
    ASSERT_EQ(std::ssize(data), fft.num_modes());
    EXPECT_EQ(data, part_of_modes(on_one, n, my, mz));
    const double size = std::sqrt(static_cast<double>(n) * n * n);
    i = 0;
    for (int x = 0; x < n; ++x) {
      for (int y = my.begin; y < my.end; ++y) {
        for (int z = mz.begin; z < mz.end; ++z) {
          ASSERT_LT(std::abs(data[i++] - serial.mode(x, y, z)), 2e-6 * size);
        }
      }
    }
    fft.inverse(data);
    values = fft.values(data);
    i = 0;
    for (int x = vx.begin; x < vx.end; ++x) {
      for (int y = vy.begin; y < vy.end; ++y, i += 2) {
        for (int z = 0; z < n; ++z) {
          ASSERT_NEAR(values[i++] / (float(n) * n * n), value_at(n, x, y, z), 3e-6);
        }
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, PencilFftOn,
                         testing::Values(Case{16, 1, 1}, Case{16, 1, 2}, Case{16, 1, 3},
                                         Case{12, 1, 4}, Case{16, 2, 1}, Case{16, 2, 2},
                                         Case{20, 2, 3}, Case{20, 3, 2}, Case{6, 2, 4}),
                         [](const auto& info) {
                           return "n" + std::to_string(info.param.n) + "_" +
                                  std::to_string(info.param.rows) + "x" +
                                  std::to_string(info.param.columns);
                         });

TEST(PencilGrid, UsesSlabsWhileThereArePlanes) {
  EXPECT_EQ(pencil_grid(4, 16).rows, 1);
  EXPECT_EQ(pencil_grid(4, 16).columns, 4);
  EXPECT_EQ(pencil_grid(24, 16).rows, 4);
  EXPECT_EQ(pencil_grid(24, 16).columns, 6);
}

}  // namespace
}  // namespace motley::nbody
