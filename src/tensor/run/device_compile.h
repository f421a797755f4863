// Compiles Programs, as StableHLO text, with an accelerator's plugin (core/device/pjrt).
//
//   DeviceRunSettings settings{.device = Device::open(...), .precision = Precision::kDefault};
//   DeviceCompilation compiled = compile_for_device(settings, {{&first}, {&second}});
//   compiled.programs[0].run(arguments)
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/device/pjrt/compile_cache.h"
#include "core/device/pjrt/device.h"
#include "tensor/compile/compiled_program.h"
#include "tensor/ir/program.h"

namespace motley::tensor {

struct DeviceRunSettings {
  std::shared_ptr<const core::pjrt::Device> device;
  // Of all matrix products; if unset, each product's own. Lower precisions are faster: NVIDIA GPUs
  // round float32 operands to 10 mantissa bits by default.
  std::optional<Precision> precision = {};
  std::string cache_folder = core::pjrt::default_cache_folder();  // empty: no cache
  double stall_limit_seconds = 300;  // after which an unresponsive device counts as lost
};

struct DeviceSource {
  const Program* program = nullptr;
  std::vector<Update> updates = {};  // results that may alias arguments (buffer donation)
};

struct DeviceCompilation {
  std::vector<core::pjrt::Executable> programs;
  int num_loaded = 0;              // found in the on-disk cache
  std::vector<std::string> notes;  // for the user
};

// Compiles all sources in parallel, on one thread per core. Throws a UserError with the plugin's
// message if it rejects a program, or if a program needs more memory than the device has free:
// before compilation if its arguments and results alone exceed it, otherwise by the plugin's own
// estimate.
DeviceCompilation compile_for_device(const DeviceRunSettings& settings,
                                     const std::vector<DeviceSource>& sources);

// Throws a UserError if the device has fewer bytes free, as far as its plugin reports that.
void check_free_memory(const DeviceRunSettings& settings, const std::string& source, int64_t bytes);

// Runs a small matrix product. The first run initializes the vendor's libraries and their device
// state, which takes seconds: call it while a model is being read.
void warm_up(const DeviceRunSettings& settings);

core::pjrt::BufferType buffer_type(ElementType element);

}  // namespace motley::tensor
