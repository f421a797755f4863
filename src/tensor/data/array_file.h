// Arrays in the files that people keep data in, mapped into memory.
//
//   x.npy                one array, without a name
//   data.npz             arrays by name, as numpy's savez and savez_compressed write them
//   data.safetensors     tensors by name
//   folder/              x.npy, y.npy: arrays named like their files
//   tokens.bin           numbers one after another, of a type that the user states
//
// Only an array of a compressed .npz is copied.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor {

struct DataArray {
  std::string name;  // empty in a .npy or token file
  TensorType type;
  std::span<const std::byte> bytes;   // row-major, perhaps unaligned
  std::shared_ptr<const void> owner;  // keeps the bytes alive
};

// The arrays of a .npy, .npz or safetensors file, told by its first bytes, or of a folder of .npy
// files; nothing for a file that is none of these. A UserError for one that is damaged, or holds
// what no Program has (objects, structures, big-endian numbers).
std::optional<std::vector<DataArray>> read_arrays(const std::string& path);

// A file of nothing but numbers of this type ("u16", "uint16"): one array of one dimension.
DataArray read_numbers(const std::string& file, const std::string& type);

}  // namespace motley::tensor
