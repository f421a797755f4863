// Any text is the name of a built-in model with its batch, or a UserError.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "tensor/models/models.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace motley;
  try {
    const std::string text(reinterpret_cast<const char*>(data), size);
    if (tensor::is_built_in(text)) tensor::built_in_batch(text);
  } catch (const core::UserError&) {
  }
  return 0;
}
