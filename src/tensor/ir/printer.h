// Program -> StableHLO text, in the form JAX prints. Parsing it gives the same Program.
//
//   module @jit_f {
//     func.func public @main(%arg0: tensor<4xf32>) -> (tensor<4xf32>) {
//       %0 = stablehlo.multiply %arg0, %arg0 : tensor<4xf32>
//       return %0 : tensor<4xf32>
//     }
//   }
//
// Values get MLIR's names: %argN for arguments, %N (with #k) for results, %c and %cst for
// constants; nested regions continue the numbering at their op.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor {

// A result that may alias the buffer of a donated argument: printed as the argument's attribute
// tf.aliasing_output, as JAX does for buffer donation.
struct PrintedAlias {
  int argument = 0, result = 0;
};

struct PrintOptions {
  bool module_name = true;
  std::vector<PrintedAlias> aliases = {};
  // Ops of the body printed as calls: the name of the function that computes the op, empty for all
  // others. `functions` is their text, printed after the main function.
  std::function<std::string(const Op&)> function_of = {};
  std::string functions = {};
};

std::string print(const Program& program, const PrintOptions& options = {});

// The printed name of every value, in the order of Program::values: "%arg0", "%3#1", "%cst_2".
std::vector<std::string> value_names(const Program& program);

}  // namespace motley::tensor
