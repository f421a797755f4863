// The short range of one of several ranks on its own device: walks and sums there, by the tree that
// the host makes from the rank's particles and its ghosts.
//
// Particles stay on the hosts, and the mesh is distributed over them. That serves boxes that do not
// fit on one device; those that do are faster on one.
#pragma once

#include <memory>
#include <string>

#include "nbody/device/device_engine.h"
#include "nbody/gravity/task_executor.h"

namespace motley::nbody {

struct DeviceChoice {
  std::string name;     // cuda or twin
  int number = 0;       // of several of this host
  int num_threads = 1;  // of the twin
};

class DeviceTasks final : public TaskExecutor {
 public:
  // Throws UserError if the device cannot be used.
  explicit DeviceTasks(DeviceChoice choice);

  std::string name() const { return engine_ ? engine_->name() : choice_.name; }
  ShortRangeCounts accelerate(const TaskJob& job) override;

 private:
  DeviceChoice choice_;
  std::unique_ptr<DeviceEngine> engine_;  // from the first call on
};

}  // namespace motley::nbody
