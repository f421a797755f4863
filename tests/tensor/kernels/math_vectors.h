// What test_vector_math.cpp calls of each instruction set.
#pragma once

#include "core/base/vector_isa.h"

namespace motley::tensor {

enum class MathFunction { kExp, kLog, kLogistic, kTanh, kErf, kSin, kCos };

MOTLEY_DECLARE_VECTOR_ISA(void apply(MathFunction function, const float* x, float* y, int count))

}  // namespace motley::tensor
