#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/base/random.h"
#include "core/comm/local.h"
#include "nbody/analysis/power_spectrum.h"

namespace motley::nbody {
namespace {

// A lattice of n^3, displaced along x by amplitude sin(2 pi m x / L).
Particles plane_wave(int n, int m, double amplitude) {
  Particles particles{.box = {.size = 100}};
  resize(particles, int64_t{1} * n * n * n);
  for (int64_t i = 0; i < particles.size(); ++i) {
    const double step = 100. / n;
    const double x = static_cast<double>(i / (n * n)) * step;
    const double moved = x + amplitude * std::sin(2 * std::numbers::pi * m * x / 100);
    particles.position[0][i] = particles.box.coordinate(moved);
    particles.position[1][i] = particles.box.coordinate(static_cast<double>(i / n % n) * step);
    particles.position[2][i] = particles.box.coordinate(static_cast<double>(i % n) * step);
    particles.id[i] = i;
  }
  return particles;
}

TEST(PowerSpectrum, OfOnePlaneWaveIsExact) {
  // Particles at q + A sin(k q): delta_k is a Bessel function, delta_m = J_m(m k A) / i^m each.
  for (const int m : {1, 3, 5}) {
    const double amplitude = 0.3;
    const PowerSpectrum spectrum = power_spectrum(plane_wave(32, m, amplitude), {.mesh_size = 64});
    const double k = 2 * std::numbers::pi * m / 100;
    const double delta = std::cyl_bessel_j(1, k * amplitude);
    const SpectrumBin& bin = spectrum.bins[m - 1];
    const double expected = 1e6 * 2 * delta * delta / static_cast<double>(bin.num_modes);
    EXPECT_NEAR(bin.power / expected, 1, 1e-4) << m;
    // The next bin is empty, except for m = 1, where it holds the first harmonic.
    if (m > 1) {
      EXPECT_LT(spectrum.bins[m].power, 1e-6 * expected);
    }
  }
}

TEST(PowerSpectrum, OfRandomParticlesIsShotNoise) {
  Particles particles{.box = {.size = 50}};
  resize(particles, 100000);
  for (int64_t i = 0; i < particles.size(); ++i) {
    for (uint32_t d = 0; d < 3; ++d) {
      particles.position[d][i] = static_cast<uint32_t>(core::uniform_at({5, d}, i) * 0x1p32);
    }
  }
  const PowerSpectrum spectrum = power_spectrum(particles, {.mesh_size = 64});
  EXPECT_NEAR(spectrum.shot_noise, 125000. / 100000, 1e-12);
  for (const SpectrumBin& bin : spectrum.bins) {
    const double scatter = 1 / std::sqrt(bin.num_modes / 2.);
    EXPECT_NEAR(bin.power / spectrum.shot_noise, 1, 5 * scatter + 0.02) << bin.k;
  }
}

TEST(PowerSpectrum, BinsAreOneModeWideAndCountAllModes) {
  const PowerSpectrum spectrum = power_spectrum(plane_wave(8, 1, 0.1), {.mesh_size = 16});
  ASSERT_EQ(spectrum.bins.size(), 7u);
  EXPECT_EQ(spectrum.bins[0].num_modes, 18);  // 6 of length 1, 12 of sqrt 2
  EXPECT_EQ(spectrum.bins[1].num_modes, 62);  // 8 of sqrt 3, 6 of 2, 24 of sqrt 5, 24 of sqrt 6
  EXPECT_NEAR(spectrum.bins[0].k * 100 / (2 * std::numbers::pi), (6 + 12 * std::sqrt(2)) / 18,
              1e-12);
}

TEST(PowerSpectrum, DoesNotDependOnThreads) {
  const Particles particles = plane_wave(16, 2, 1.7);
  const PowerSpectrum one = power_spectrum(particles, {.mesh_size = 32});
  const PowerSpectrum four = power_spectrum(particles, {.mesh_size = 32, .num_threads = 4});
  for (size_t i = 0; i < one.bins.size(); ++i) {
    EXPECT_EQ(one.bins[i].power, four.bins[i].power);
  }
}

class SpectrumOnRanks : public testing::TestWithParam<std::pair<int, int>> {};

// In slabs, and in pencils if there are more ranks than planes.
TEST_P(SpectrumOnRanks, MatchesOneRank) {
  const auto [ranks, mesh] = GetParam();
  const Particles particles = plane_wave(16, 2, 1.7);
  const PowerSpectrum one = power_spectrum(particles, {.mesh_size = mesh});
  core::run_local(ranks, [&, mesh = mesh](core::Communicator& comm) {
    Particles own{.box = particles.box};
    for (int64_t i = comm.rank(); i < particles.size(); i += comm.num_ranks()) {
      for (int d = 0; d < 3; ++d) own.position[d].push_back(particles.position[d][i]);
      own.id.push_back(i);
    }
    const PowerSpectrum shared = power_spectrum(own, {.mesh_size = mesh}, &comm);
    EXPECT_EQ(shared.shot_noise, one.shot_noise);
    for (size_t i = 0; i < one.bins.size(); ++i) {
      EXPECT_NEAR(shared.bins[i].power, one.bins[i].power, 1e-5 * one.bins[1].power);
      EXPECT_EQ(shared.bins[i].num_modes, one.bins[i].num_modes);
    }
  });
}

// With particles in the same order, to the last bit.
TEST(PowerSpectrum, IsBitwiseEqualOnSeveralRanks) {
  const Particles particles = plane_wave(16, 2, 1.7);
  const PowerSpectrum one = power_spectrum(particles, {.mesh_size = 32, .num_threads = 2});
  for (const int ranks : {2, 3, 5}) {
    core::run_local(ranks, [&](core::Communicator& comm) {
      Particles own{.box = particles.box};
      const int64_t begin = particles.size() * comm.rank() / ranks;
      const int64_t end = particles.size() * (comm.rank() + 1) / ranks;
      for (int d = 0; d < 3; ++d) {
        own.position[d] = {particles.position[d].begin() + begin,
                           particles.position[d].begin() + end};
      }
      own.id.resize(end - begin);
      const PowerSpectrum shared = power_spectrum(own, {.mesh_size = 32}, &comm);
      EXPECT_EQ(print_spectrum(shared, particles), print_spectrum(one, particles));
      for (size_t i = 0; i < one.bins.size(); ++i) {
        EXPECT_EQ(shared.bins[i].power, one.bins[i].power) << ranks << " ranks, bin " << i;
      }
    });
  }
}

INSTANTIATE_TEST_SUITE_P(RanksAndMesh, SpectrumOnRanks,
                         testing::Values(std::pair(1, 32), std::pair(3, 32), std::pair(12, 8)));

}  // namespace
}  // namespace motley::nbody
