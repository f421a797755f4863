// Any bytes as a profile of any form: a Profile that prints and parses again, or a UserError.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "tensor/profile/profile_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace motley;
  using namespace motley::tensor;
  try {
    const Profile profile = parse_profile({reinterpret_cast<const char*>(data), size}, "fuzz");
    MOTLEY_CHECK(parse_profile(print_profile(profile), "text") == profile, "printed otherwise");
    MOTLEY_CHECK(parse_profile(print_profile_json(profile), "json") == profile,
                 "printed otherwise");
  } catch (const core::UserError&) {
  }
  return 0;
}
