// The vector kernels of every instruction set of this machine, against the force law in double.
#include <gtest/gtest.h>

#include <cmath>

#include "nbody/gravity/direct_vectors.h"
#include "nbody/gravity/gravity_cases.h"
#include "nbody/gravity/kernel_law.h"

namespace motley::nbody {
namespace {

struct Isa {
  const char* name;
  decltype(&portable::plain_sums) plain;
  decltype(&portable::short_range_sums) short_range;
  decltype(&portable::cell_sums) cells;
  decltype(&portable::pack_sources) pack;
};

std::vector<Isa> isas_of_this_machine() {
#define MOTLEY_TEST_ISA(isa) \
  {#isa, isa::plain_sums, isa::short_range_sums, isa::cell_sums, isa::pack_sources}
  std::vector<Isa> isas = {MOTLEY_TEST_ISA(portable)};
#if defined(__x86_64__)
  if (core::vector_isa() >= core::VectorIsa::kAvx2) isas.push_back(MOTLEY_TEST_ISA(avx2));
  if (core::vector_isa() >= core::VectorIsa::kAvx512) isas.push_back(MOTLEY_TEST_ISA(avx512));
#endif
#undef MOTLEY_TEST_ISA
  return isas;
}

struct Points {
  std::vector<float> x, y, z;
  void add(double px, double py, double pz) {
    x.push_back(static_cast<float>(px));
    y.push_back(static_cast<float>(py));
    z.push_back(static_cast<float>(pz));
  }
  void pad() {
    while (x.size() % kSourcePadding != 0) add(kFarAway, kFarAway, kFarAway);
  }
  int count() const { return static_cast<int>(x.size()); }
  Sources sources() const { return {x.data(), y.data(), z.data(), count()}; }
};

Points random_points(int count, double size, uint64_t seed) {
  Points points;
  for (int i = 0; i < count; ++i) {
    const auto draw = [&](uint32_t axis) {
      return size * (core::uniform_at({.seed = seed, .tensor = axis}, i) - 0.5);
    };
    points.add(draw(0), draw(1), draw(2));
  }
  return points;
}

struct Sums {
  std::vector<double> of[3];
  explicit Sums(int count) {
    for (auto& axis : of) axis.assign(count, 0.0);
  }
  Targets targets(const Points& at) {
    return {at.x.data(),
            at.y.data(),
            at.z.data(),
            at.count(),
            {of[0].data(), of[1].data(), of[2].data()}};
  }
  Vector at(int i) const { return {of[0][i], of[1][i], of[2][i]}; }
};

TEST(DirectKernels, PlainPairForceIsAccurateToOnePartInAMillion) {
  constexpr float kSoft = 1e-4f;
  for (const Isa& isa : isas_of_this_machine()) {
    // One pair at a time, over six decades of distance.
    double worst = 0;
    for (int i = 0; i < 300; ++i) {
      const double r = std::pow(10.0, -4 + i * 0.02);
      Points target, source;
      target.add(0, 0, 0);
      source.add(r, 0, 0);
      source.pad();
      for (int k = 1; k < source.count(); ++k) source.x[k] = source.y[k] = source.z[k] = 1e12f;
      Sums sums(1);
      isa.plain(kSoft, sums.targets(target), source.sources());
      const double x = source.x[0], exact = x * std::pow(x * x + double(kSoft), -1.5);
      worst = std::max(worst, std::abs(sums.of[0][0] / exact - 1));
    }
    EXPECT_LT(worst, 1e-6) << isa.name;
  }
}

TEST(DirectKernels, ShortRangeSumsMatchTheForceLaw) {
  for (const Softening kind : {Softening::kSpline, Softening::kPlummer}) {
    for (const double cutoff : {4.5, 5.5, 6.5}) {
      const ForceLaw law{.split = 1, .cutoff = cutoff, .epsilon = 0.2, .softening = kind};
      const double l = kernel_length(law);
      const Points targets = random_points(37, 0.5, 1);
      Points sources = random_points(700, 4, 2);
      sources.pad();
      for (const Isa& isa : isas_of_this_machine()) {
        Sums sums(targets.count());
        isa.short_range(kernel_law(law), sums.targets(targets), sources.sources());
        for (int i = 0; i < targets.count(); ++i) {
          Vector exact = {};
          double size = 0;
          for (int j = 0; j < sources.count(); ++j) {
            const Vector d = {double(sources.x[j]) - targets.x[i],
                              double(sources.y[j]) - targets.y[i],
                              double(sources.z[j]) - targets.z[i]};
            const double f = l * l * l * short_range_factor(law, norm(d) * l);
            for (int k = 0; k < 3; ++k) exact[k] += f * d[k];
            size += std::abs(f) * norm(d);
          }
          EXPECT_LT(norm(difference(sums.at(i), exact)), 1e-5 * size) << isa.name << ' ' << i;
        }
      }
    }
  }
}

TEST(DirectKernels, CoincidentParticlesGiveFiniteForces) {
  for (const double epsilon : {0.0, 0.1}) {
    for (const Softening kind : {Softening::kSpline, Softening::kPlummer}) {
      const ForceLaw law{.split = 1, .cutoff = 5.5, .epsilon = epsilon, .softening = kind};
      Points same;
      for (int i = 0; i < 16; ++i) same.add(0.25, -0.5, 0.125);
      for (const Isa& isa : isas_of_this_machine()) {
        Sums sums(16);
        isa.short_range(kernel_law(law), sums.targets(same), same.sources());
        for (int i = 0; i < 16; ++i) EXPECT_EQ(norm(sums.at(i)), 0) << isa.name;
      }
    }
  }
}

TEST(CellKernel, ApproximatesItsParticlesToThirdOrder) {
  const ForceLaw law{.split = 1, .cutoff = 5.5, .epsilon = 0.05};
  const double l = kernel_length(law);
  const KernelLaw kernel = kernel_law(law);
  const Points members = random_points(30, 1, 5);
  Points target;
  target.add(-0.7, 0.2, 0.4);
  for (const Isa& isa : isas_of_this_machine()) {
    double errors[2];
    for (int half : {0, 1}) {  // the same cell at two sizes
      const double size = half ? 0.05 : 0.1;
      double mean[3] = {};
      for (int i = 0; i < 30; ++i) {
        mean[0] += size * members.x[i] / 30;
        mean[1] += size * members.y[i] / 30;
        mean[2] += size * members.z[i] / 30;
      }
      std::vector<float> field[10];
      for (auto& f : field) f.assign(kSourcePadding, 0.0f);
      for (int k = 0; k < 3; ++k) field[k].assign(kSourcePadding, static_cast<float>(mean[k]));
      field[3][0] = 30;
      Vector exact = {};
      for (int i = 0; i < 30; ++i) {
        const double p[3] = {size * members.x[i], size * members.y[i], size * members.z[i]};
        const double d[3] = {p[0] - mean[0], p[1] - mean[1], p[2] - mean[2]};
        const double products[6] = {d[0] * d[0], d[1] * d[1], d[2] * d[2],
                                    d[0] * d[1], d[0] * d[2], d[1] * d[2]};
        for (int k = 0; k < 6; ++k) field[4 + k][0] += static_cast<float>(products[k]);
        const Vector r = {p[0] - target.x[0], p[1] - target.y[0], p[2] - target.z[0]};
        const double f = l * l * l * short_range_factor(law, norm(r) * l);
        for (int k = 0; k < 3; ++k) exact[k] += f * r[k];
      }
      Sums sums(1);
      isa.cells(kernel, sums.targets(target),
                {field[0].data(), field[1].data(), field[2].data(), field[3].data(),
                 field[4].data(), field[5].data(), field[6].data(), field[7].data(),
                 field[8].data(), field[9].data(), kSourcePadding});
      errors[half] = norm(difference(sums.at(0), exact)) / norm(exact);
    }
    EXPECT_LT(errors[0], 5e-4) << isa.name;  // 2e-2 without second moments
    EXPECT_LT(errors[1], errors[0] / 5) << isa.name;
  }
}

TEST(Packing, KeepsSourcesWithinTheCutOffOfTheBox) {
  const Positions positions = uniform_positions(1000, 7);
  const float scale = 4.0f * 0x1p-32f;  // the Box is 4 wide
  PackSettings settings{.center = {0xF0000000u, 5, 0x80000000u},
                        .half = {0.3f, 0.2f, 0.1f},
                        .scale = scale,
                        .cutoff_square = 0.5f};
  for (const Isa& isa : isas_of_this_machine()) {
    for (int count : {1000, 13, 16, 1}) {
      std::vector<float> out[3], expected[3];
      for (auto& axis : out) axis.resize(count + kSourcePadding);
      for (int i = 0; i < count; ++i) {
        float at[3], gap2 = 0;
        for (int k = 0; k < 3; ++k) {
          at[k] =
              static_cast<float>(static_cast<int32_t>(positions.of[k][i] - settings.center[k])) *
              scale;
          const float gap = std::max(0.0f, std::abs(at[k]) - settings.half[k]);
          gap2 += gap * gap;
        }
        if (gap2 < settings.cutoff_square) {
          for (int k = 0; k < 3; ++k) expected[k].push_back(at[k]);
        }
      }
      const int packed =
          isa.pack(settings, positions.of[0].data(), positions.of[1].data(), positions.of[2].data(),
                   count, out[0].data(), out[1].data(), out[2].data());
      ASSERT_EQ(packed, static_cast<int>(expected[0].size())) << isa.name;
      for (int k = 0; k < 3; ++k) {
        out[k].resize(packed);
        EXPECT_EQ(out[k], expected[k]) << isa.name;
      }
    }
  }
}

}  // namespace
}  // namespace motley::nbody
