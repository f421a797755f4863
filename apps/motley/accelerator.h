// --device, --plugin and --precision: the accelerator that a command computes on, as named by its
// user.
#pragma once

#include <CLI/CLI.hpp>

#include <future>
#include <string>

#include "tensor/run/device_compile.h"

namespace motley::apps {

struct AcceleratorSettings {
  std::string device;             // "cpu", "cuda", "cuda:1", "pjrt", ...
  std::string plugin, precision;  // empty: to be found; as each product says
  double stall_limit_seconds = 300;
};

// Any other device than `reference` and `cpu` is one.
bool is_accelerator(const std::string& device);

// A UserError where there is no such device or no plugin for it. Opens the device.
tensor::DeviceRunSettings open_accelerator(const AcceleratorSettings& settings);

// Opened and made ready to run while the caller does other things; what goes wrong is said to who
// asks for it. Opening takes half a second on NVIDIA's, and the first run of anything two.
using OpenedAccelerator = std::shared_future<tensor::DeviceRunSettings>;
class AcceleratorStart {
 public:
  explicit AcceleratorStart(const AcceleratorSettings& settings);
  const OpenedAccelerator& opened() const { return opened_; }

 private:
  OpenedAccelerator opened_;
  std::future<void> warm_;
};

void add_accelerator_options(CLI::App& parser, AcceleratorSettings& settings);
CLI::Validator device_name(bool with_reference);

}  // namespace motley::apps
