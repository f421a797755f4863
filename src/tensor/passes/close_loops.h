// Loops that use nothing from outside: values that the body of a while captures become carried
// values that it does not change, and captured constants are repeated inside. The sharding rule of
// a loop (ir/ops/loop_axes.h) is then that of an op on its operands alone.
#pragma once

#include "tensor/ir/program.h"

namespace motley::tensor {

Program close_loops(const Program& program);

}  // namespace motley::tensor
