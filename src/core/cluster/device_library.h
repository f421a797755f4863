// Device types that a Cluster file may use by name, with published figures.
//
//   find_library_device("a100-80")->type      {"a100-80", 19.5e12 flop/s, 80 GiB, 2.039e12 B/s,
//                                              tf32 156e12, bf16 312e12, f16 312e12}
//   find_library_device("a100-80")->source    "NVIDIA A100 80GB SXM datasheet"
//
// flops_per_second is dense float32 without tensor or matrix cores, product_rates those of matrix
// products with them. No program quite reaches published figures; RooflineShares says how much is
// assumed, and `motley probe` measures it.
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

// What products and memory reach on an H200, measured.
std::vector<MeasuredTable> h200_tables();

// Null for an unknown name.
const LibraryDevice* find_library_device(std::string_view name);

}  // namespace motley::core
