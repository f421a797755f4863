// StableHLO text, as JAX prints it, -> Program.
//
//   Program p = read_stablehlo_file("models/tiny/mlp/loss.mlir");
//
// Calls are inlined, composites replaced by their decompositions, and what only says where a value
// lives falls away: what is left is one flat Program. Every type the text declares is compared
// with what its op gives. What Motley cannot compute (complex numbers, dynamic shapes, quantised
// types, ...) is refused by a sentence that begins with "unsupported".
//
// Any text is safe to read: it ends in a Program or a core::UserError with file, line and column,
// with memory and time in proportion to the text and a bounded amount for repeated calls.
#pragma once

#include <string>
#include <string_view>

#include "tensor/ir/program.h"

namespace motley::tensor {

// `file_name` is for messages and Program::source.
Program read_stablehlo(std::string_view text, const std::string& file_name);
Program read_stablehlo_file(const std::string& path);

}  // namespace motley::tensor
