// StableHLO text, as JAX prints it, -> Program.
//
//   Program p = read_stablehlo_file("models/tiny/mlp/loss.mlir");
//
// Calls are inlined, composites replaced by their decompositions, and ops that only describe the
// placement of a value dropped: the result is one flat Program. Every type declared in the text is
// checked against the inferred one. Unsupported features (complex numbers, dynamic shapes,
// quantized types, ...) are rejected with a message that begins with "unsupported".
//
// Any text is safe to read: the result is a Program or a core::UserError with file, line and
// column, in memory and time proportional to the text plus a bounded amount for repeated calls.
#pragma once

#include <string>
#include <string_view>

#include "tensor/ir/program.h"

namespace motley::tensor {

// `file_name` is for messages and Program::source.
Program read_stablehlo(std::string_view text, const std::string& file_name);
Program read_stablehlo_file(const std::string& path);

}  // namespace motley::tensor
