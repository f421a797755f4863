// Any bytes are training data of one batch, or a UserError.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "fuzz/fuzz_file.h"
#include "tensor/data/batches.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace motley;
  try {
    const FuzzFile file(data, size);
    using namespace tensor;
    const std::vector<BatchArgument> arguments = {{0, "x", {ElementType::kF32, {2, 3}}, 0},
                                                  {1, "y", {ElementType::kI32, {2}}, 10}};
    const TrainingData opened = open_data({.file = file.path()}, arguments);
    std::vector<std::byte> x(24), y(8);
    const std::span<std::byte> out[] = {x, y};
    opened.training.fill(0, out);
  } catch (const core::UserError&) {
  }
  return 0;
}
