// numpy's .npy format: a header with type and shape, then the elements. Part of array_file.cpp.
#pragma once

#include <string>

#include "tensor/data/array_file.h"

namespace motley::tensor {

bool is_npy(std::span<const std::byte> bytes);

// The array in these bytes, which it refers to. `file` is for messages: a file, or a member of one.
DataArray parse_npy(std::span<const std::byte> bytes, const std::string& file);

}  // namespace motley::tensor
