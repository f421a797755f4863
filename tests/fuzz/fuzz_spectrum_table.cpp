// Any text is a table of a spectrum with a value everywhere within it, or a UserError.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "fuzz/fuzz_file.h"
#include "nbody/ic/spectrum_table.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace motley;
  try {
    const FuzzFile file(data, size);
    const nbody::SpectrumTable table = nbody::read_spectrum_table(file.path());
    table.at(table.min_k(), 1);
    table.at(table.max_k(), 1);
  } catch (const core::UserError&) {
  }
  return 0;
}
