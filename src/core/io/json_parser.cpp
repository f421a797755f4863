#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/io/json_node.h"

namespace motley::core {
namespace {

constexpr int kMaxJsonDepth = 100;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// Recursive descent over RFC 8259, nothing more.
class JsonParser {
 public:
  JsonParser(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  JsonNode parse() {
    if (text_.size() > std::numeric_limits<uint32_t>::max()) fail("is too large for a JSON file");
    if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
    skip_blanks();
    JsonNode node = value(0);
    skip_blanks();
    if (at_ < text_.size()) fail_here("has more text after the end of its JSON value");
    return node;
  }

 private:
  using Kind = JsonNode::Kind;

  [[noreturn]] void fail(const std::string& message) const { throw UserError({file_}, message); }
  [[noreturn]] void fail_at(size_t offset, const std::string& message) const {
    throw UserError(position_at(file_, text_, offset + 1), message);
  }
  [[noreturn]] void fail_here(const std::string& message) const { fail_at(at_, message); }
  [[noreturn]] void fail_syntax() const {
    fail_here(at_ < text_.size() ? "is not valid JSON here"
                                 : "is not valid JSON: the file ends too early");
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail_syntax();
  }
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  bool is_digit() const { return peek() >= '0' && peek() <= '9'; }

  JsonNode value(int depth) {
    if (depth > kMaxJsonDepth) fail_here("is nested too deeply");
    JsonNode node{.offset = static_cast<uint32_t>(at_)};
    switch (peek()) {
      case '{':
        object(node, depth);
        break;
      case '[':
        array(node, depth);
        break;
      case '"':
        node.kind = Kind::kString;
        node.text = string();
        break;
      case 't':
        word(node, "true", Kind::kBoolean);
        break;
      case 'f':
        word(node, "false", Kind::kBoolean);
        break;
      case 'n':
        word(node, "null", Kind::kNull);
        break;
      default:
        number(node);
    }
    node.end = static_cast<uint32_t>(at_);
    return node;
  }

  void word(JsonNode& node, std::string_view word, Kind kind) {
    if (text_.substr(at_, word.size()) != word) fail_syntax();
    at_ += word.size();
    node.kind = kind;
    node.text = word;
  }

  void object(JsonNode& node, int depth) {
    node.kind = Kind::kObject;
    expect('{');
    skip_blanks();
    if (take('}')) return;
    std::unordered_set<std::string> seen;
    do {
      skip_blanks();
      const size_t begin = at_;
      if (peek() != '"') fail_syntax();
      node.keys.push_back(string());
      if (!seen.insert(node.keys.back()).second) {
        fail_at(begin,
                fmt::format("the key {} appears twice in one object", in_quotes(node.keys.back())));
      }
      skip_blanks();
      expect(':');
      skip_blanks();
      node.items.push_back(value(depth + 1));
      skip_blanks();
    } while (take(','));
    expect('}');
  }

  void array(JsonNode& node, int depth) {
    node.kind = Kind::kArray;
    expect('[');
    skip_blanks();
    if (take(']')) return;
    do {
      skip_blanks();
      node.items.push_back(value(depth + 1));
      skip_blanks();
    } while (take(','));
    expect(']');
  }

  void digits() {
    if (!is_digit()) fail_syntax();
    while (is_digit()) ++at_;
  }

  void number(JsonNode& node) {
    const size_t begin = at_;
    take('-');
    if (!take('0')) digits();
    if (take('.')) digits();
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (!take('+')) take('-');
      digits();
    }
    node.kind = Kind::kNumber;
    node.text = text_.substr(begin, at_ - begin);
    if (!std::isfinite(decimal_value(node.text))) {
      fail_at(begin, fmt::format("the number {} is too large", in_quotes(node.text)));
    }
  }

  uint32_t hex_digits() {
    uint32_t code = 0;
    const std::string_view four = text_.substr(at_, 4);
    const auto [rest, error] = std::from_chars(four.data(), four.data() + four.size(), code, 16);
    if (four.size() != 4 || rest != four.data() + 4 || error != std::errc()) fail_syntax();
    at_ += 4;
    return code;
  }

  // A character given as \uXXXX, or as two of them beyond the first 65,536.
  uint32_t escaped_code() {
    const uint32_t first = hex_digits();
    if (first < 0xD800 || first >= 0xE000) return first;
    if (first >= 0xDC00 || !take('\\') || !take('u')) fail_syntax();
    const uint32_t second = hex_digits();
    if (second < 0xDC00 || second >= 0xE000) fail_syntax();
    return 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
  }

  static void append_utf8(std::string& out, uint32_t code) {
    const auto tail = [&](int shift) { out += static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
    if (code < 0x80) {
      out += static_cast<char>(code);
    } else if (code < 0x800) {
      out += static_cast<char>(0xC0 | code >> 6);
      tail(0);
    } else if (code < 0x10000) {
      out += static_cast<char>(0xE0 | code >> 12);
      tail(6), tail(0);
    } else {
      out += static_cast<char>(0xF0 | code >> 18);
      tail(12), tail(6), tail(0);
    }
  }

  // Of the ASCII characters from here on that stand for themselves.
  size_t plain_length() const {
    size_t end = at_;
    while (end < text_.size() && text_[end] >= ' ' && text_[end] != '"' && text_[end] != '\\') {
      ++end;
    }
    return end - at_;
  }

  std::string string() {
    std::string out;
    expect('"');
    while (!take('"')) {
      if (at_ >= text_.size() || static_cast<unsigned char>(text_[at_]) < ' ') fail_syntax();
      if (take('\\')) {
        out_escape(out);
        continue;
      }
      const size_t length = std::max(plain_length(), utf8_length(text_.substr(at_)));
      if (length == 0) fail_here("is not UTF-8 here");
      out += text_.substr(at_, length);
      at_ += length;
    }
    return out;
  }

  void out_escape(std::string& out) {
    constexpr std::string_view kEscapes = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
    if (take('u')) return append_utf8(out, escaped_code());
    const size_t which = at_ < text_.size() ? kEscapes.find(text_[at_]) : kEscapes.npos;
    if (which == kEscapes.npos) fail_syntax();
    out += kMeanings[which];
    ++at_;
  }

  std::string_view text_;
  const std::string& file_;
  size_t at_ = 0;
};

}  // namespace

JsonNode parse_json(std::string_view text, const std::string& file) {
  return JsonParser(text, file).parse();
}

}  // namespace motley::core
