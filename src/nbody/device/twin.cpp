#include "nbody/device/device_module.h"
#include "nbody/device/twin_backend.h"

namespace motley::nbody {

void fail_twins_after(int64_t num_kernels) { device::kernels_until_failure = num_kernels; }

std::unique_ptr<DeviceEngine> make_twin(const DeviceSetup& setup) {
  return std::make_unique<device::Engine<device::TwinBackend>>(setup);
}

}  // namespace motley::nbody
