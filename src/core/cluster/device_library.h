// Device types that a Cluster file may use by name, with published figures.
//
//   find_library_device("a100-80")->type      {"a100-80", 19.5e12 flop/s, 80 GiB, 2.039e12 B/s}
//   find_library_device("a100-80")->source    "NVIDIA A100 80GB SXM datasheet"
//
// flops are dense float32 without tensor or matrix cores: Motley computes in float32, and a file
// for a model that uses tensor cores describes its own type. No program quite reaches published
// figures; use `motley probe` or describe the type in the file for what one does reach.
#pragma once

#include <string_view>
#include <vector>

#include "core/cluster/cluster.h"

namespace motley::core {

struct LibraryDevice {
  DeviceType type;
  std::string_view source;  // the document, and the choice made where it is ambiguous
};

const std::vector<LibraryDevice>& device_library();

// Null for an unknown name.
const LibraryDevice* find_library_device(std::string_view name);

}  // namespace motley::core
