#include "tensor/run/open_device.h"

#include "core/base/error.h"
#include "core/device/pjrt/find_plugin.h"

namespace motley::tensor {

using core::pjrt::DeviceName;

DeviceKind DeviceSettings::kind() const {
  if (device == "reference") return DeviceKind::kReference;
  return device == "cpu" ? DeviceKind::kCpu : DeviceKind::kAccelerator;
}

std::string device_name_fault(const std::string& text) {
  try {
    DeviceName::parse(text);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

DeviceRunSettings open_accelerator(const DeviceSettings& settings) {
  const DeviceName name = DeviceName::parse(settings.device);
  DeviceRunSettings opened{.device = core::pjrt::Device::open(
                               name, core::pjrt::open_plugin(name.platform, settings.plugin)),
                           .stall_limit_seconds = settings.stall_limit_seconds};
  if (settings.precision == "default") opened.precision = Precision::kDefault;
  if (settings.precision == "high") opened.precision = Precision::kHigh;
  if (settings.precision == "highest") opened.precision = Precision::kHighest;
  return opened;
}

AcceleratorStart::AcceleratorStart(const DeviceSettings& settings) {
  core::pjrt::quieten_plugins();
  opened_ = std::async(std::launch::async, [settings] { return open_accelerator(settings); });
  const std::string platform = DeviceName::parse(settings.device).platform;
  if (platform != "cuda" && platform != "rocm") return;
  warm_ = std::async(std::launch::async, [opened = opened_] {
    try {
      warm_up(opened.get());
    } catch (const core::UserError&) {  // thrown again by whoever uses the device
    }
  });
}

}  // namespace motley::tensor
