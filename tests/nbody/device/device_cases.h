// A device for the tests: the twin, or what MOTLEY_TEST_DEVICE names.
#pragma once

#include <cstdlib>
#include <cstring>
#include <string>

#include "nbody/device/device_law.h"
#include "nbody/device/device_module.h"
#include "nbody/domain/hilbert.h"
#include "nbody/gravity/gravity_cases.h"
#include "nbody/gravity/kernel_law.h"
#include "nbody/gravity/tree.h"
#include "nbody/step/device_steps.h"

namespace motley::nbody {

inline std::string test_device() {
  const char* name = std::getenv("MOTLEY_TEST_DEVICE");
  return name ? name : "twin";
}

// The short range of ShortRangeSettings, in a Box of 1 with G m = 1, without a mesh.
inline std::unique_ptr<DeviceEngine> make_device(const ShortRangeSettings& settings, int64_t count,
                                                 int64_t small_limit = 0, bool sub_boxes = true) {
  const double length = kernel_length(settings.law);
  auto engine =
      open_device(test_device(), {.count = count,
                                  .num_threads = 2,
                                  .leaf_size = settings.leaf_size,
                                  .scale = 0x1p-32 / length,
                                  .half_box = 0.5 / length,
                                  .unit = 1 / (length * length),
                                  .tolerance = static_cast<float>(settings.opening.tolerance),
                                  .angle = static_cast<float>(settings.opening.angle),
                                  .relative = settings.opening.relative,
                                  .sub_boxes = sub_boxes,
                                  .small_limit = small_limit,
                                  .curve = hilbert_table().data()});
  KernelLaw kernel = kernel_law(settings.law);
  kernel.exact = settings.exact;
  engine->set_law(device_law(kernel, static_cast<float>(settings.law.support() / length)));
  return engine;
}

inline Accelerations device_forces(DeviceEngine& engine, const Positions& at,
                                   const std::vector<float>& old = {}) {
  Accelerations forces(at.size());
  engine.evaluate_arrays({.position = {at.of[0].data(), at.of[1].data(), at.of[2].data()},
                          .key = at.keys.data(),
                          .old = old.empty() ? nullptr : old.data(),
                          .count = at.size(),
                          .out = {forces.of[0].data(), forces.of[1].data(), forces.of[2].data()}});
  return forces;
}

// These particles on a device with the mesh of `gravity`: sorted, with all forces.
inline std::unique_ptr<DeviceEngine> device_with(const Particles& particles, const TreePm& gravity,
                                                 int64_t small_limit) {
  DeviceSetup setup = device_setup(gravity, particles.box, particles.size(), particles.mass);
  setup.small_limit = small_limit;
  auto engine = open_device(test_device(), setup);
  engine->set_law(device_law(gravity, particles.scale_factor));
  Particles copy = particles;
  DeviceView view{.id = copy.id.data()};
  for (int axis = 0; axis < 3; ++axis) {
    view.position[axis] = copy.position[axis].data();
    view.momentum[axis] = copy.momentum[axis].data();
  }
  engine->put(view);
  engine->forces(true);
  return engine;
}

// The host's tree over these particles; `unit` as in DeviceSetup, `scale` in l per Box.
inline Tree host_tree(const Positions& at, const std::vector<float>& old, int leaf_size,
                      double scale, double unit) {
  return make_tree(at.keys, at.view(), old,
                   {.leaf_size = leaf_size, .scale = 0x1p-32 * scale, .acceleration_unit = unit},
                   2);
}

inline void expect_equal_cells(const std::vector<Cell>& device, const std::vector<Cell>& host) {
  ASSERT_EQ(device.size(), host.size());
  for (size_t i = 0; i < host.size(); ++i) {
    ASSERT_EQ(std::memcmp(&device[i], &host[i], sizeof(Cell)), 0) << "cell " << i;
  }
}

// Differences relative to the force, or to the median force where that is larger: median and
// largest.
struct ForceDifference {
  double median = 0, largest = 0;
};
inline ForceDifference force_difference(const Accelerations& a, const Accelerations& b) {
  std::vector<double> sizes, errors;
  const auto count = std::ssize(a.of[0]);
  for (int64_t i = 0; i < count; ++i) sizes.push_back(norm(b.at(i)));
  std::vector<double> sorted = sizes;
  std::ranges::sort(sorted);
  for (int64_t i = 0; i < count; ++i) {
    errors.push_back(norm(difference(a.at(i), b.at(i))) /
                     std::max({sizes[i], sorted[count / 2], 1e-30}));
  }
  std::ranges::sort(errors);
  return {errors[count / 2], errors.back()};
}

}  // namespace motley::nbody
