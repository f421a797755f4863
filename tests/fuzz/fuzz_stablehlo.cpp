// Any bytes as StableHLO text: a Program that verifies, or a UserError, and nothing else.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/error.h"
#include "tensor/import/stablehlo_text.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace motley;
  try {
    verify(tensor::read_stablehlo({reinterpret_cast<const char*>(data), size}, "fuzz.mlir"));
  } catch (const core::UserError&) {
  }
  return 0;
}
