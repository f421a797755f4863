// JSON as text, whatever bytes its strings have: file names need not be UTF-8, JSON must be, and
// nlohmann's dump() throws where it is not. What is not UTF-8 becomes U+FFFD.
//
//   json_text(json) + "\n"       on one line
//   json_text(json, 2)           indented
#pragma once

#include <string>

namespace motley::core {

// `Json` is nlohmann::json or nlohmann::ordered_json, which this header need not know.
template <class Json>
std::string json_text(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace motley::core
