// Any text is a state of a value on one axis or two that prints and parses again, or has a fault.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "tensor/sharding/sharding.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace motley;
  try {
    const std::string text(reinterpret_cast<const char*>(data), size);
    using namespace tensor;
    const TensorType type{ElementType::kF32, {24, 768, 5}};
    for (const DeviceGrid& grid : {DeviceGrid{{4}}, DeviceGrid{{2, 3}}}) {
      const ParsedSharding parsed = parse_sharding(text, type, grid);
      if (!parsed.fault.empty()) continue;
      const std::string printed = to_string(parsed.sharding, type.shape, grid);
      if (parse_sharding(printed, type, grid).sharding != parsed.sharding) __builtin_trap();
    }
  } catch (const core::UserError&) {
  }
  return 0;
}
