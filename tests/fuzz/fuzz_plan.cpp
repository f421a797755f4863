// Any text is a plan of a small model that can be simulated, or a UserError.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "tensor/plan/file/plan_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace motley;
  const std::string text(reinterpret_cast<const char*>(data), size);
  // Whatever the text names: other models may be large, and take their time.
  const bool has_layers = text.find("3x3") != text.npos;
  const std::string model = has_layers ? "mlp:inputs=2,hidden=3x3,classes=2,batch=4"
                                       : "mlp:inputs=2,hidden=3,classes=2,batch=4";
  try {
    tensor::planner::parse_plan(text, "fuzz.json", {.model = model, .predict = false});
    tensor::planner::parse_plan(text, "fuzz.json", {.model = model});
  } catch (const core::UserError&) {
  }
  return 0;
}
