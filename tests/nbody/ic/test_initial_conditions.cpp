#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/comm/local.h"
#include "nbody/cosmology/growth.h"
#include "nbody/ic/initial_conditions.h"
#include "nbody/ic/second_order.h"
#include "nbody/mesh/fft.h"

namespace motley::nbody {
namespace {

Settings small(int64_t n) {
  Settings s;
  s.box = {.size = 50, .particles = n, .seed = 7};
  return s;
}

// x - q along an axis, Mpc/h.
double displacement(const Particles& particles, const Settings& s, int axis, int64_t i) {
  const int64_t n = s.box.particles;
  const int64_t place[3] = {i / (n * n), i / n % n, i % n};
  const uint32_t q = particles.box.coordinate((double(place[axis]) + 0.5) / n * s.box.size);
  return particles.box.separation(q, particles.position[axis][i]);
}

// The modes of the linear density from the displacements: -i k psi, at the lattice points.
std::vector<std::complex<double>> modes_of(const Particles& particles, const Settings& s) {
  const int n = static_cast<int>(s.box.particles);
  const Fft<double> fft(n);
  std::vector<std::complex<double>> delta(int64_t{1} * n * n * (n / 2 + 1));
  for (int axis = 0; axis < 3; ++axis) {
    Mesh<double> psi(n);
    for (int64_t i = 0; i < particles.size(); ++i) {
      psi.at(static_cast<int>(i / n / n), static_cast<int>(i / n % n), static_cast<int>(i % n)) =
          displacement(particles, s, axis, i);
    }
    fft.forward(psi);
    size_t at = 0;
    for (int x = 0; x < n; ++x) {
      for (int y = 0; y < n; ++y) {
        for (int z = 0; z <= n / 2; ++z, ++at) {
          const int k[3] = {wave_number(x, n), wave_number(y, n), z};
          const double turn = -std::numbers::pi * (k[0] + k[1] + k[2]) / n;
          delta[at] += std::complex(0., -2 * std::numbers::pi * k[axis] / s.box.size) *
                       psi.mode(x, y, z) * std::polar(1., turn) / std::pow(n, 3);
        }
      }
    }
  }
  return delta;
}

std::complex<double> mode_at(const std::vector<std::complex<double>>& modes, int n, int kx, int ky,
                             int kz) {
  const auto index = [n](int k) { return int64_t{k >= 0 ? k : k + n}; };
  return modes[(index(kx) * n + index(ky)) * (n / 2 + 1) + kz];
}

TEST(InitialConditions, FixedModesHaveTheInputPower) {
  Settings s = small(32);
  s.initial = {.z = 49, .order = 1, .fixed = true};
  const Particles particles = initial_conditions(s, 2);
  const std::vector<std::complex<double>> modes = modes_of(particles, s);
  const LinearSpectrum spectrum(s.cosmology);
  const double growth = Growth(s.cosmology.background).at(0.02).d1;
  for (int kx = -15; kx < 16; ++kx) {
    for (int ky = -15; ky < 16; ++ky) {
      for (int kz = 0; kz < 16; ++kz) {
        if (kx == 0 && ky == 0 && kz == 0) continue;
        const double k = 2 * std::numbers::pi / 50 * std::sqrt(kx * kx + ky * ky + kz * kz);
        const double input = spectrum.power(k) / 125000 * growth * growth;
        ASSERT_NEAR(std::norm(mode_at(modes, 32, kx, ky, kz)) / input, 1, 1e-4)
            << kx << " " << ky << " " << kz;
      }
    }
  }
}

TEST(InitialConditions, OfOneSeedHaveTheSameModesAtAnyResolution) {
  Settings coarse = small(32), fine = small(64);
  coarse.initial.order = fine.initial.order = 1;
  const auto low = modes_of(initial_conditions(coarse, 2), coarse);
  const auto high = modes_of(initial_conditions(fine, 2), fine);
  double largest = 0;
  for (const auto& mode : low) largest = std::max(largest, std::abs(mode));
  for (int kx = -15; kx < 16; ++kx) {
    for (int ky = -15; ky < 16; ++ky) {
      for (int kz = 0; kz < 16; ++kz) {
        ASSERT_LT(std::abs(mode_at(low, 32, kx, ky, kz) - mode_at(high, 64, kx, ky, kz)),
                  1e-6 * largest)
            << kx << " " << ky << " " << kz;
      }
    }
  }
}

// Odd lattices use a finer mesh; nine ranks are more than five planes.
TEST(InitialConditions, AreTheSameBitsOnAnyRanksAndThreads) {
  for (const int64_t n : {20, 5}) {
    const Settings s = small(n);
    const Particles whole = initial_conditions(s, 1);
    for (const int num_ranks : {1, 2, 3, 4, 9}) {
      std::vector<Particles> parts(num_ranks);
      core::run_local(num_ranks, [&](core::Communicator& comm) {
        parts[comm.rank()] = initial_conditions(s, 1 + comm.rank() % 3, &comm);
      });
      Particles joined = whole;
      resize(joined, 0);
      for (const Particles& part : parts) {
        for (int d = 0; d < 3; ++d) {
          joined.position[d].insert(joined.position[d].end(), part.position[d].begin(),
                                    part.position[d].end());
          joined.momentum[d].insert(joined.momentum[d].end(), part.momentum[d].begin(),
                                    part.momentum[d].end());
        }
        joined.id.insert(joined.id.end(), part.id.begin(), part.id.end());
      }
      EXPECT_TRUE(joined == whole) << num_ranks << " ranks, " << n;
    }
  }
}

TEST(InitialConditions, ModesHaveGaussianStatistics) {
  const LinearSpectrum spectrum{CosmologySettings()};
  const RandomField field{.spectrum = &spectrum, .box_size = 100, .seed = 3};
  double sum = 0, squares = 0;
  std::complex<double> mean = 0;
  int count = 0;
  for (int x = 1; x < 30; ++x) {
    for (int y = -30; y < 30; ++y) {
      for (int z = -30; z < 30; ++z, ++count) {
        const double k = 2 * std::numbers::pi / 100 * std::sqrt(x * x + y * y + z * z);
        const std::complex<double> mode = field.mode(x, y, z) / std::sqrt(spectrum.power(k) / 1e6);
        sum += std::norm(mode), squares += std::norm(mode) * std::norm(mode), mean += mode;
      }
    }
  }
  EXPECT_NEAR(sum / count, 1, 0.02);
  EXPECT_NEAR(squares / count, 2, 0.1);
  EXPECT_LT(std::abs(mean) / count, 0.02);
  EXPECT_EQ(field.mode(-3, 2, 1), std::conj(field.mode(3, -2, -1)));
  EXPECT_EQ(field.mode(0, 0, 0), 0.);
}

TEST(InitialConditions, PairedShiftEveryPhaseByPi) {
  Settings s = small(16);
  s.initial.order = 1;
  const Particles one = initial_conditions(s, 1);
  s.initial.paired = true;
  const Particles two = initial_conditions(s, 1);
  for (int64_t i = 0; i < one.size(); ++i) {
    for (int d = 0; d < 3; ++d) {
      ASSERT_NEAR(displacement(one, s, d, i), -displacement(two, s, d, i), 1e-6);
    }
  }
}

// delta = amplitude * sum over axes of cos(2 pi x_i / L), for the first `num_axes`.
ModeRows waves(int n, float amplitude, int num_axes) {
  ModeRows modes = own_rows(n, nullptr);
  const auto half = std::complex<float>(amplitude / 2);
  modes.at(1, 0, 0) = modes.at(n - 1, 0, 0) = half;
  if (num_axes > 1) modes.at(0, 1, 0) = modes.at(0, n - 1, 0) = half;
  if (num_axes > 2) modes.at(0, 0, 1) = half;
  return modes;
}

TEST(SecondOrder, OfAPlaneWaveIsZero) {
  const ModeRows modes = second_order_modes(waves(16, 0.5f, 1), 1);
  for (const auto& mode : modes.values) ASSERT_LT(std::abs(mode), 1e-7);
}

TEST(SecondOrder, OfAnIsotropicFieldIsMinusASquareOver21) {
  // Around the origin phi,ij = delta/3 on the diagonal: d psi_x / dx = -delta^2 / 21 in EdS.
  Settings s = small(32);
  s.cosmology.background = {.omega_m = 1, .omega_lambda = 0};
  s.initial.z = 0;
  const auto slope = [&](int64_t order) {
    s.initial.order = order;
    const Particles particles = displaced_lattice(s, waves(32, 0.1f, 3), 1);
    // Lattice points half a cell on either side of the origin along x, at y and z half a cell off.
    const double after = displacement(particles, s, 0, 0);
    const double before = displacement(particles, s, 0, 31 * 32 * 32);
    return (after - before) / (50. / 32);
  };
  const double delta = 0.3;
  EXPECT_NEAR(slope(1) / (-delta / 3), 1, 0.01);
  EXPECT_NEAR((slope(2) - slope(1)) / (-delta * delta / 21), 1, 0.03);
}

TEST(SecondOrder, SourceOfThreeWavesMatchesTheirProducts) {
  // delta2 = A^2 (cos x cos y + cos x cos z + cos y cos z): modes (1, 1, 0) and alike are A^2 / 4.
  const ModeRows modes = second_order_modes(waves(8, 0.4f, 3), 1);
  EXPECT_NEAR(modes.at(1, 1, 0).real(), 0.04, 1e-6);
  EXPECT_NEAR(modes.at(1, 7, 0).real(), 0.04, 1e-6);
  EXPECT_NEAR(modes.at(0, 1, 1).real(), 0.04, 1e-6);
  EXPECT_NEAR(std::abs(modes.at(2, 0, 0)), 0, 1e-6);
  EXPECT_NEAR(std::abs(modes.at(0, 0, 0)), 0, 1e-6);
}

TEST(SecondOrder, SourceIsFreeOfAliasing) {
  // Waves (3, 0, 0) and (3, 1, 0) produce (0, 1, 0) with 1 - cos^2 of their angle, a tenth, and (6,
  // 1, 0), which eight points would alias to (-2, 1, 0).
  ModeRows delta = own_rows(8, nullptr);
  delta.at(3, 0, 0) = delta.at(5, 0, 0) = delta.at(3, 1, 0) = delta.at(5, 7, 0) = 0.5f;
  const ModeRows modes = second_order_modes(delta, 1);
  EXPECT_NEAR(modes.at(0, 1, 0).real(), 0.1 * 0.25, 1e-6);
  EXPECT_NEAR(std::abs(modes.at(6, 1, 0)), 0, 1e-6);
}

TEST(InitialConditions, HaveMomentaOfLinearGrowth) {
  // Zel'dovich: p = a^2 H f1 times the displacement, everywhere.
  Settings s = small(16);
  s.initial.order = 1;
  const Particles particles = initial_conditions(s, 1);
  const GrowthFactors growth = Growth(s.cosmology.background).at(0.02);
  const double speed = 0.02 * 0.02 * hubble(s.cosmology.background, 0.02) * growth.f1;
  for (int64_t i = 0; i < particles.size(); i += 17) {
    for (int d = 0; d < 3; ++d) {
      const double psi = displacement(particles, s, d, i);
      EXPECT_NEAR(particles.momentum[d][i], speed * psi, 1e-5 * speed);
    }
  }
}

TEST(InitialConditions, OfSecondOrderHaveMomentaEqualToTheTimeDerivative) {
  // Displacements at two close times give the momentum in between.
  Settings s = small(16);
  s.initial.z = 9;
  const double a = 0.1, da = 1e-3;
  const auto at = [&](double time) {
    s.initial.z = redshift_of(time);
    return initial_conditions(s, 1);
  };
  const Particles before = at(a - da), now = at(a), after = at(a + da);
  const double h = hubble(s.cosmology.background, a);
  for (int64_t i = 0; i < now.size(); i += 13) {
    for (int d = 0; d < 3; ++d) {
      const double slope =
          (displacement(after, s, d, i) - displacement(before, s, d, i)) / (2 * da);
      EXPECT_NEAR(now.momentum[d][i], a * a * slope * a * h, 2e-3);
    }
  }
}

TEST(InitialConditions, OfAnOddLatticeHaveTheSameModes) {
  // Evaluated by hand at one particle.
  Settings s = small(5);
  s.initial.order = 1;
  const Particles particles = initial_conditions(s, 1);
  const LinearSpectrum spectrum(s.cosmology);
  const RandomField field{.spectrum = &spectrum, .box_size = 50, .seed = 7};
  const double q[3] = {25, 5, 45};  // particle (2, 0, 4)
  double psi = 0;
  for (int x = -2; x <= 2; ++x) {
    for (int y = -2; y <= 2; ++y) {
      for (int z = -2; z <= 2; ++z) {
        if (x == 0 && y == 0 && z == 0) continue;
        const double unit = 2 * std::numbers::pi / 50;
        const double turn = unit * (x * q[0] + y * q[1] + z * q[2]);
        const std::complex<double> i_k(0, x / (unit * (x * x + y * y + z * z)));
        psi += (i_k * field.mode(x, y, z) * std::polar(1., turn)).real();
      }
    }
  }
  const double growth = Growth(s.cosmology.background).at(0.02).d1;
  EXPECT_NEAR(displacement(particles, s, 0, 2 * 25 + 4) / (growth * psi), 1, 1e-5);
}

}  // namespace
}  // namespace motley::nbody
