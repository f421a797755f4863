// Any bytes are either read as a safetensors file or refused with a UserError; what was read can be
// touched to the last byte.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "core/base/error.h"
#include "core/io/safetensors.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace motley::core;
  try {
    const auto file = SafetensorsFile::parse(std::as_bytes(std::span(data, size)), "fuzz");
    size_t total_bytes = 0;
    unsigned sum = 0;
    for (const TensorEntry& entry : file.entries()) {
      if (file.find(entry.name) != &entry) std::abort();
      const auto bytes = file.bytes(entry);
      total_bytes += bytes.size();
      for (const std::byte byte : bytes) sum += static_cast<unsigned>(byte);
    }
    if (total_bytes > size || sum > 255 * size) std::abort();
  } catch (const UserError&) {
  }
  return 0;
}
