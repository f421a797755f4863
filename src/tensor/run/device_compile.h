// Programs compiled by the plugin of an accelerator (core/device/pjrt), as StableHLO text.
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
  // Of all products; else as each of them says. Lower ones are quicker: NVIDIA's round float32
  // operands to 10 bits by default.
  std::optional<Precision> precision = {};
  std::string cache_folder = core::pjrt::default_cache_folder();  // empty: nothing is kept
  double stall_limit_seconds = 300;  // then a device that says nothing is lost
};

struct DeviceSource {
  const Program* program = nullptr;
  std::vector<Update> updates = {};  // results that may take the memory of arguments
};

struct DeviceCompilation {
  std::vector<core::pjrt::Executable> programs;
  int num_loaded = 0;              // that were compiled before, and kept on disk
  std::vector<std::string> notes;  // what the user may want to know
};

// All at once, on as many threads as there are cores. A UserError with the plugin's own message
// where it refuses one; and for a program that needs more memory than the device has free: before
// it is compiled where its arguments and results alone do, else as the plugin tells.
DeviceCompilation compile_for_device(const DeviceRunSettings& settings,
                                     const std::vector<DeviceSource>& sources);

// A UserError where the device has not so much memory free; where its plugin tells.
void check_free_memory(const DeviceRunSettings& settings, const std::string& source, int64_t bytes);

// Runs a small product. Libraries that a vendor's compiler calls, and what they need on the device,
// are made ready by who first runs something, which takes seconds: better while a model is read.
void warm_up(const DeviceRunSettings& settings);

core::pjrt::BufferType buffer_type(ElementType element);

}  // namespace motley::tensor
