// Any text is a schedule that prints and parses again, or a UserError.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "tensor/plan/schedule/action_table.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace motley;
  try {
    const std::string text(reinterpret_cast<const char*>(data), size);
    using namespace tensor::schedule;
    const Schedule schedule = parse_action_table(text, "fuzz");
    const std::string printed = print_action_table(schedule);
    if (print_action_table(parse_action_table(printed, "printed")) != printed) __builtin_trap();
  } catch (const core::UserError&) {
  }
  return 0;
}
