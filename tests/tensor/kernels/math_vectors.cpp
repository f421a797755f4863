// The functions of vector_math.h over arrays, for the test; compiled for each instruction set.
#include "tensor/kernels/math_vectors.h"

#include "tensor/kernels/vector_math.h"

namespace motley::tensor::MOTLEY_VECTOR_ISA {

template <class F>
static void map(const float* x, float* y, int count, F f) {
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) store(y + i, f(load(x + i)));
  if (i < count) store_part(y + i, f(load_part(x + i, count - i)), count - i);
}

void apply(MathFunction function, const float* x, float* y, int count) {
  switch (function) {
    case MathFunction::kExp:
      return map(x, y, count, [](Floats v) { return exp(v); });
    case MathFunction::kLog:
      return map(x, y, count, [](Floats v) { return log(v); });
    case MathFunction::kLogistic:
      return map(x, y, count, [](Floats v) { return logistic(v); });
    case MathFunction::kTanh:
      return map(x, y, count, [](Floats v) { return tanh(v); });
    case MathFunction::kErf:
      return map(x, y, count, [](Floats v) { return erf(v); });
    case MathFunction::kSin:
      return map(x, y, count, [](Floats v) { return sin(v); });
    case MathFunction::kCos:
      return map(x, y, count, [](Floats v) { return cos(v); });
  }
}

}  // namespace motley::tensor::MOTLEY_VECTOR_ISA
