// Small helpers for tests that read StableHLO text.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "tensor/import/stablehlo_text.h"

namespace motley::tensor {

inline Program read(std::string_view text) {
  Program program = read_stablehlo(text, "t.mlir");
  verify(program);
  return program;
}

// What the error says, or "no error".
inline std::string error_of(std::string_view text) {
  try {
    read(text);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "no error";
}

// A function around ops. The first op stands in line 2; the arguments begin at column 17.
inline std::string function(std::string_view arguments, std::string_view ops) {
  return "func.func @main(" + std::string(arguments) + ") {\n" + std::string(ops) + "\nreturn\n}\n";
}

}  // namespace motley::tensor
