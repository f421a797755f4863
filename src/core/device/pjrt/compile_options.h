// What a plugin is told besides the program's text: a CompileOptionsProto, a few bytes of it.
//
//   field 3: build options { field 4: replicas = 1, field 5: partitions = 1,
//                            field 9: device assignment, where it is not the first device's }
#pragma once

#include <string>

namespace motley::core::pjrt {

std::string compile_options(int device_id);

}  // namespace motley::core::pjrt
