// Any text is settings of a simulation that print and parse again, ours or Gadget-2 parameters, or
// a UserError.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "nbody/settings/settings_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace motley;
  try {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const nbody::Settings settings = nbody::parse_settings(text, "fuzz").settings;
    const std::string printed = nbody::print_settings(settings);
    nbody::parse_settings(printed, "printed");
  } catch (const core::UserError&) {
  }
  return 0;
}
