// Any text is the list of restart files, printed to the same text, or a UserError.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "core/io/checksum.h"
#include "nbody/run/restart_file.h"

namespace {

void read_and_print(const std::string& text) {
  using namespace motley::nbody;
  try {
    const RestartList list = parse_restart_list(text, "out/restart");
    for (const ListedPart& part : list.parts) {
      if (!is_part_name(part.name, "out/restart")) __builtin_trap();
    }
    parse_restart_list(print_restart_list(list), "out/restart");
  } catch (const motley::core::UserError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  read_and_print(text);
  // And with its checksum, without which nothing else would be reached.
  const std::string lines = text.substr(0, text.rfind("checksum "));
  const uint32_t sum = motley::core::crc32c(std::as_bytes(std::span(lines)));
  read_and_print(lines + fmt::format("checksum {:08x}\n", sum));
  return 0;
}
