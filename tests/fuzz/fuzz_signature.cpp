// Any text is the signature of a model, or a UserError.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "fuzz/fuzz_file.h"
#include "tensor/import/model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace motley;
  try {
    const FuzzFile file(data, size);
    tensor::read_signature(file.path());
  } catch (const core::UserError&) {
  }
  return 0;
}
