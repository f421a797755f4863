// Cases with known answers: pairs, keys, their order, kicks and drifts.
#include <gtest/gtest.h>

#include <numbers>
#include <span>

#include "nbody/device/device_cases.h"

namespace motley::nbody {
namespace {

// split 1, cutoff 5.5 and epsilon 0.08 in units of a 24th of the Box.
constexpr double kUnit = 1.0 / 24;

ShortRangeSettings pair_settings(Softening softening) {
  return {.law = {.split = kUnit,
                  .cutoff = 5.5 * kUnit,
                  .epsilon = 0.08 * kUnit,
                  .softening = softening},
          .leaf_size = 64};
}

// Force over distance of one pair at distance r, by both paths.
std::array<double, 2> pair_force(Softening softening, double r) {
  Positions at;
  at.add({0.5, 0.5, 0.5});
  at.add({0.5 + r * kUnit, 0.5, 0.5});
  at.sort();
  std::array<double, 2> found;
  for (const int64_t small_limit : {0, 100}) {
    const auto device = make_device(pair_settings(softening), 2, small_limit);
    const Accelerations forces = device_forces(*device, at);
    EXPECT_EQ(forces.of[0][0], -forces.of[0][1]);
    const double distance =
        std::abs(static_cast<double>(static_cast<int32_t>(at.of[0][1] - at.of[0][0]))) * 0x1p-32;
    found[small_limit > 0] = std::abs(forces.of[0][0]) / distance * std::pow(kUnit, 3);
  }
  return found;
}

TEST(DevicePairs, HaveKnownForces) {
  struct Case {
    double r, force;
  };
  const Case spline[] = {{0.05, 810.3827224}, {0.15, 265.4750115}, {0.5, 7.909417137},
                         {1, 0.9188914117},   {2, 7.155083806e-2}, {3, 7.862603236e-3},
                         {4, 7.189329014e-4}, {5, 4.682130075e-5}, {5.49, 1.062285272e-5},
                         {5.5001, 0}};
  const Case plummer[] = {{0.05, 1190.914858}, {1, 0.9093676423}, {4, 7.095625867e-4}};
  const auto check = [](Softening softening, std::span<const Case> cases) {
    for (const Case& c : cases) {
      const double scale = std::max(c.force, std::pow(c.r, -3));
      for (const double found : pair_force(softening, c.r)) {
        EXPECT_NEAR(found, c.force, 1e-5 * scale) << c.r;
      }
    }
  };
  check(Softening::kSpline, spline);
  check(Softening::kPlummer, plummer);
}

Particles particles_at(const std::array<std::vector<uint32_t>, 3>& position) {
  Particles p{.box = {.size = 100}, .mass = 1, .scale_factor = 1};
  resize(p, std::ssize(position[0]));
  p.position = position;
  for (int64_t i = 0; i < p.size(); ++i) p.id[i] = static_cast<uint64_t>(i);
  return p;
}

TEST(DeviceKeys, AreKnown) {
  const std::array<std::vector<uint32_t>, 3> position = {
      {{0, 0x80000000, 0xffffffff, 0x12345678, 0x7fffffff},
       {0, 0, 0xffffffff, 0x9abcdef0, 0x80000000},
       {0, 0, 0xffffffff, 0x0fedcba9, 0x7fffffff}}};
  const uint64_t expected[] = {0, 0x79a69a69a69a69a6, 0x5659659659659659, 0x102434c360eb8392,
                               0x1d34d34d34d34d34};
  const Particles particles = particles_at(position);
  const TreePm gravity({.mesh = {.size = 32}, .epsilon = 0.1}, particles.box);
  const auto engine = device_with(particles, gravity, 16384);
  std::vector<uint64_t> key(5), id(5);
  engine->get({.id = id.data(), .key = key.data()});
  EXPECT_TRUE(std::ranges::is_sorted(key));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(key[i], expected[id[i]]);
}

// A third of the positions share their keys.
TEST(DeviceKeys, EqualOnesKeepTheirOrder) {
  const int64_t count = test_device() == "cuda" ? 1000000 : 30000;
  std::array<std::vector<uint32_t>, 3> position;
  for (int64_t i = 0; i < count; ++i) {
    for (uint32_t axis = 0; axis < 3; ++axis) {
      const int64_t of = i % 3 == 0 ? i % 60 : i;
      position[axis].push_back(
          static_cast<uint32_t>(0x1p32 * core::uniform_at({.seed = 5, .tensor = axis}, of)));
    }
  }
  const Particles particles = particles_at(position);
  const TreePm gravity({.mesh = {.size = 64}, .epsilon = 0.1, .leaf_size = 128}, particles.box);
  const auto engine = device_with(particles, gravity, 16384);
  std::vector<uint64_t> id(count);
  engine->get({.id = id.data()});
  const KeyOrder order = hilbert_order(spans(particles.position), 2);
  for (int64_t i = 0; i < count; ++i) ASSERT_EQ(id[i], order.order[i]) << i;
}

// Two particles of a Box of 1 with G m = 1 on a circular orbit: a set of their own, which is summed
// without a tree.
TEST(DeviceOrbit, ConservesEnergy) {
  const ForceLaw law{.split = 0.05, .cutoff = 0.275};
  constexpr double kDistance = 0.002;
  const double omega = std::sqrt(2 / std::pow(kDistance, 3)), period = 2 * std::numbers::pi / omega;
  const Box box{.size = 1};
  Positions bodies;
  bodies.add({0.5 + kDistance / 2, 0.5, 0.5});
  bodies.add({0.5 - kDistance / 2, 0.5, 0.5});
  const auto device = make_device({.law = law, .leaf_size = 64}, 2, 16384);
  std::array<std::vector<float>, 3> p;
  const auto speed = static_cast<float>(omega * kDistance / 2);
  p.fill({0, 0});
  p[1] = {speed, -speed};
  std::vector<uint64_t> id = {0, 1};
  DeviceView view{.id = id.data()};
  for (int axis = 0; axis < 3; ++axis) {
    view.position[axis] = bodies.of[axis].data();
    view.momentum[axis] = p[axis].data();
  }
  device->put(view);
  device->forces(true);
  ASSERT_EQ(device->faster(0, 0), 2);
  device->extract_subset(0);
  device->evaluate(1);
  const auto energy = [&] {
    device->get(view);
    Vector d;
    double kinetic = 0;
    for (int axis = 0; axis < 3; ++axis) {
      d[axis] = box.separation(bodies.of[axis][0], bodies.of[axis][1]);
      for (const float value : p[axis]) kinetic += 0.5 * static_cast<double>(value) * value;
    }
    return kinetic + short_range_potential(law, norm(d));
  };
  const double first = energy(), dt = period / 1000;
  const auto half = static_cast<float>(dt / 2);
  double worst = 0, mean[10] = {};
  for (int orbit = 0; orbit < 10; ++orbit) {
    for (int i = 0; i < 1000; ++i) {
      device->kick(1, Acceleration::kNear, half);
      device->drift(1, dt / box.unit());
      device->evaluate(1);
      device->kick(1, Acceleration::kNear, half);
      const double error = energy() / first - 1;
      worst = std::max(worst, std::abs(error));
      mean[orbit] += error / 1000;
    }
  }
  EXPECT_LT(worst, 1e-4);
  EXPECT_LT(std::abs(mean[9] - mean[0]), 2e-5);  // no drift
  EXPECT_EQ(device->counts().small_evaluations, 10001);
}

// A step forth and back, without multipoles.
TEST(DeviceSteps, AreTimeReversible) {
  ShortRangeSettings settings = pair_settings(Softening::kSpline);
  settings.opening = {.relative = false, .angle = 0};
  Positions at = clustered_positions(500, 91);
  const auto device = make_device(settings, at.size());
  std::array<std::vector<float>, 3> p;
  std::vector<uint64_t> id(at.size());
  DeviceView view{.id = id.data()};
  for (uint32_t axis = 0; axis < 3; ++axis) {
    for (int64_t i = 0; i < at.size(); ++i) {
      p[axis].push_back(static_cast<float>(100 * core::normal_at({.seed = 8, .tensor = axis}, i)));
    }
    view.position[axis] = at.of[axis].data();
    view.momentum[axis] = p[axis].data();
  }
  device->put(view);
  device->forces(true);
  device->get(view);
  const auto begin = at.of;
  const auto momentum = p;
  const double kick = 1e-4, drift = 1e4;
  for (const int sign : {1, -1}) {
    device->kick(0, Acceleration::kNear, static_cast<float>(sign * kick));
    device->drift(0, sign * drift);
    device->evaluate(0);
    device->kick(0, Acceleration::kNear, static_cast<float>(sign * kick));
    device->get(view);
    if (sign > 0) {
      EXPECT_NE(at.of, begin);
    }
  }
  for (int axis = 0; axis < 3; ++axis) {
    for (int64_t i = 0; i < at.size(); ++i) {
      EXPECT_LE(std::abs(static_cast<int32_t>(at.of[axis][i] - begin[axis][i])), 1) << i;
      EXPECT_NEAR(p[axis][i], momentum[axis][i], 1e-3) << i;
    }
  }
}

TEST(DeviceSteps, KicksAndDriftsHaveTheHostsBits) {
  constexpr int64_t kCount = 100000;
  DeviceSetup setup{.count = kCount,
                    .num_threads = 2,
                    .scale = 0x1p-32,
                    .half_box = 0.5,
                    .unit = 1,
                    .curve = hilbert_table().data()};
  const auto engine = open_device(test_device(), setup);
  std::array<std::vector<uint32_t>, 3> x;
  std::array<std::vector<float>, 3> p, near, far;
  DeviceView view;
  for (uint32_t axis = 0; axis < 3; ++axis) {
    for (int64_t i = 0; i < kCount; ++i) {
      const auto random = [&](uint32_t what) {
        return core::normal_at({.seed = 17, .tensor = 4 * what + axis}, i);
      };
      x[axis].push_back(
          static_cast<uint32_t>(0x1p32 * core::uniform_at({.seed = 3, .tensor = axis}, i)));
      p[axis].push_back(static_cast<float>(300 * random(1)));
      near[axis].push_back(static_cast<float>(1e4 * random(2)));
      far[axis].push_back(static_cast<float>(1e3 * random(3)));
    }
    view.position[axis] = x[axis].data();
    view.momentum[axis] = p[axis].data();
    view.near[axis] = near[axis].data();
    view.far[axis] = far[axis].data();
  }
  engine->put(view);
  const auto begin = x;
  const float near_kick = 1.25e-3f, far_kick = 3.1e-3f;
  const double drift = 1234.5678;
  engine->kick(0, Acceleration::kFar, far_kick);
  engine->kick(0, Acceleration::kNear, near_kick);
  engine->drift(0, drift);
  auto expected_x = x;
  auto expected_p = p;
  for (int axis = 0; axis < 3; ++axis) {
    for (int64_t i = 0; i < kCount; ++i) {
      volatile float kicked = far_kick * far[axis][i];  // rounded before it is added
      expected_p[axis][i] += kicked;
      kicked = near_kick * near[axis][i];
      expected_p[axis][i] += kicked;
      expected_x[axis][i] += static_cast<uint32_t>(
          static_cast<int64_t>(std::nearbyint(double{expected_p[axis][i]} * drift)));
    }
  }
  engine->get(view);
  EXPECT_EQ(p, expected_p);
  EXPECT_EQ(x, expected_x);
  // Back again.
  engine->drift(0, -drift);
  engine->get(view);
  EXPECT_EQ(x, begin);
}

}  // namespace
}  // namespace motley::nbody
