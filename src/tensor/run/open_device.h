// Devices by name: the reference interpreter, the CPU engine, or an accelerator by its PJRT plugin.
// The one place that knows what a device's name means.
//
//   DeviceSettings settings{.device = "cuda:1"};
//   if (settings.is_accelerator()) run = open_accelerator(settings);
#pragma once

#include <future>
#include <string>

#include "tensor/run/device_compile.h"

namespace motley::tensor {

enum class DeviceKind : uint8_t { kReference, kCpu, kAccelerator };

struct DeviceSettings {
  std::string device = "cpu";  // "reference", "cpu", "cuda", "cuda:1", "pjrt", ...
  std::string plugin;          // of an accelerator; empty: found by platform
  std::string precision;  // "bf16": products in bfloat16; of an accelerator's float32 products:
                          // "default", "high", "highest"; empty: as each product says
  double stall_limit_seconds = 300;

  DeviceKind kind() const;
  bool is_accelerator() const { return kind() == DeviceKind::kAccelerator; }
  bool is_bf16() const { return precision == "bf16"; }
};

// Why a text is no device's name; empty for one that is.
std::string device_name_fault(const std::string& text);

// A UserError where there is no such device or no plugin for it. Opens the device.
DeviceRunSettings open_accelerator(const DeviceSettings& settings);

// An accelerator that is opened and warmed up while the caller does other things; errors are thrown
// to whoever asks for it. Opening takes half a second on NVIDIA's, and the first run of anything
// two.
using OpenedAccelerator = std::shared_future<DeviceRunSettings>;
class AcceleratorStart {
 public:
  explicit AcceleratorStart(const DeviceSettings& settings);
  const OpenedAccelerator& opened() const { return opened_; }

 private:
  OpenedAccelerator opened_;
  std::future<void> warm_;
};

}  // namespace motley::tensor
