#include "tensor/kernels/tile_functions.h"

namespace motley::tensor {

bool is_tile_type(ElementType element) {
  switch (element) {
    case ElementType::kF32:
    case ElementType::kF64:
    case ElementType::kI32:
    case ElementType::kU32:
    case ElementType::kI64:
    case ElementType::kI1:
    case ElementType::kBF16:
    case ElementType::kF16:
      return true;
    default:
      return false;
  }
}

TileOp find_tile_op(const TileOpKey& key) {
  static const auto find = MOTLEY_PICK_VECTOR_ISA(find_tile_op);
  return find(key);
}

TileLoop find_tile_fold(OpCode reducer, ElementType element) {
  static const auto find = MOTLEY_PICK_VECTOR_ISA(find_tile_fold);
  return find(reducer, element);
}

}  // namespace motley::tensor
