#include "apps/motley/accelerator.h"

#include "apps/motley/validators.h"
#include "core/base/error.h"
#include "core/device/pjrt/find_plugin.h"

namespace motley::apps {

using core::pjrt::DeviceName;

bool is_accelerator(const std::string& device) { return device != "reference" && device != "cpu"; }

tensor::DeviceRunSettings open_accelerator(const AcceleratorSettings& settings) {
  const DeviceName name = DeviceName::parse(settings.device);
  tensor::DeviceRunSettings opened{
      .device =
          core::pjrt::Device::open(name, core::pjrt::open_plugin(name.platform, settings.plugin)),
      .stall_limit_seconds = settings.stall_limit_seconds};
  if (settings.precision == "default") opened.precision = tensor::Precision::kDefault;
  if (settings.precision == "high") opened.precision = tensor::Precision::kHigh;
  if (settings.precision == "highest") opened.precision = tensor::Precision::kHighest;
  return opened;
}

AcceleratorStart::AcceleratorStart(const AcceleratorSettings& settings) {
  core::pjrt::quieten_plugins();
  opened_ = std::async(std::launch::async, [settings] { return open_accelerator(settings); });
  const std::string platform = DeviceName::parse(settings.device).platform;
  if (platform != "cuda" && platform != "rocm") return;
  warm_ = std::async(std::launch::async, [opened = opened_] {
    try {
      tensor::warm_up(opened.get());
    } catch (const core::UserError&) {  // the program that is wanted will tell
    }
  });
}

CLI::Validator device_name(bool with_reference) {
  return {[with_reference](std::string& text) {
            try {
              DeviceName::parse(text);
            } catch (const core::UserError& error) {
              return std::string(error.what());
            }
            const bool known = with_reference || text != "reference";
            return known ? std::string() : "needs cpu or an accelerator, not `" + text + "`";
          },
          "DEVICE"};
}

void add_accelerator_options(CLI::App& parser, AcceleratorSettings& settings) {
  parser
      .add_option(
          "--plugin", settings.plugin,
          "PJRT plugin library of the accelerator (default: MOTLEY_PJRT_PLUGIN, or the one that a "
          "Python package installed)")
      ->check(file_name());
  parser
      .add_option("--precision", settings.precision,
                  "Precision of matrix products on an accelerator (default: as the program says)")
      ->check(CLI::IsMember({"default", "high", "highest"}));
}

}  // namespace motley::apps
