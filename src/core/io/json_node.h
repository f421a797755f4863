// The tree of a JSON text. Part of json_reader.cpp: use json_reader.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motley::core {

struct JsonNode {
  enum class Kind : uint8_t { kNull, kBoolean, kNumber, kString, kArray, kObject };

  Kind kind = Kind::kNull;
  uint32_t offset = 0, end = 0;   // in the text
  std::string text;               // of a string; of a number and a truth value as written
  std::vector<std::string> keys;  // of an object, beside its items
  std::vector<JsonNode> items;
};

// A UserError with the position in `file` where the text is not as it should be.
JsonNode parse_json(std::string_view text, const std::string& file);

}  // namespace motley::core
