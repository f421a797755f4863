// Device types that a Cluster's file may name without describing them, with published figures.
//
//   find_library_device("a100-80")->type      {"a100-80", 19.5e12 flop/s, 80 GiB, 2.039e12 B/s}
//   find_library_device("a100-80")->source    "NVIDIA A100 80GB SXM datasheet"
//
// flops are dense float32 outside of tensor or matrix cores: the house computes in float32, and a
// model that runs on tensor cores describes its own type. Published figures are what no program
// quite reaches; `motley probe` or a file's own entry says what one does.
#pragma once

#include <string_view>
#include <vector>

#include "core/cluster/cluster.h"

namespace motley::core {

struct LibraryDevice {
  DeviceType type;
  std::string_view source;  // the document, and what was chosen where it leaves a choice
};

const std::vector<LibraryDevice>& device_library();

// Null where the name is not in it.
const LibraryDevice* find_library_device(std::string_view name);

}  // namespace motley::core
