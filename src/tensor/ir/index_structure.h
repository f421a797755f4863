// The index structure of an op: its loop nest, written down as data.
//
// An op is described by axes (the loops) and, for each dimension of each operand and result, the
// index along that dimension as an affine function of the axes:
//
//     index = (offset + sum of stride * axis) / divisor
//
//   C[b,m,n] = sum_k A[b,m,k] B[b,k,n]      axes b m n parallel, k reduced(sum)
//   y = reshape x, [8,16,32] to [128,32]    axes a(8) b(16) c(32); y's dim 0 is 16*a + b
//   y = x[2:10:2]                           axis i(4); x's dim 0 is 2*i + 2
//   convolution, stride s, dilation d       x's row is s*o + d*k - pad: o parallel, k reduced
//   gather of rows T[v, h] by ids[b]        axes b h parallel, v lookup
//
// This one description determines:
//   - how a sharding propagates between operands and results: both mention the axis;
//   - which axes may be sharded and at what cost: parallel: none; reduced: the results are
//     partial under the reducer; lookup: results are partial sums, or updates are masked;
//   - strided shards: sharding axis b above shards y's dim 0 with period 16 (see `period`);
//   - halos: the rows that a shard of o touches (`touched`);
//   - groups: a grouped convolution has an axis for the group, so shards end on group boundaries;
//   - flops: the number of points of the iteration space times the row's flops_per_point.
// Linearity says through which operands a partial sum may be propagated.
//
// A dimension of extent 1 may mention no axis; every other dimension mentions at least one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace motley::tensor {

enum class Reducer : uint8_t { kSum, kProduct, kMin, kMax, kAnd, kOr, kXor };

enum class AxisKind : uint8_t {
  kParallel,  // each index value computes its own part of the results
  kReduced,   // contributions of all index values are combined by `reducer`
  kLookup,    // data choose the index values. On operands only (gather): a shard answers for the
              // rows it owns, zero elsewhere, and results are partial sums. On a result (scatter):
              // a shard applies the updates to the rows it owns.
  kOpaque,    // needs all index values at once: cannot be sharded
};

struct Axis {
  int64_t extent = 1;
  AxisKind kind = AxisKind::kParallel;
  Reducer reducer = Reducer::kSum;  // kReduced only
  bool position_matters = false;    // the op uses the index itself (iota): a shard adds its offset
  friend bool operator==(const Axis&, const Axis&) = default;
};

struct AxisTerm {
  int axis = 0;
  int64_t stride = 1;  // negative for reverse
  friend bool operator==(const AxisTerm&, const AxisTerm&) = default;
};

// The index along one dimension. Points at which the division is not exact, or which fall outside
// the tensor, touch no element (dilation and padding).
struct DimIndex {
  std::vector<AxisTerm> terms = {};
  int64_t offset = 0;
  int64_t divisor = 1;
  friend bool operator==(const DimIndex&, const DimIndex&) = default;
};

using TensorIndex = std::vector<DimIndex>;  // one per dimension

struct IndexStructure {
  std::vector<Axis> axes = {};
  std::vector<TensorIndex> operands = {}, results = {};
  // Each entry is a set of operands in which the op is jointly linear, the others held fixed: {{0,
  // 1}} for add, {{0}, {1}} for multiply, {{1, 2}} for select.
  std::vector<std::vector<int>> linear_in = {};
  // Operands that count once, however a reduced axis is sharded: the initial value of a reduce, the
  // operand of a scatter. All shards but one use the reducer's identity instead.
  std::vector<int> counted_once = {};
  // Results that every shard computes in full and identically: the next state of a random
  // generator.
  std::vector<int> made_whole = {};
  // Every result element is a copy of one operand element: partial results of any reducer
  // propagate.
  bool copies = false;

  // Points of the iteration space, without lookup axes (one value of each is visited).
  double num_points() const;
  // "axes i0(4) i1(8,sum); operand 0 [i0, i1]; result 0 [i0]; linear in {0}"
  std::string to_string() const;
};

struct Range {
  int64_t begin = 0, end = 0;  // [begin, end)
  friend bool operator==(const Range&, const Range&) = default;
};

// The index values of a dimension that are touched while `axis` runs over `range` and the other
// axes over their full extents; may reach outside the tensor (padding).
Range touched(const IndexStructure& index, const DimIndex& dim, int axis, Range range);

// If a dimension is exactly its axes written in mixed radix (offset 0, divisor 1, no overlap, no
// gap): the period with which sharding `axis` shards it, stride * extent of the axis. nullopt if
// not, or if the dimension does not mention the axis.
std::optional<int64_t> period(const IndexStructure& index, const DimIndex& dim, int axis,
                              int64_t dim_extent);

}  // namespace motley::tensor
