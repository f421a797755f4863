// The JSON header of a safetensors file, as text and as data. Part of safetensors.cpp: use
// safetensors.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/io/safetensors.h"

namespace motley::core {

struct SafetensorsHeader {
  std::vector<TensorEntry> entries;  // in the header's order
  SafetensorsMetadata metadata;
};

// Parses the header. Checks that names are unique and that every field is present and of its type;
// the caller checks that dtype, shape and offsets are consistent. Throws a UserError with `file` as
// its position. Cost: one pass over the text; deep nesting is rejected where it begins.
SafetensorsHeader parse_safetensors_header(std::string_view text, const std::string& file);

// The header's text, padded with spaces so that the data begins at a multiple of 8 bytes.
std::string print_safetensors_header(const SafetensorsHeader& header);

}  // namespace motley::core
