// What is known of a Program and its ops, as `motley print` prints it.
#pragma once

#include <string>

#include "tensor/ir/program.h"

namespace motley::tensor {

// Count, flops and bytes by op.
std::string op_table(const Program& program);
// The index structure of every op.
std::string index_table(const Program& program);
// The kernels of the CPU engine in order, with their memory offsets.
std::string kernels_text(const Program& program, int num_threads);
// Hash and op counts.
std::string program_json(const Program& program, double read_seconds);

}  // namespace motley::tensor
