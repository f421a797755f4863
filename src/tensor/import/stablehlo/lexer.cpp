#include "tensor/import/stablehlo/lexer.h"

#include <charconv>
#include <cstring>
#include <limits>
#include <system_error>

namespace motley::tensor::reader {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool in_word(char c) { return is_letter(c) || is_digit(c) || c == '$' || c == '.'; }
bool in_name(char c) { return in_word(c) || c == '-'; }  // after %, @, #, ! and ^

int hex_digit(char c) { return is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10; }

char closing(char open) {
  switch (open) {
    case '(':
      return ')';
    case '[':
      return ']';
    case '{':
      return '}';
    case '<':
      return '>';
    default:
      return 0;
  }
}

}  // namespace

std::string printable(std::string_view text) {
  constexpr size_t kLongest = 80;
  std::string out;
  for (char c : text.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      out += c;
    } else {
      out += fmt::format("\\x{:02X}", byte);
    }
  }
  if (text.size() > kLongest) out += "...";
  return out;
}

std::string in_backticks(std::string_view text) { return "`" + printable(text) + "`"; }

std::string in_backticks(const Token& token) {
  return token.kind == TokenKind::kEnd ? "the end of the file" : in_backticks(token.text);
}

Token Lexer::take() {
  Token taken = token_;
  advance();
  return taken;
}

void Lexer::restart(const Place& at) {
  next_ = at.offset;
  line_ = at.line;
  line_start_ = at.offset - static_cast<size_t>(at.column - 1);
  advance();
}

void Lexer::restart_at(size_t offset) {
  // Back to the current token, whose line is known, then forward to the offset line by line.
  line_ = token_.at.line;
  line_start_ = token_.at.offset - static_cast<size_t>(token_.at.column - 1);
  const char* text = source_.text.data();
  for (size_t from = token_.at.offset; from < offset;) {
    const auto* found = static_cast<const char*>(std::memchr(text + from, '\n', offset - from));
    if (found == nullptr) break;
    from = line_start_ = static_cast<size_t>(found - text) + 1;
    ++line_;
  }
  next_ = offset;
  advance();
}

bool Lexer::accept(char punctuation) {
  if (!token_.is(punctuation)) return false;
  advance();
  return true;
}

bool Lexer::accept_word(std::string_view word) {
  if (!token_.is_word(word)) return false;
  advance();
  return true;
}

bool Lexer::accept_arrow() {
  if (token_.kind != TokenKind::kArrow) return false;
  advance();
  return true;
}

void Lexer::expect(char punctuation, std::string_view after) {
  if (!accept(punctuation)) fail_expected(fmt::format("`{}` {}", punctuation, after));
}

Token Lexer::expect(TokenKind kind, std::string_view what) {
  if (token_.kind != kind) fail_expected(what);
  return take();
}

void Lexer::expect_word(std::string_view word) {
  if (!accept_word(word)) fail_expected(fmt::format("`{}`", word));
}

int64_t Lexer::expect_integer(std::string_view what) {
  int64_t value = 0;
  if (token_.kind != TokenKind::kInteger) fail_expected(what);
  if (!integer_value(token_.text, value)) {
    fail(at(), fmt::format("the integer {} does not fit into 64 bits", in_backticks(token_)));
  }
  advance();
  return value;
}

std::string_view Lexer::skip_brackets() {
  const Place start = at();
  const size_t begin = next_;
  std::vector<char> open;  // the expected closing brackets
  do {
    if (token_.kind == TokenKind::kEnd) {
      fail(start, fmt::format("the bracket {} is never closed",
                              in_backticks(source_.text.substr(start.offset, 1))));
    }
    if (token_.kind == TokenKind::kPunctuation) {
      const char c = token_.text[0];
      if (char close = closing(c)) {
        open.push_back(close);
      } else if (c == ')' || c == ']' || c == '}' || c == '>') {
        if (open.back() != c) fail_expected(fmt::format("`{}`", open.back()));
        open.pop_back();
      }
    }
    if (open.empty()) break;
    advance();
  } while (true);
  const size_t end = at().offset;
  advance();
  return source_.text.substr(begin, end - begin);
}

void Lexer::fail_expected(std::string_view what) const {
  fail(at(), fmt::format("expected {}, but found {}", what, in_backticks(token_)));
}

void Lexer::skip_blanks() {
  const std::string_view text = source_.text;
  while (next_ < text.size()) {
    const char c = text[next_];
    if (c == '\n') {
      ++line_;
      line_start_ = ++next_;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++next_;
    } else if (c == '/' && next_ + 1 < text.size() && text[next_ + 1] == '/') {
      const size_t end = text.find('\n', next_);
      next_ = end == std::string_view::npos ? text.size() : end;
    } else {
      return;
    }
  }
}

void Lexer::finish_token(TokenKind kind, size_t end) {
  token_.kind = kind;
  token_.text = source_.text.substr(token_.at.offset, end - token_.at.offset);
  next_ = end;
}

