#include "nbody/step/device_steps.h"

#include "nbody/device/device_law.h"
#include "nbody/device/device_module.h"
#include "nbody/domain/hilbert.h"
#include "nbody/particles/internal_units.h"
#include "nbody/step/stepper.h"

namespace motley::nbody {
namespace {

DeviceView view_of(const State& state) {
  const auto pointer = []<class T>(const std::vector<T>& values) {
    return values.empty() ? nullptr : const_cast<T*>(values.data());
  };
  DeviceView view{.id = pointer(state.particles.id), .key = pointer(state.keys)};
  for (int axis = 0; axis < 3; ++axis) {
    view.position[axis] = pointer(state.particles.position[axis]);
    view.momentum[axis] = pointer(state.particles.momentum[axis]);
    view.near[axis] = pointer(state.short_range[axis]);
    view.far[axis] = pointer(state.long_range[axis]);
  }
  return view;
}

}  // namespace

DeviceSetup device_setup(const TreePm& gravity, const Box& box, int64_t count, double mass) {
  const TreePmSettings& settings = gravity.settings();
  const double length = kernel_length(gravity.law(1.0));
  const LongRange::Tables tables = gravity.mesh_tables(mass);
  return {.count = count,
          .leaf_size = settings.leaf_size,
          .scale = box.unit() / length,
          .half_box = 0.5 * box.size / length,
          .unit = kGravity * mass / (length * length),
          .tolerance = static_cast<float>(settings.opening.tolerance),
          .angle = static_cast<float>(settings.opening.angle),
          .relative = settings.opening.relative,
          .curve = hilbert_table().data(),
          .mesh_size = settings.mesh.size,
          .window_order = window_order(settings.mesh.window),
          .interlaced = settings.mesh.interlaced,
          .mesh_factor = tables.factor,
          .wave_square = tables.wave_square.data(),
          .axis_factor = tables.axis_factor.data(),
          .wave = tables.wave.data(),
          .tail = tables.tail.data(),
          .half_cells = reinterpret_cast<const float*>(tables.half_cells.data())};
}

DeviceSetup run_device_setup(const TreePm& gravity, const Particles& particles,
                             const std::string& device, int num_threads) {
  DeviceSetup setup = device_setup(gravity, particles.box, particles.size(), particles.mass);
  setup.num_threads = num_threads;
  // On a host a tree pays for smaller sets.
  if (device == "twin") setup.small_limit = 256;
  return setup;
}

DeviceLaw device_law(const TreePm& gravity, double a) {
  const ForceLaw law = gravity.law(a);
  return device_law(gravity.kernel(a), static_cast<float>(law.support() / kernel_length(law)));
}

DeviceSteps::DeviceSteps(const TreePm& gravity, const IntegerTimeline& timeline, std::string device,
                         int num_threads)
    : gravity_(gravity),
      timeline_(timeline),
      device_(std::move(device)),
      num_threads_(num_threads) {
  check_device(device_);
}

std::string DeviceSteps::name() const { return engine_ ? engine_->name() : device_; }

void DeviceSteps::put(const State& state) {
  on_device([&] {
    if (!engine_ || count_ != state.particles.size()) {
      engine_.reset();
      count_ = state.particles.size();
      engine_ =
          open_device(device_, run_device_setup(gravity_, state.particles, device_, num_threads_));
    }
    engine_->put(view_of(state));
  });
}

void DeviceSteps::get(State& state) {
  state.keys.resize(count_);
  for (int axis = 0; axis < 3; ++axis) {
    state.short_range[axis].resize(count_);
    state.long_range[axis].resize(count_);
  }
  on_device([&] { engine_->get(view_of(state)); });
}

void DeviceSteps::set_law(int64_t tick) {
  engine_->set_law(device_law(gravity_, timeline_.scale_factor(tick)));
}

void DeviceSteps::forces(int64_t tick, bool first) {
  on_device([&] {
    set_law(tick);
    engine_->forces(first);
  });
}

void DeviceSteps::finish(State& state, double far_kick, double near_kick) {
  const DeviceSums sums = on_device(
      [&] { return engine_->finish(static_cast<float>(far_kick), static_cast<float>(near_kick)); });
  state.global_sums = {count_, sums.momentum_square, sums.max_acceleration};
}

void DeviceSteps::count(StepCounts& counts) const {
  const DeviceCounts& now = on_device([&]() -> const DeviceCounts& { return engine_->counts(); });
  counts.sub_steps = now.evaluations;
  counts.short_range.particles = now.particles;
  counts.short_range.direct_pairs = now.direct_pairs;
  counts.short_range.cell_pairs = now.cell_pairs;
  counts.short_range.tree_seconds = now.tree_seconds;
  counts.short_range.walk_seconds = now.walk_seconds + now.sum_seconds + now.small_seconds;
  counts.mesh_seconds = now.deposit_seconds + now.transform_seconds + now.interpolate_seconds;
  counts.sort_seconds = now.sort_seconds;
}

int64_t DeviceSteps::total(int set) const { return engine_->size(set); }
void DeviceSteps::kick(int set, Acceleration which, double factor) {
  on_device([&] { engine_->kick(set, which, static_cast<float>(factor)); });
}
void DeviceSteps::drift(int set, double factor) {
  on_device([&] { engine_->drift(set, factor); });
}
void DeviceSteps::evaluate(int set, int64_t tick) {
  on_device([&] {
    set_law(tick);
    engine_->evaluate(set);
  });
}
int64_t DeviceSteps::faster(int set, float limit) {
  return on_device([&] { return engine_->faster(set, limit); });
}
void DeviceSteps::extract_subset(int set) {
  on_device([&] { engine_->extract_subset(set); });
}
void DeviceSteps::put_back(int set) { engine_->put_back(set); }
void DeviceSteps::subtract(int set) {
  on_device([&] { engine_->subtract(set); });
}

}  // namespace motley::nbody
