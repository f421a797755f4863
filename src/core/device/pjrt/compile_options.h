// The compile options that a plugin gets besides the program: a small CompileOptionsProto.
//
//   field 3: build options { field 4: replicas = 1, field 5: partitions = 1,
//                            field 9: device assignment, unless it is the first device }
#pragma once

#include <string>

namespace motley::core::pjrt {

std::string compile_options(int device_id);

}  // namespace motley::core::pjrt
