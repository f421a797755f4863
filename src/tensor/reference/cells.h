// A Cell holds one element in its compute type (tensor/ir/element_type.h): f for floats, s for
// signed integers, u for unsigned integers and booleans. The element type, kept separately, says
// which member is active.
//
// Evaluators load a block of elements into cells, compute, and store it back; all loops over the
// thirteen storage types are here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tensor/ir/literal.h"

namespace motley::tensor::reference {

union Cell {
  double f;
  int64_t s;
  uint64_t u;
};

// `count` elements, the first at element `start` of `data`, then every `stride`-th.
struct CellRange {
  int64_t start = 0;
  int64_t count = 0;
  int64_t stride = 1;
};
void load_cells(ElementType type, const std::byte* data, CellRange range, Cell* cells);
// Rounds floats to nearest-even and wraps integers.
void store_cells(ElementType type, std::byte* data, CellRange range, const Cell* cells);

// Rounds or wraps in place, as a store followed by a load would.
void round_cells(ElementType type, Cell* cells, int64_t count);

inline Cell load_cell(ElementType type, const std::byte* data, int64_t index) {
  Cell cell;
  load_cells(type, data, {.start = index, .count = 1}, &cell);
  return cell;
}
inline void store_cell(ElementType type, std::byte* data, int64_t index, Cell cell) {
  store_cells(type, data, {.start = index, .count = 1}, &cell);
}

std::vector<Cell> cells_of(const Literal& literal);
Literal literal_of(const TensorType& type, const std::vector<Cell>& cells);

// Mask of the bits of an integer type.
inline uint64_t width_mask(ElementType type) { return ~uint64_t{0} >> (64 - bit_width(type)); }

// The bit pattern of a float in its own type, in the low bits, and back.
uint64_t float_bits(ElementType type, double value);
double float_from_bits(ElementType type, uint64_t bits);
// Explicit mantissa bits: 23 for f32.
int mantissa_width(ElementType type);

// -NaN < -inf < ... < -0 < +0 < ... < inf < NaN, mapped to integers in the same order.
int64_t total_order(double value);

// Conversion between compute types with the semantics of stablehlo.convert. To a float: exact up to
// the single rounding of a later store. To an integer: truncated and saturated to the type's range,
// NaN gives 0. To i1: nonzero test. Between integers: modulo the width.
void convert_cells(ElementType from, ElementType to, const Cell* in, Cell* out, int64_t count);

}  // namespace motley::tensor::reference
