// A CompiledProgram as text: the kernels in order, and the memory they read and write.
//
//   arena 2.3 MB (2.3 MB live at most), 2 threads
//     0  dot.gemm    argument 0, argument 6 -> arena 0          dot_general tensor<64x512xf32>
//     1  fusion      arena 0, argument 1 -> arena 131072        motley.fusion tensor<64x512xf32>
#pragma once

#include <string>

#include "tensor/compile/compiled_program.h"

namespace motley::tensor {

std::string describe(const CompiledProgram& compiled);

}  // namespace motley::tensor
