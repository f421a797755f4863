// Which device a run uses, and its engine.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "core/base/error.h"
#include "nbody/device/device_engine.h"

namespace motley::nbody {

// Throws UserError, one sentence with the remedy, if the device cannot be used: no module, one of
// another version, no driver, no GPU, or too little memory. `name`: cuda or twin.
std::unique_ptr<DeviceEngine> open_device(const std::string& name, const DeviceSetup& setup);

// Why `cuda` cannot be used here; empty if it can.
std::string cuda_problem();
// Throws UserError if the device of this name cannot be used, whatever the run needs.
void check_device(const std::string& name);

// A device that failed: what was on it is lost.
class DeviceError : public core::UserError {
 public:
  using core::UserError::UserError;
};

// Calls f; what the device throws becomes a DeviceError.
template <class F>
auto on_device(const F& f) {
  try {
    return f();
  } catch (const core::UserError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw DeviceError(error.what());
  }
}

// For tests: after this many more kernels every twin of the process fails; negative: never.
void fail_twins_after(int64_t num_kernels);

// Free memory of the GPU, and what transforms of a mesh take as scratch; empty if there is none.
struct CudaMemory {
  int64_t free_bytes = 0, transform_bytes = 0;
};
std::optional<CudaMemory> cuda_memory(int mesh_size);

std::unique_ptr<DeviceEngine> make_twin(const DeviceSetup& setup);

}  // namespace motley::nbody
