// Random positions for the tests of gravity.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/base/random.h"
#include "nbody/domain/hilbert.h"
#include "nbody/gravity/ewald.h"
#include "nbody/gravity/short_range.h"
#include "nbody/particles/internal_units.h"

namespace motley::nbody {

struct Positions {
  std::array<std::vector<uint32_t>, 3> of;
  std::vector<uint64_t> keys;

  int64_t size() const { return static_cast<int64_t>(of[0].size()); }
  PositionSpans view() const { return spans(of); }

  void add(const Vector& at) {  // fractions of the Box
    for (int axis = 0; axis < 3; ++axis) of[axis].push_back(Box{.size = 1}.coordinate(at[axis]));
  }
  // Sorts by key, as the solvers require.
  void sort() {
    const KeyOrder order = hilbert_order({of[0], of[1], of[2]}, 1);
    for (auto& axis : of) {
      std::vector<uint32_t> sorted;
      for (uint32_t i : order.order) sorted.push_back(axis[i]);
      axis.swap(sorted);
    }
    keys = order.keys;
  }
};

// The acceleration at `at` towards a particle at the origin and its images, with G m = 1 in a Box
// of 1, good to 1e-9.
struct EwaldPair {
  Vector at, acceleration;
};
inline std::vector<EwaldPair> ewald_pairs() {
  return {
      {{0.1, 0, 0}, {-99.568651056, 0, 0}},
      {{0.25, 0, 0}, {-14.753540422, 0, 0}},
      {{0.25, 0.25, 0}, {-4.7215351756, -4.7215351756, 0}},
      {{0.25, 0.25, 0.25}, {-2.358645775, -2.358645775, -2.358645775}},
      {{0.25, 0.1, 0.05}, {-10.9890591898, -4.5620076691, -2.2904256285}},
      {{0.4, 0.3, 0.2}, {-1.09418192, -1.3212537439, -1.0690522914}},
      {{0.5, 0.25, 0.1}, {0, -1.4282714465, -0.669304780}},
  };
}

inline Positions uniform_positions(int count, uint64_t seed) {
  Positions positions;
  for (int i = 0; i < count; ++i) {
    positions.add({core::uniform_at({.seed = seed, .tensor = 0}, i),
                   core::uniform_at({.seed = seed, .tensor = 1}, i),
                   core::uniform_at({.seed = seed, .tensor = 2}, i)});
  }
  positions.sort();
  return positions;
}

// A third is uniform, the rest in balls with densities that rise towards their centres.
inline Positions clustered_positions(int count, uint64_t seed) {
  Positions positions;
  constexpr int kBalls = 10;
  for (int i = 0; i < count; ++i) {
    Vector at;
    for (uint32_t axis = 0; axis < 3; ++axis) {
      at[axis] =
          core::uniform_at({.seed = seed, .tensor = axis}, i % 3 == 0 ? i : i % kBalls + count);
    }
    if (i % 3 != 0) {
      const double radius = 0.08 * std::pow(core::uniform_at({.seed = seed, .tensor = 9}, i), 3);
      for (uint32_t axis = 0; axis < 3; ++axis) {
        at[axis] += radius * core::normal_at({.seed = seed, .tensor = 10 + axis}, i);
      }
    }
    positions.add(at);
  }
  positions.sort();
  return positions;
}

struct Accelerations {
  std::array<std::vector<float>, 3> of;
  explicit Accelerations(int64_t count) {
    for (auto& axis : of) axis.assign(count, 0.0f);
  }
  AccelerationSpans view() { return {of[0], of[1], of[2]}; }
  Vector at(int64_t i) const { return {of[0][i], of[1][i], of[2][i]}; }
};

inline double norm(const Vector& v) { return std::hypot(v[0], v[1], v[2]); }
inline Vector difference(const Vector& a, const Vector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

// In a Box of 1, with G m = 1.
inline constexpr double kUnitMass = 1 / kGravity;

}  // namespace motley::nbody
