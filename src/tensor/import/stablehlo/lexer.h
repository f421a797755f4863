// Tokens of MLIR text, one at a time, with their positions.
//
//   %0 = stablehlo.add %a, %b#1 : tensor<4xf32>
//   kValue kEqual kWord kValue kComma kValue kColon kWord kLess ...
//
// A token is a view into the text; nothing is copied. Comments and white space are skipped. Tensor
// types are read from the characters by types.h, since "4x16xf32" is not meaningful as tokens.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"

namespace motley::tensor::reader {

// Nesting limit of regions in the text, of attribute values, and of regions and calls in the
// Program: bounds the recursion depth, and so the stack.
inline constexpr int kMaxDepth = 200;

struct Place {
  size_t offset = 0;  // into the text
  int line = 1, column = 1;
};

// The text being read, and its name in error messages.
struct Source {
  std::string_view text;
  std::string file;

  [[noreturn]] void fail(const Place& at, const std::string& message) const {
    throw core::UserError({file, at.line, at.column}, message);
  }
};

enum class TokenKind : uint8_t {
  kEnd,
  kWord,     // module, stablehlo.add, true, x
  kValue,    // %0, %arg1, %0#1
  kSymbol,   // @main, @"a b"
  kHash,     // #stablehlo.gather, #loc3
  kType,     // !stablehlo.token
  kLabel,    // ^bb0
  kInteger,  // 12, -3, 0x7F800000
  kFloat,    // 1.0, -2.5e-03
  kString,   // "abc", including its quotes
  kArrow,    // ->
  kPunctuation,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;  // empty at the end
  Place at;
  int64_t result = -1;  // of kValue: 1 in %0#1, -1 if none is given; `text` is %0

  bool is(char c) const { return kind == TokenKind::kPunctuation && text[0] == c; }
  bool is_word(std::string_view word) const { return kind == TokenKind::kWord && text == word; }
};

// For error messages: shortened, with unprintable bytes escaped; the same in backquotes.
std::string printable(std::string_view text);
std::string in_backticks(std::string_view text);
std::string in_backticks(const Token& token);  // "the end of the file" at the end

class Lexer {
 public:
  explicit Lexer(const Source& source) : source_(source) { restart({}); }
  Lexer(const Source& source, const Place& at) : source_(source) { restart(at); }

  const Token& token() const { return token_; }
  const Place& at() const { return token_.at; }
  size_t end() const { return next_; }  // offset after the current token
  const Source& source() const { return source_; }

  Token take();                    // returns the current token and advances
  void restart(const Place& at);   // continues reading from there
  void restart_at(size_t offset);  // the same, for an offset on the current token's line or later
  bool accept(char punctuation);   // consumes it if it is next
  bool accept_word(std::string_view word);
  bool accept_arrow();
  void expect(char punctuation, std::string_view after);  // "expected `)` after the operands, ..."
  Token expect(TokenKind kind, std::string_view what);    // "expected a value name, ..."
  void expect_word(std::string_view word);
  int64_t expect_integer(std::string_view what);

  // Consumes a bracket and everything up to its partner; returns the text between them.
  std::string_view skip_brackets();

  [[noreturn]] void fail(const Place& at, const std::string& message) const {
    source_.fail(at, message);
  }
  // "expected WHAT, but found `TOKEN`" at the current token.
  [[noreturn]] void fail_expected(std::string_view what) const;

 private:
  void advance();
  void skip_blanks();
  void finish_token(TokenKind kind, size_t end);
  size_t scan_while(size_t from, bool (*wanted)(char)) const;
  void scan_string();
  void scan_number();
  void scan_value();

  const Source& source_;
  Token token_;
  size_t next_ = 0;        // offset after the current token
  size_t line_start_ = 0;  // offset of the first character of line_
  int line_ = 1;
};

// Value of an integer token; false if it does not fit.
bool integer_value(std::string_view text, int64_t& value);
bool unsigned_value(std::string_view text, uint64_t& value);  // no sign

// The text of a string token without quotes, escapes resolved.
std::string string_value(std::string_view quoted_text);

}  // namespace motley::tensor::reader
