// The two kinds of error; nothing else is thrown.
//
//   UserError      the user's mistake: names file, line, column and remedy. Exit status 2.
//   InternalError  a bug: names the violated invariant. Exit status 3.
//
// A plain negative result (a check failed, a plan does not fit) is a return value, not an error.
// Only main and rank threads catch.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace motley::core {

// A position in a file given by the user. Line and column count from 1; 0 means unknown.
struct SourcePosition {
  std::string file;
  int line = 0;
  int column = 0;

  // "gpt.mlir:12:5", "gpt.mlir" if the line is unknown, "" if the file is.
  std::string to_string() const;
};

class UserError : public std::runtime_error {
 public:
  explicit UserError(const std::string& message) : std::runtime_error(message) {}
  // what() is "FILE:LINE:COL: message", or just "message" for an empty position.
  UserError(const SourcePosition& where, const std::string& message);
};

class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void throw_internal_error(const char* file, int line, const char* condition,
                                       const std::string& message);

}  // namespace motley::core

// MOTLEY_CHECK(i < n, "op {} has {} operands", i, n): checks an invariant, in every build.
#define MOTLEY_CHECK(condition, ...)                                            \
  do {                                                                          \
    if (!(condition)) [[unlikely]] {                                            \
      ::motley::core::throw_internal_error(__FILE_NAME__, __LINE__, #condition, \
                                           fmt::format(__VA_ARGS__));           \
    }                                                                           \
  } while (false)
