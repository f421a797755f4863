// Any text is the list of output times that Gadget-2 parameters name, or a UserError.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "fuzz/fuzz_file.h"
#include "nbody/settings/settings_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace motley;
  const FuzzFile list(data, size);
  try {
    nbody::parse_settings(
        "% Gadget\nInitCondFile ics\nOutputDir out\nTimeBegin 0.02\nTimeMax 1.0\nOmega0 0.3\n"
        "OmegaLambda 0.7\nHubbleParam 0.7\nBoxSize 50000\nSnapFormat 1\nOutputListOn 1\n"
        "OutputListFilename " +
            list.path() + "\n",
        "fuzz.param");
  } catch (const core::UserError&) {
  }
  return 0;
}
