#include "core/io/json_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/text.h"
#include "core/io/json_node.h"

namespace motley::core {
namespace {

// Appends the path from `from` to `to`; false if it is not below.
bool find_path(const JsonNode& from, const JsonNode* to, std::string& path) {
  if (&from == to) return true;
  for (size_t i = 0; i < from.items.size(); ++i) {
    const size_t before = path.size();
    if (from.kind == JsonNode::Kind::kArray) {
      path += fmt::format("[{}]", i);
    } else {
      path += (path.empty() ? "" : ".") + from.keys[i];
    }
    if (find_path(from.items[i], to, path)) return true;
    path.resize(before);
  }
  return false;
}

std::optional<int64_t> whole_value(const std::string& text) {
  int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc() && rest == end) return value;
  // 2.0 and 1e6 are whole, too.
  constexpr double kExact = 9007199254740992.0;
  const double number = decimal_value(text);
  if (number != std::floor(number) || std::abs(number) > kExact) return std::nullopt;
  return static_cast<int64_t>(number);
}

}  // namespace

JsonDocument::JsonDocument(std::string text, std::string file)
    : text_(std::move(text)),
      file_(std::move(file)),
      root_(std::make_unique<JsonNode>(parse_json(text_, file_))) {}
JsonDocument::~JsonDocument() = default;

bool JsonValue::is_null() const { return node_->kind == JsonNode::Kind::kNull; }
bool JsonValue::is_boolean() const { return node_->kind == JsonNode::Kind::kBoolean; }
bool JsonValue::is_number() const { return node_->kind == JsonNode::Kind::kNumber; }
bool JsonValue::is_string() const { return node_->kind == JsonNode::Kind::kString; }
bool JsonValue::is_array() const { return node_->kind == JsonNode::Kind::kArray; }
bool JsonValue::is_object() const { return node_->kind == JsonNode::Kind::kObject; }

SourcePosition JsonValue::position() const {
  return position_at(document_->file_, document_->text_, node_->offset + size_t{1});
}

std::string JsonValue::path() const {
  std::string path;
  find_path(*document_->root_, node_, path);
  return path;
}

UserError JsonValue::error(const std::string& message) const {
  const std::string where = path();
  return UserError(position(), where.empty() ? message : in_quotes(where) + " " + message);
}

UserError JsonValue::must_be(const std::string& what) const {
  const std::string found = is_null()     ? "null"
                            : is_array()  ? "a list"
                            : is_object() ? "an object"
                            : is_string() ? "the text " + in_quotes(node_->text)
                                          : node_->text;
  return error(fmt::format("must be {}, not {}", what, found));
}

bool JsonValue::boolean() const {
  if (!is_boolean()) throw must_be("true or false");
  return node_->text == "true";
}

double JsonValue::number() const {
  if (!is_number()) throw must_be("a number");
  return decimal_value(node_->text);
}

int64_t JsonValue::whole_number(int64_t least, int64_t most) const {
  const std::optional<int64_t> value = is_number() ? whole_value(node_->text) : std::nullopt;
  if (value && least <= *value && *value <= most) return *value;
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  throw must_be(most == kMost ? fmt::format("a whole number of at least {}", least)
                              : fmt::format("a whole number from {} to {}", least, most));
}

std::string JsonValue::text() const {
  if (!is_string()) throw must_be("a text in quotes");
  return node_->text;
}

std::string JsonValue::source() const {
  return document_->text_.substr(node_->offset, node_->end - node_->offset);
}

std::vector<JsonValue> JsonValue::items() const {
  if (!is_array()) throw must_be("a list");
  std::vector<JsonValue> items;
  items.reserve(node_->items.size());
  for (const JsonNode& item : node_->items) items.push_back(of(item));
  return items;
}

std::vector<int64_t> JsonValue::whole_numbers(int64_t least, int64_t most) const {
  std::vector<int64_t> numbers;
  for (const JsonValue& item : items()) numbers.push_back(item.whole_number(least, most));
  return numbers;
}

std::vector<std::string> JsonValue::texts() const {
  std::vector<std::string> texts;
  for (const JsonValue& item : items()) texts.push_back(item.text());
  return texts;
}

std::vector<std::pair<std::string, JsonValue>> JsonValue::members() const {
  if (!is_object()) throw must_be("an object");
  std::vector<std::pair<std::string, JsonValue>> members;
  members.reserve(node_->items.size());
  for (size_t i = 0; i < node_->items.size(); ++i) {
    members.emplace_back(node_->keys[i], of(node_->items[i]));
  }
  return members;
}

std::optional<JsonValue> JsonValue::find(const std::string& key) const {
  if (!is_object()) throw must_be("an object");
  const auto at = std::ranges::find(node_->keys, key);
  if (at == node_->keys.end()) return std::nullopt;
  return of(node_->items[static_cast<size_t>(at - node_->keys.begin())]);
}

JsonValue JsonValue::at(const std::string& key) const {
  const std::optional<JsonValue> found = find(key);
  if (!found) throw error(fmt::format("has no key {}", in_quotes(key)));
  return *found;
}

void JsonValue::check_keys(const std::vector<std::string>& known) const {
  for (const auto& [key, value] : members()) {
    if (std::ranges::find(known, key) != known.end()) continue;
    throw error(fmt::format("has no key {}{}", in_quotes(key), did_you_mean_one_of(key, known)));
  }
}

}  // namespace motley::core
