// Compares with Gadget-2 from the same initial conditions.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>

#include "core/base/random.h"
#include "nbody/mesh/deposit.h"
#include "nbody/mesh/fft.h"
#include "nbody/run/simulation.h"
#include "nbody/snapshot/snapshot.h"

namespace motley::nbody {
namespace {

constexpr int kBins = 9;
using Spectrum = std::array<double, kBins>;

// Power in bins [n - 1/2, n + 1/2) 2 pi / L, in units that cancel in ratios.
Spectrum spectrum(const Particles& particles) {
  constexpr int kSize = 128;
  Mesh<float> mesh(kSize);
  deposit(mesh, spans(particles.position), {.window = Window::kPcs}, 1);
  Fft<float>(kSize).forward(mesh, 1);
  Spectrum power = {}, count = {};
  for (int x = 0; x < kSize; ++x) {
    for (int y = 0; y < kSize; ++y) {
      for (int z = 0; z < kBins; ++z) {
        const int kx = wave_number(x, kSize), ky = wave_number(y, kSize);
        const auto bin = static_cast<int>(std::sqrt(double(kx * kx + ky * ky + z * z)) + 0.5);
        if (bin < 1 || bin >= kBins) continue;
        const double window = window_factor(Window::kPcs, kx, kSize) *
                              window_factor(Window::kPcs, ky, kSize) *
                              window_factor(Window::kPcs, z, kSize);
        const double weight = z == 0 ? 1 : 2;
        power[bin] +=
            weight * std::norm(std::complex<double>(mesh.mode(x, y, z))) / (window * window);
        count[bin] += weight;
      }
    }
  }
  for (int i = 1; i < kBins; ++i) power[i] /= count[i];
  return power;
}

struct Evolved {
  Spectrum z1 = {}, z0 = {};
  RunChecks checks;
  RunEnd end;
};

class Gadget2 : public testing::Test {
 protected:
  Particles read(const std::string& name) const {
    return SnapshotReader::open(MOTLEY_TEST_DATA "/nbody/" + name, UnitSettings{}).read();
  }
  // With a `variant` above 0 the initial positions are perturbed by about 1e-7 of the Box: 0.01
  // kpc/h.
  Evolved evolved(const std::string& mode, uint64_t variant = 0) const {
    Settings settings;
    settings.box.size = 50;
    settings.box.particles = 32;
    settings.mesh.mode = mode;
    settings.softening.comoving = 0.05;
    settings.output.redshifts = {1, 0};
    Particles start = read("ics_32.gadget");
    for (uint32_t axis = 0; axis < 3 && variant > 0; ++axis) {
      for (int64_t i = 0; i < start.size(); ++i) {
        const double shift = 1e-5 * core::normal_at({.seed = variant, .tensor = axis}, i);
        start.position[axis][i] += static_cast<uint32_t>(std::llrint(shift / start.box.unit()));
      }
    }
    Simulation simulation(settings, start.box, start.scale_factor, {});
    simulation.begin(std::move(start));
    Evolved result;
    result.end = simulation.run(
        {.write_output = [&](const Particles& p, const PlannedOutput& output, const RunChecks& c) {
          (output.number == 0 ? result.z1 : result.z0) = spectrum(p);
          result.checks = c;
        }});
    return result;
  }
};

TEST_F(Gadget2, PowerSpectraAgreeInItsMode) {
  const Evolved ours = evolved("gadget2");
  const Spectrum z1 = spectrum(read("gadget2_32_z1.gadget")),
                 z0 = spectrum(read("gadget2_32_z0.gadget"));
  for (int n = 1; n < kBins; ++n) {
    const double tolerance = n <= 2 ? 2e-3 : 5e-3;
    EXPECT_NEAR(ours.z1[n] / z1[n], 1, tolerance) << "z = 1, n = " << n;
    EXPECT_NEAR(ours.z0[n] / z0[n], 1, tolerance) << "z = 0, n = " << n;
  }
  // Layzer-Irvine and momentum over the whole run.
  EXPECT_LT(ours.checks.layzer_irvine.value(), 0.01);
  EXPECT_LT(ours.checks.momentum, 1e-3);
}

// By z = 0 particles in halos have completed many orbits: initial conditions 0.01 kpc/h apart end
// 0.5 % apart at n = 8, in either mode by chance (of three such runs of the default mode, 0.36 %
// above the accurate one, 0.28 % and 0.22 % below). The difference between the modes shows in the
// mean over initial conditions.
TEST_F(Gadget2, DefaultAgreesWithTheAccurateMode) {
  constexpr int kStarts = 3;
  Evolved ours, accurate;
  for (int start = 0; start < kStarts; ++start) {
    const Evolved one = evolved("default", start), other = evolved("accurate", start);
    for (int n = 1; n < kBins; ++n) {
      ours.z1[n] += one.z1[n];
      accurate.z1[n] += other.z1[n];
      ours.z0[n] += one.z0[n];
      accurate.z0[n] += other.z0[n];
    }
    EXPECT_LT(one.checks.layzer_irvine.value(), 0.01);
  }
  for (int n = 1; n < kBins; ++n) {
    EXPECT_NEAR(ours.z1[n] / accurate.z1[n], 1, 2e-3) << "z = 1, n = " << n;
    EXPECT_NEAR(ours.z0[n] / accurate.z0[n], 1, 2e-3) << "z = 0, n = " << n;
  }
}

}  // namespace
}  // namespace motley::nbody
