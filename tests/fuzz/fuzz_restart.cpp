// Any text is the list of restart files, printed to the same text, or a UserError.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "nbody/run/restart_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace motley;
  try {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const nbody::RestartList list = nbody::parse_restart_list(text, "out/restart");
    for (const nbody::ListedPart& part : list.parts) {
      if (!nbody::is_part_name(part.name, "out/restart")) __builtin_trap();
    }
    nbody::parse_restart_list(nbody::print_restart_list(list), "out/restart");
  } catch (const core::UserError&) {
  }
  return 0;
}