size_t Lexer::scan_while(size_t from, bool (*wanted)(char)) const {
  while (from < source_.text.size() && wanted(source_.text[from])) ++from;
  return from;
}

void Lexer::advance() {
  skip_blanks();
  const std::string_view text = source_.text;
  token_.at = {next_, line_, static_cast<int>(next_ - line_start_) + 1};
  token_.result = -1;
  if (next_ >= text.size()) return finish_token(TokenKind::kEnd, text.size());

  const char c = text[next_];
  const char following = next_ + 1 < text.size() ? text[next_ + 1] : '\0';
  if (c == '%') return scan_value();
  if (is_letter(c)) return finish_token(TokenKind::kWord, scan_while(next_, in_word));
  if (is_digit(c) || (c == '-' && is_digit(following))) return scan_number();
  if (c == '"') return scan_string();
  if (c == '-' && following == '>') return finish_token(TokenKind::kArrow, next_ + 2);
  const auto named = [&](TokenKind kind) { finish_token(kind, scan_while(next_ + 1, in_name)); };
  switch (c) {
    case '@':
      if (following != '"') return named(TokenKind::kSymbol);
      ++next_;
      scan_string();
      return finish_token(TokenKind::kSymbol, next_);
    case '#':
      return named(TokenKind::kHash);
    case '!':
      return named(TokenKind::kType);
    case '^':
      return named(TokenKind::kLabel);
    case '(':
    case ')':
    case '[':
    case ']':
    case '{':
    case '}':
    case '<':
    case '>':
    case ',':
    case ':':
    case '=':
    case '?':
    case '*':
    case '+':
    case '-':
    case '/':
    case '|':
    case '.':
      return finish_token(TokenKind::kPunctuation, next_ + 1);
    default:
      fail(at(), fmt::format("unexpected character {}", in_backticks(text.substr(next_, 1))));
  }
}

void Lexer::scan_value() {
  const std::string_view text = source_.text;
  const size_t begin = next_;
  finish_token(TokenKind::kValue, scan_while(next_ + 1, in_name));
  if (next_ == begin + 1) fail(at(), "expected a name after `%`");
  if (next_ >= text.size() || text[next_] != '#') return;
  const size_t end = scan_while(next_ + 1, is_digit);
  const auto [stop, error] =
      std::from_chars(text.data() + next_ + 1, text.data() + end, token_.result);
  if (error != std::errc() || stop != text.data() + end) {
    fail(at(), fmt::format("expected a result number after `#`, in {}",
                           in_backticks(text.substr(begin, end - begin))));
  }
  next_ = end;
}

void Lexer::scan_number() {
  const std::string_view text = source_.text;
  size_t end = next_ + (text[next_] == '-' ? 1 : 0);
  if (text[end] == '0' && end + 2 < text.size() && text[end + 1] == 'x' && is_hex(text[end + 2])) {
    return finish_token(TokenKind::kInteger, scan_while(end + 2, is_hex));
  }
  end = scan_while(end, is_digit);
  if (end >= text.size() || text[end] != '.') return finish_token(TokenKind::kInteger, end);
  end = scan_while(end + 1, is_digit);
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    size_t digits = end + 1;
    if (digits < text.size() && (text[digits] == '+' || text[digits] == '-')) ++digits;
    const size_t after = scan_while(digits, is_digit);
    if (after > digits) end = after;
  }
  finish_token(TokenKind::kFloat, end);
}

void Lexer::scan_string() {
  const std::string_view text = source_.text;
  for (size_t i = next_ + 1;;) {
    i = text.find_first_of("\"\\\n", i);
    if (i == std::string_view::npos || text[i] == '\n') fail(at(), "the string is never closed");
    if (text[i] == '"') return finish_token(TokenKind::kString, i + 1);
    i += 2;
    if (i > text.size()) fail(at(), "the string is never closed");
  }
}

bool unsigned_value(std::string_view text, uint64_t& value) {
  const bool hex = text.starts_with("0x");
  if (hex) text.remove_prefix(2);
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, hex ? 16 : 10);
  return error == std::errc() && stop == end;
}

bool integer_value(std::string_view text, int64_t& value) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  uint64_t magnitude = 0;
  if (!unsigned_value(text, magnitude)) return false;
  constexpr auto kMax = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
  if (magnitude > kMax + (negative ? 1 : 0)) return false;
  value = static_cast<int64_t>(negative ? 0 - magnitude : magnitude);
  return true;
}

std::string string_value(std::string_view quoted_text) {
  std::string_view text = quoted_text;
  if (text.starts_with('@')) text.remove_prefix(1);
  if (text.size() < 2 || text[0] != '"') return std::string(text);
  text = text.substr(1, text.size() - 2);
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
    } else if (i + 2 < text.size() && is_hex(text[i + 1]) && is_hex(text[i + 2])) {
      out += static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
      i += 2;
    } else {
      const char c = text[++i];
      out += c == 'n' ? '\n' : c == 't' ? '\t' : c;
    }
  }
  return out;
}

}  // namespace motley::tensor::reader
