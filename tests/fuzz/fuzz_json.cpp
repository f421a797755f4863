// Any text is JSON whose values can be asked for everything, or a UserError.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "core/io/json_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace motley;
  try {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const core::JsonDocument document(text, "fuzz.json");
    const core::JsonValue root = document.root();
    if (root.is_object()) {
      for (const auto& [key, value] : root.members()) {
        if (std::string(value.error("x").what()).empty()) __builtin_trap();
        value.whole_number();
      }
    }
  } catch (const core::UserError&) {
  }
  return 0;
}
