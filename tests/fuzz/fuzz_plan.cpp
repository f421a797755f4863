// Any text is a plan of a small model, or a UserError.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "tensor/plan/file/plan_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace motley;
  const std::string text(reinterpret_cast<const char*>(data), size);
  // Other models may be large, and take their time.
  if (text.find("\"mlp:layers=1,width=4,batch=4\"") == text.npos) return 0;
  try {
    tensor::planner::parse_plan(text, "fuzz.json", {.predict = false});
  } catch (const core::UserError&) {
  }
  return 0;
}
