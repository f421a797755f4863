#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "core/base/random.h"
#include "core/comm/local.h"
#include "nbody/analysis/colors.h"
#include "nbody/analysis/density_image.h"
#include "nbody/analysis/labels.h"

namespace motley::nbody {
namespace {

Particles one_clump(int64_t count) {
  Particles particles{.box = {.size = 10}};
  resize(particles, count);
  for (int64_t i = 0; i < count; ++i) {
    for (uint32_t d = 0; d < 3; ++d) {
      const double x = i % 2 ? 10 * core::uniform_at({1, d}, i)
                             : (d == 0 ? 2.5 : 7.5) + 0.2 * core::normal_at({2, d}, i);
      particles.position[d][i] = particles.box.coordinate(x);
    }
    particles.id[i] = i;
  }
  return particles;
}

TEST(DensityImage, ShowsDensityWhereParticlesAre) {
  const std::vector<float> density = projected_density(one_clump(20000), {.size = 128});
  ASSERT_EQ(density.size(), 128u * 128);
  const auto highest = std::ranges::max_element(density) - density.begin();
  EXPECT_NEAR(static_cast<double>(highest % 128), 32, 4);  // x = 2.5 of 10
  EXPECT_NEAR(static_cast<double>(highest / 128), 96, 4);  // y = 7.5
  EXPECT_GT(density[highest], 30);
  EXPECT_NEAR(density[20 * 128 + 100], 0.5, 0.3);  // half of the particles are uniform
  const double mean = std::accumulate(density.begin(), density.end(), 0.) / (128 * 128);
  EXPECT_NEAR(mean, 1, 0.1);
}

TEST(DensityImage, IsAPngOfTheRequestedSize) {
  const std::string bytes = density_image(one_clump(1000), {.size = 64});
  EXPECT_EQ(bytes.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(static_cast<int>(static_cast<uint8_t>(bytes[19])), 64);  // width, big-endian
  EXPECT_EQ(static_cast<int>(static_cast<uint8_t>(bytes[23])), 64);
  EXPECT_EQ(bytes.substr(bytes.size() - 8, 4), "IEND");
}

// With particles distributed over ranks in another order.
TEST(DensityImage, HasTheSameBytesOnAnyNumberOfRanks) {
  const Particles all = one_clump(20000);
  const DensityImageSettings settings{.size = 64, .thickness = 9, .center = 4.5};
  const std::string one = density_image(all, settings);
  const std::vector<float> one_density = projected_density(all, settings);
  for (const int ranks : {2, 3, 5}) {
    core::run_local(ranks, [&](core::Communicator& comm) {
      Particles own{.box = all.box, .mass = all.mass, .scale_factor = all.scale_factor};
      for (int64_t i = all.size() - 1 - comm.rank(); i >= 0; i -= ranks) {
        for (int d = 0; d < 3; ++d) own.position[d].push_back(all.position[d][i]);
        for (int d = 0; d < 3; ++d) own.momentum[d].push_back(all.momentum[d][i]);
        own.id.push_back(all.id[i]);
      }
      const std::string bytes = density_image(own, settings, &comm);
      const std::vector<float> density = projected_density(own, settings, &comm);
      if (comm.rank() == 0) {
        EXPECT_TRUE(bytes == one) << ranks << " ranks";
        EXPECT_TRUE(density == one_density) << ranks << " ranks";
      } else {
        EXPECT_EQ(bytes, "");
      }
    });
  }
}

TEST(DensityImage, ProjectsASlabAlongAnyAxis) {
  // The clump is at x = 2.5, y = z = 7.5.
  const Particles particles = one_clump(20000);
  const auto highest = [&](const DensityImageSettings& settings) {
    const std::vector<float> density = projected_density(particles, settings);
    const auto at = std::ranges::max_element(density) - density.begin();
    return std::array{static_cast<int>(at % 64), static_cast<int>(at / 64),
                      static_cast<int>(density[at])};
  };
  const auto [y, z, along_x] = highest({.size = 64, .axis = 0});
  EXPECT_NEAR(y, 48, 2);
  EXPECT_NEAR(z, 48, 2);
  EXPECT_GT(along_x, 30);
  const auto [z2, x2, along_y] = highest({.size = 64, .axis = 1});
  EXPECT_NEAR(z2, 48, 2);
  EXPECT_NEAR(x2, 16, 2);
  // A slab around the clump shows more of it over the mean, one without it nothing; across the
  // border of the box both the same.
  EXPECT_GT(highest({.size = 64, .axis = 0, .thickness = 2, .center = 2.5})[2], along_x);
  EXPECT_LT(highest({.size = 64, .axis = 0, .thickness = 2, .center = 9})[2], 10);
  EXPECT_LT(highest({.size = 64, .axis = 0, .thickness = 2, .center = 0})[2], 10);
}

TEST(DensityImage, HasLabelsOverItsCorners) {
  const Particles particles = one_clump(1000);
  const std::string plain = density_image(particles, {.size = 256, .labels = false});
  EXPECT_NE(density_image(particles, {.size = 256}), plain);
  EXPECT_NE(density_image(particles, {.size = 256, .colors = "viridis", .labels = false}), plain);
  std::vector<uint8_t> pixels(3 * 256 * 256, 90);
  draw_labels(pixels, 256, {.redshift = 0.5, .box_size = 10, .low = 0.1, .high = 120});
  const auto at = [&](int x, int y) { return pixels[3 * (y * 256 + x)]; };
  EXPECT_EQ(at(128, 128), 90);  // the middle is left alone
  const int base = 256 - 256 / 40 - 2;
  EXPECT_EQ(at(8 + 51, base - 1), 0);  // 2 Mpc/h of 10 are 51 pixels, then the frame
  EXPECT_EQ(at(8 + 50, base - 1), 255);
  EXPECT_EQ(at(8 + 53, base - 1), 90);
  EXPECT_EQ(scale_bar_length(10), 2);
  EXPECT_EQ(scale_bar_length(50), 10);
  EXPECT_EQ(scale_bar_length(100), 20);
}

TEST(Colors, IncreaseMonotonicallyInLightness) {
  for (const char* map : {"ember", "viridis", "gray"}) {
    double before = -1;
    for (int i = 0; i <= 100; ++i) {
      const auto [r, g, b] = density_color(i / 100., map);
      const double light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
      EXPECT_GT(light, before) << map << " " << i;
      before = light;
    }
  }
}

}  // namespace
}  // namespace motley::nbody
