// Any text is either read as the index of a checkpoint or refused with a UserError; what was read
// is printed and read again to the same text.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "core/base/error.h"
#include "core/io/checkpoint_index.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace motley::core;
  try {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const std::string printed = print_checkpoint_index(parse_checkpoint_index(text, "fuzz"));
    if (print_checkpoint_index(parse_checkpoint_index(printed, "printed")) != printed) std::abort();
  } catch (const UserError&) {
  }
  return 0;
}
