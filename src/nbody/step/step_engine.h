// What the recursion of the Stepper does with sets of particles; where they live is the engine's
// business: on the host's ranks (stepper.cpp) or on a device (device_steps.h).
//
// Sets are numbered by depth: set d + 1 was taken out of set d.
#pragma once

#include <cstdint>
#include <memory>

#include "nbody/device/device_engine.h"

namespace motley::nbody {

class StepEngine {
 public:
  virtual ~StepEngine() = default;

  virtual int64_t total(int set) const = 0;   // its particles on all ranks
  virtual bool is_global(int set) const = 0;  // all particles of the Box
  // p += factor * acceleration
  virtual void kick(int set, Acceleration which, double factor) = 0;
  // x += factor * p, of the members that are not taken out; factor in coordinates
  virtual void drift(int set, double factor) = 0;
  virtual void evaluate(int set, int64_t tick) = 0;  // internal accelerations
  // How many members, on all ranks, have an acceleration above the limit; extract_subset makes them
  // a set.
  virtual int64_t faster(int set, float limit) = 0;
  virtual void extract_subset(int set) = 0;
  virtual void put_back(int set) = 0;
  virtual void subtract(int set) = 0;  // external -= internal

  // A copy of a small set on every rank, as set 0 of another engine; null if it need not be copied.
  virtual std::unique_ptr<StepEngine> replica(int) { return nullptr; }
  // Takes positions and momenta back from the copy.
  virtual void take_back(int, StepEngine&) {}
};

}  // namespace motley::nbody
