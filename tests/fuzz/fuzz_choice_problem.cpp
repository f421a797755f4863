// Any bytes are a problem of the contest, gzipped or not, or a UserError.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "fuzz/fuzz_file.h"
#include "tensor/plan/solve/problem_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace motley;
  try {
    const FuzzFile file(data, size);
    tensor::solve::read_choice_problem(file.path());
  } catch (const core::UserError&) {
  }
  return 0;
}
