// The lines of the user's program that read an argument, from the locations that JAX prints:
//
//   %0 = stablehlo.dot_general %arg3, %arg0, ... loc(#loc34)
//   #loc5 = loc("model.py":3:23 to :28)                    the line
//   #loc14 = loc("layer"(#loc5))                           in the function `layer`
//   #loc22 = loc(callsite(#loc14 at #loc15))               called from there
//
// The exporter writes them into loss.mlir; programs without them have none. They are read from the
// text when somebody asks, and are no part of a Program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace motley::tensor {

// For each argument of the module's main function, what reads it, in order and each once:
// "model.py:3 in layer, called at model.py:5 in loss".
std::vector<std::vector<std::string>> argument_sources(std::string_view stablehlo);

// The line of the user's program behind an op, by the line of the StableHLO text on which the op
// begins: "model.py:3 in layer, called at model.py:5 in loss". Empty if the text does not say.
std::string op_source(std::string_view stablehlo, int line);
// The same, of a file; empty if it cannot be read.
std::string op_source_in_file(const std::string& file, int line);

// Of a model folder or a StableHLO file; empty for a built-in model.
std::vector<std::vector<std::string>> argument_sources_of_model(const std::string& path);

}  // namespace motley::tensor
