#include "core/device/pjrt/compile_options.h"

#include <cstdint>

namespace motley::core::pjrt {
namespace {

// Varint: seven bits per byte, lowest first; the top bit says that more follow.
std::string varint(uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(0x80 | (value & 0x7f));
  return bytes + static_cast<char>(value);
}

std::string number(int field, uint64_t value) {
  return varint(static_cast<uint64_t>(field) << 3) + varint(value);
}

std::string message(int field, const std::string& bytes) {
  return varint(static_cast<uint64_t>(field) << 3 | 2) + varint(bytes.size()) + bytes;
}

}  // namespace

std::string compile_options(int device_id) {
  std::string build = number(4, 1) + number(5, 1);
  if (device_id != 0) {
    // One replica of one computation; a packed list of device ids per computation.
    const std::string devices = message(1, varint(static_cast<uint64_t>(device_id)));
    build += message(9, number(1, 1) + number(2, 1) + message(3, devices));
  }
  return message(3, build);
}

}  // namespace motley::core::pjrt
