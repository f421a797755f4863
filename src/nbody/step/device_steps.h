// Steps of particles that live on a device: the StepEngine of the Stepper over a DeviceEngine.
#pragma once

#include <memory>
#include <string>

#include "nbody/device/device_engine.h"
#include "nbody/step/integer_timeline.h"
#include "nbody/step/step_engine.h"
#include "nbody/step/tree_pm.h"

namespace motley::nbody {

struct State;
struct StepCounts;

// What a device needs to know of these forces, for particles of this number and mass. The tables
// belong to `gravity`.
DeviceSetup device_setup(const TreePm& gravity, const Box& box, int64_t count, double mass);
// As a run on the device of this name has it.
DeviceSetup run_device_setup(const TreePm& gravity, const Particles& particles,
                             const std::string& device, int num_threads);
// The force law at scale factor a.
DeviceLaw device_law(const TreePm& gravity, double a);

class DeviceSteps final : public StepEngine {
 public:
  // Throws UserError if the device cannot be used, or for forces that it does not have. The
  // referenced objects must outlive it.
  DeviceSteps(const TreePm& gravity, const IntegerTimeline& timeline, std::string device,
              int num_threads);

  std::string name() const;
  DeviceEngine& engine() { return *engine_; }  // after put()
  // Copies all arrays that the State has; memory on the device is allocated by the first call.
  void put(const State& state);
  void get(State& state);
  // Sorts, and computes all forces; `first`: there are no old accelerations.
  void forces(int64_t tick, bool first);
  void finish(State& state, double far_kick, double near_kick);
  // Sets counts and seconds to those of the device.
  void count(StepCounts& counts) const;

  int64_t total(int set) const override;
  bool is_global(int set) const override { return set == 0; }
  void kick(int set, Acceleration which, double factor) override;
  void drift(int set, double factor) override;
  void evaluate(int set, int64_t tick) override;
  int64_t faster(int set, float limit) override;
  void extract_subset(int set) override;
  void put_back(int set) override;
  void subtract(int set) override;

 private:
  void set_law(int64_t tick);

  const TreePm& gravity_;
  const IntegerTimeline& timeline_;
  std::string device_;
  int num_threads_;
  std::unique_ptr<DeviceEngine> engine_;
  int64_t count_ = 0;
};

}  // namespace motley::nbody
