// JSON written by people or by other programs, read with every step checked. What is not as it
// should be is a UserError that names file, line, column and key:
//
//   plan.json:12:14: `stages[0].devices[1]` must be a whole number from 0 to 3, not 1.5
//
//   const JsonDocument document(text, "plan.json");
//   for (const JsonValue stage : document.root().at("stages").items()) {
//     stage.check_keys({"devices", "grid"});
//     const std::vector<int64_t> devices = stage.at("devices").whole_numbers(0, 3);
//   }
//
// A key that appears twice in an object, a number beyond double precision, text that is not UTF-8
// and nesting deeper than 100 are refused when the document is made. Values are views: the document
// must outlive them.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"

namespace motley::core {

struct JsonNode;
class JsonDocument;

class JsonValue {
 public:
  bool is_null() const;
  bool is_boolean() const;
  bool is_number() const;
  bool is_string() const;
  bool is_array() const;
  bool is_object() const;

  bool boolean() const;
  double number() const;  // finite
  int64_t whole_number(int64_t least = 0, int64_t most = std::numeric_limits<int64_t>::max()) const;
  std::string text() const;

  std::string source() const;  // as it stands in the file

  // Of an array.
  std::vector<JsonValue> items() const;
  std::vector<int64_t> whole_numbers(int64_t least = 0,
                                     int64_t most = std::numeric_limits<int64_t>::max()) const;
  std::vector<std::string> texts() const;

  // Of an object, in the order of the text.
  std::vector<std::pair<std::string, JsonValue>> members() const;
  JsonValue at(const std::string& key) const;
  std::optional<JsonValue> find(const std::string& key) const;
  void check_keys(const std::vector<std::string>& known) const;

  // "FILE:LINE:COLUMN: `path` message", to be thrown.
  UserError error(const std::string& message) const;
  SourcePosition position() const;
  std::string path() const;  // "stages[0].devices"; empty for the whole

 private:
  friend class JsonDocument;
  JsonValue(const JsonDocument* document, const JsonNode* node)
      : document_(document), node_(node) {}
  JsonValue of(const JsonNode& node) const { return {document_, &node}; }
  UserError must_be(const std::string& what) const;

  const JsonDocument* document_;
  const JsonNode* node_;
};

class JsonDocument {
 public:
  JsonDocument(std::string text, std::string file);
  ~JsonDocument();
  JsonDocument(const JsonDocument&) = delete;
  JsonDocument& operator=(const JsonDocument&) = delete;

  JsonValue root() const { return {this, root_.get()}; }
  const std::string& file() const { return file_; }

 private:
  friend class JsonValue;
  std::string text_, file_;
  std::unique_ptr<JsonNode> root_;
};

}  // namespace motley::core
