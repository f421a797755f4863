#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/base/threads.h"
#include "tensor/kernels/movement.h"
#include "tensor/kernels/vectorized.h"

namespace motley::tensor {
namespace {

// --- Planning --------------------------------------------------------------------------------

// Below this many bytes a second thread does not pay (waking it takes some 2 us).
constexpr int64_t kBytesPerThread = 64 << 10;

// Merges neighbouring dimensions that can be described by one.
void merge_dims(std::vector<CopyDim>& dims) {
  std::vector<CopyDim> merged;
  for (const CopyDim& dim : dims) {
    if (!merged.empty() && merged.back().from == dim.from * dim.extent &&
        merged.back().to == dim.to * dim.extent) {
      merged.back() = {merged.back().extent * dim.extent, dim.from, dim.to};
    } else {
      merged.push_back(dim);
    }
  }
  dims = std::move(merged);
}

// The target is written in memory order; if the source is contiguous along another dimension, that
// one is moved next to the last, so that the two form square tiles.
void order_dims(std::vector<CopyDim>& dims) {
  std::stable_sort(dims.begin(), dims.end(), [](const CopyDim& a, const CopyDim& b) {
    if (std::abs(a.to) != std::abs(b.to)) return std::abs(a.to) > std::abs(b.to);
    return std::abs(a.from) > std::abs(b.from);
  });
}

void move_contiguous_source_dim_inward(std::vector<CopyDim>& dims, int64_t element_bytes) {
  if (dims.size() < 2 || dims.back().from == 0 || std::abs(dims.back().from) == element_bytes)
    return;
  const auto fast = std::find_if(dims.begin(), dims.end(), [&](const CopyDim& dim) {
    return dim.from == element_bytes && dim.extent >= 4;
  });
  if (fast != dims.end()) std::rotate(fast, fast + 1, dims.end() - 1);
}

// The outermost dimension that gives every thread some work; otherwise the longest.
int choose_split(const std::vector<CopyDim>& dims, int num_threads) {
  int longest = -1;
  for (int d = 0; d < static_cast<int>(dims.size()); ++d) {
    if (dims[d].extent >= 4 * num_threads) return d;
    if (longest < 0 || dims[d].extent > dims[longest].extent) longest = d;
  }
  return longest;
}

// --- Inner loops -----------------------------------------------------------------------------

struct Bytes16 {
  uint64_t a, b;
};

template <class T>
MOTLEY_INLINE T load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}
template <class T>
MOTLEY_INLINE void store(std::byte* at, T value) {
  std::memcpy(at, &value, sizeof value);
}

// One row: common strides have specialized loops, which the compiler vectorizes.
template <class T>
MOTLEY_INLINE void copy_row(const std::byte* from, int64_t from_step, std::byte* to,
                            int64_t to_step, int64_t count) {
  constexpr int64_t kSize = sizeof(T);
  if (from_step == 0 && to_step == kSize) {
    const T value = load<T>(from);
    for (int64_t i = 0; i < count; ++i) store<T>(to + i * kSize, value);
  } else if (from_step == -kSize && to_step == kSize) {
    for (int64_t i = 0; i < count; ++i) store<T>(to + i * kSize, load<T>(from - i * kSize));
  } else if (to_step == kSize) {
    for (int64_t i = 0; i < count; ++i) store<T>(to + i * kSize, load<T>(from + i * from_step));
  } else {
    for (int64_t i = 0; i < count; ++i) store<T>(to + i * to_step, load<T>(from + i * from_step));
  }
}

// 8 by 8 elements: rows of the source become columns of the target.
template <class T>
MOTLEY_INLINE void transpose_square(const std::byte* from, int64_t from_row, std::byte* to,
                                    int64_t to_row) {
  constexpr int kSide = 8;
  T square[kSide][kSide];
  for (int i = 0; i < kSide; ++i) std::memcpy(square[i], from + i * from_row, sizeof square[i]);
  for (int j = 0; j < kSide; ++j) {
    T row[kSide];
    for (int i = 0; i < kSide; ++i) row[i] = square[i][j];
    std::memcpy(to + j * to_row, row, sizeof row);
  }
}

// In registers: pairs of rows are interleaved by elements, then by twos, then by fours.
template <>
MOTLEY_INLINE void transpose_square<uint32_t>(const std::byte* from, int64_t from_row,
                                              std::byte* to, int64_t to_row) {
  using Row = uint32_t __attribute__((vector_size(32)));
  Row a[8], b[8];
  for (int i = 0; i < 8; ++i) std::memcpy(&a[i], from + i * from_row, sizeof(Row));
  for (int i = 0; i < 8; i += 2) {
    b[i] = __builtin_shufflevector(a[i], a[i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
    b[i + 1] = __builtin_shufflevector(a[i], a[i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
  }
  for (int i = 0; i < 8; i += 4) {
    for (int k = 0; k < 2; ++k) {
      a[i + 2 * k] = __builtin_shufflevector(b[i + k], b[i + k + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      a[i + 2 * k + 1] =
          __builtin_shufflevector(b[i + k], b[i + k + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  }
  for (int i = 0; i < 4; ++i) {
    b[i] = __builtin_shufflevector(a[i], a[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    b[i + 4] = __builtin_shufflevector(a[i], a[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
  for (int j = 0; j < 8; ++j) std::memcpy(to + j * to_row, &b[j], sizeof(Row));
}

// `rows` has unit stride in the source, `columns` in the target. Sixteen by sixteen at a time:
// whole cache lines on both sides, which matters if rows are a power of two apart.
template <class T>
MOTLEY_INLINE void transpose(const CopyDim& rows, const CopyDim& columns, const std::byte* from,
                             std::byte* to) {
  constexpr int64_t kSide = 8, kLine = 16;
  const int64_t whole_rows = rows.extent / kLine * kLine;
  const int64_t whole_columns = columns.extent / kLine * kLine;
  for (int64_t j = 0; j < whole_rows; j += kLine) {
    for (int64_t i = 0; i < whole_columns; i += kLine) {
      for (int64_t di = i; di < i + kLine; di += kSide) {
        for (int64_t dj = j; dj < j + kLine; dj += kSide) {
          transpose_square<T>(from + dj * rows.from + di * columns.from, columns.from,
                              to + dj * rows.to + di * columns.to, rows.to);
        }
      }
    }
    for (int64_t k = j; k < j + kLine; ++k) {
      copy_row<T>(from + k * rows.from + whole_columns * columns.from, columns.from,
                  to + k * rows.to + whole_columns * columns.to, columns.to,
                  columns.extent - whole_columns);
    }
  }
  for (int64_t j = whole_rows; j < rows.extent; ++j) {
    copy_row<T>(from + j * rows.from, columns.from, to + j * rows.to, columns.to, columns.extent);
  }
}

MOTLEY_VECTORIZED void row_loop(int64_t element_bytes, const CopyDim& dim, const std::byte* from,
                                std::byte* to) {
  switch (element_bytes) {
    case 1:
      return copy_row<uint8_t>(from, dim.from, to, dim.to, dim.extent);
    case 2:
      return copy_row<uint16_t>(from, dim.from, to, dim.to, dim.extent);
    case 4:
      return copy_row<uint32_t>(from, dim.from, to, dim.to, dim.extent);
    case 8:
      return copy_row<uint64_t>(from, dim.from, to, dim.to, dim.extent);
    case 16:
      return copy_row<Bytes16>(from, dim.from, to, dim.to, dim.extent);
    default:
      for (int64_t i = 0; i < dim.extent; ++i)
        std::memcpy(to + i * dim.to, from + i * dim.from, element_bytes);
  }
}

MOTLEY_VECTORIZED void square_loop(int64_t element_bytes, const CopyDim& rows,
                                   const CopyDim& columns, const std::byte* from, std::byte* to) {
  switch (element_bytes) {
    case 1:
      return transpose<uint8_t>(rows, columns, from, to);
    case 2:
      return transpose<uint16_t>(rows, columns, from, to);
    case 4:
      return transpose<uint32_t>(rows, columns, from, to);
    default:
      return transpose<uint64_t>(rows, columns, from, to);
  }
}

bool is_transpose(const CopyDim& rows, const CopyDim& columns, int64_t element_bytes) {
  return element_bytes <= 8 && (element_bytes & (element_bytes - 1)) == 0 &&
         rows.from == element_bytes && columns.to == element_bytes;
}

// --- The loop nest ---------------------------------------------------------------------------

// Dimension `split_dim` runs over [begin, end) only.
struct CopyRange {
  int split_dim = -1;
  int64_t begin = 0, end = 0;
};

CopyDim part_of(const CopyPlan& plan, size_t d, const CopyRange& part) {
  CopyDim dim = plan.dims[d];
  if (static_cast<int>(d) == part.split_dim) dim.extent = part.end - part.begin;
  return dim;
}

void copy_level(const CopyPlan& plan, size_t level, const CopyRange& part, const std::byte* from,
                std::byte* to) {
  const CopyDim dim = part_of(plan, level, part);
  if (level + 1 == plan.dims.size()) return row_loop(plan.element_bytes, dim, from, to);
  if (level + 2 == plan.dims.size()) {
    const CopyDim columns = part_of(plan, level + 1, part);
    if (is_transpose(dim, columns, plan.element_bytes)) {
      // Columns in strips, so that the source's pages fit in the TLB.
      constexpr int64_t kStrip = 256;
      for (int64_t i = 0; i < columns.extent; i += kStrip) {
        const CopyDim strip{std::min(kStrip, columns.extent - i), columns.from, columns.to};
        square_loop(plan.element_bytes, dim, strip, from + i * columns.from, to + i * columns.to);
      }
      return;
    }
  }
  for (int64_t i = 0; i < dim.extent; ++i)
    copy_level(plan, level + 1, part, from + i * dim.from, to + i * dim.to);
}

}  // namespace

CopyPlan plan_copy(const Shape& shape, const std::vector<int64_t>& from_strides,
                   const std::vector<int64_t>& to_strides, int64_t element_bytes, int num_threads) {
  CopyPlan plan{.element_bytes = element_bytes};
  int64_t bytes = element_bytes;
  for (size_t d = 0; d < shape.size(); ++d) {
    plan.is_empty = plan.is_empty || shape[d] == 0;
    bytes *= shape[d];
    if (shape[d] != 1) {
      plan.dims.push_back(
          {shape[d], from_strides[d] * element_bytes, to_strides[d] * element_bytes});
    }
  }
  order_dims(plan.dims);
  merge_dims(plan.dims);
  if (!plan.dims.empty() && plan.dims.back().from == element_bytes &&
      plan.dims.back().to == element_bytes && plan.dims.size() > 1) {
    plan.element_bytes *= plan.dims.back().extent;
    plan.dims.pop_back();
  }
  move_contiguous_source_dim_inward(plan.dims, plan.element_bytes);
  plan.num_available = std::max(1, num_threads);
  plan.num_threads =
      static_cast<int>(std::clamp<int64_t>(bytes / kBytesPerThread, 1, std::max(1, num_threads)));
  if (plan.num_threads > 1) plan.split_dim = choose_split(plan.dims, plan.num_threads);
  return plan;
}

WorkPart copy_work(const CopyPlan& plan) {
  WorkPart part{.kind = "copy.runs", .streams = true};
  if (plan.is_empty) return part;
  auto bytes = static_cast<double>(plan.element_bytes);
  for (const CopyDim& dim : plan.dims) bytes *= static_cast<double>(dim.extent);
  const int64_t pieces = plan.dims.empty() ? 1 : plan.dims[std::max(0, plan.split_dim)].extent;
  part.amount = bytes * share_of_busiest(pieces, plan.num_threads, plan.num_available);
  auto run = static_cast<double>(plan.element_bytes);
  const size_t n = plan.dims.size();
  if (n >= 2 && is_transpose(plan.dims[n - 2], plan.dims[n - 1], plan.element_bytes)) {
    part.kind = "copy.squares";
    run = static_cast<double>(std::min(plan.dims[n - 2].extent, plan.dims[n - 1].extent));
  } else if (n >= 1 && plan.dims.back().from == 0) {
    part.kind = "copy.fill";
    run *= static_cast<double>(plan.dims.back().extent);
  } else if (n == 1 && plan.dims[0].from == plan.element_bytes &&
             plan.dims[0].to == plan.element_bytes) {
    run = bytes;
  }
  part.size = {run};
  return part;
}

void strided_copy(const CopyPlan& plan, const std::byte* from, std::byte* to) {
  if (plan.is_empty) return;
  if (plan.dims.empty()) {
    std::memcpy(to, from, plan.element_bytes);
    return;
  }
  const int split = std::max(0, plan.split_dim);
  const CopyDim& dim = plan.dims[split];
  core::parallel_for(plan.num_threads, dim.extent, [&](int64_t begin, int64_t end, int) {
    const CopyRange part{split, begin, end};
    const std::byte* source = from + begin * dim.from;
    std::byte* target = to + begin * dim.to;
    const bool packed =
        plan.dims.size() == 1 && dim.from == plan.element_bytes && dim.to == plan.element_bytes;
    if (packed) {
      std::memcpy(target, source, (end - begin) * plan.element_bytes);
    } else {
      copy_level(plan, 0, part, source, target);
    }
  });
}

Kernel copy_kernel(const Layout& from, const Layout& to, int num_threads) {
  MOTLEY_CHECK(from.type == to.type, "a copy from {} to {}", from.type.to_string(),
               to.type.to_string());
  const CopyPlan plan = plan_copy(from.type.shape, from.strides, to.strides,
                                  byte_size(from.type.element), num_threads);
  return {
      .name = "copy",
      .run =
          [plan](const KernelCall& call) { strided_copy(plan, call.operands[0], call.results[0]); },
      .work = {copy_work(plan)}};
}

}  // namespace motley::tensor
