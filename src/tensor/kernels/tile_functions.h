// The loops of the tile machine (tile_program.h): one elementwise op or one reduction over a run of
// contiguous elements, compiled for each instruction set (vector_isa.h).
//
// A loop reads up to three runs and writes one. An operand is either a run as long as the result's
// or a single element; a TileOp has a specialized loop for each combination that is worth one.
#pragma once

#include <array>
#include <cstdint>

#include "core/base/vector_isa.h"
#include "tensor/ir/attributes.h"
#include "tensor/ir/program.h"

namespace motley::tensor {

// to[i] = f(a[i], b[i], c[i]) for i < count; or, for reductions, to[0] = f(a[0], ..., a[count -
// 1]).
using TileLoop = void (*)(void* to, const void* a, const void* b, const void* c, int64_t count);

struct TileOp {
  // Indexed by which operands are single elements: bit 0 for a, bit 1 for b, bit 2 for c. The first
  // entry, all runs, exists for every supported op; others may be null.
  std::array<TileLoop, 8> loops = {};
  explicit operator bool() const { return loops[0] != nullptr; }
};

// Lookup key: elementwise ops by code and types, compare by its direction as well.
struct TileOpKey {
  OpCode code;
  ElementType from;  // of the last operand: select and clamp have others before it
  ElementType to;
  CompareDirection direction = CompareDirection::kEq;
};

// Whether a fusion may have values of this type: f32, f64, i32, u32, i64, i1, and bf16 and f16,
// which are read and written as such and computed in f32, rounded after each op.
bool is_tile_type(ElementType element);
inline bool is_half(ElementType element) {
  return element == ElementType::kBF16 || element == ElementType::kF16;
}
// The type in which the loops compute: f32 for bf16 and f16.
inline ElementType tile_compute_type(ElementType element) {
  return is_half(element) ? ElementType::kF32 : element;
}

// Empty if unsupported. kReducePrecision from f32 to bf16 or f16 rounds f32 to such a value.
TileOp find_tile_op(const TileOpKey& key);
// Reduces a run by add, multiply, maximum, minimum, and, or; null if unsupported.
TileLoop find_tile_fold(OpCode reducer, ElementType element);

MOTLEY_DECLARE_VECTOR_ISA(TileOp find_tile_op(const TileOpKey& key);
                          TileLoop find_tile_fold(OpCode reducer, ElementType element))

}  // namespace motley::tensor
