// Comparison of two scalars, as stablehlo.compare has it.
#pragma once

#include "tensor/ir/attributes.h"

namespace motley::tensor {

template <class T>
bool holds(CompareDirection direction, T a, T b) {
  switch (direction) {
    case CompareDirection::kEq:
      return a == b;
    case CompareDirection::kNe:
      return a != b;
    case CompareDirection::kGe:
      return a >= b;
    case CompareDirection::kGt:
      return a > b;
    case CompareDirection::kLe:
      return a <= b;
    case CompareDirection::kLt:
      return a < b;
  }
  return false;
}

}  // namespace motley::tensor
