// --device, --plugin and --precision: the accelerator that a command computes on, as named by its
// user.
#pragma once

#include <CLI/CLI.hpp>

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

void add_accelerator_options(CLI::App& parser, AcceleratorSettings& settings);
CLI::Validator device_name(bool with_reference);

}  // namespace motley::apps
