// Runs a TilePlan, tile by tile.
#include <algorithm>
#include <cstring>

#include "core/base/threads.h"
#include "tensor/kernels/tile_program.h"
#include "tensor/kernels/vectorized.h"

namespace motley::tensor {

namespace {

constexpr int kSpareSlots = 3;  // for single elements broadcast to runs

int64_t aligned(int64_t bytes) { return (bytes + 63) / 64 * 64; }

// Rows summed in f32 before the sum is accumulated in f64.
constexpr int64_t kCarryRows = 128;

MOTLEY_VECTORIZED void carry_sums(float* __restrict sums, double* __restrict carried,
                                  int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    carried[i] += sums[i];
    sums[i] = 0;
  }
}

int64_t accumulator_count(const TilePlan& plan, const TileOutput& output) {
  if (output.value >= 0) return 0;
  return output.whole ? 1 : plan.num_columns;
}
// The accumulator, followed by its f64 part.
int64_t sum_bytes(const TilePlan& plan, const TileOutput& output) {
  return aligned(accumulator_count(plan, output) * byte_size(output.element));
}
int64_t accumulator_bytes(const TilePlan& plan, const TileOutput& output) {
  const int64_t count = output.carried ? accumulator_count(plan, output) : 0;
  return sum_bytes(plan, output) + aligned(count * static_cast<int64_t>(sizeof(double)));
}

int64_t thread_bytes(const TilePlan& plan) {
  int64_t bytes = (plan.num_slots + kSpareSlots) * plan.slot_bytes;
  for (const TileOutput& output : plan.outputs) bytes += accumulator_bytes(plan, output);
  return bytes;
}

void fill(std::byte* to, const std::byte* element, int64_t size, int64_t count) {
  for (int64_t i = 0; i < count; ++i) std::memcpy(to + i * size, element, size);
}

template <class T>
void copy_strided(std::byte* to, int64_t to_stride, const std::byte* from, int64_t from_stride,
                  int64_t count) {
  auto* out = reinterpret_cast<T*>(to);
  auto* in = reinterpret_cast<const T*>(from);
  for (int64_t i = 0; i < count; ++i) out[i * to_stride] = in[i * from_stride];
}

// Strides in elements of `size` bytes.
void copy_run(std::byte* to, int64_t to_stride, const std::byte* from, int64_t from_stride,
              int64_t count, int64_t size) {
  if (to_stride == 1 && from_stride == 1) {
    std::memcpy(to, from, count * size);
  } else if (size == 4) {
    copy_strided<uint32_t>(to, to_stride, from, from_stride, count);
  } else if (size == 8) {
    copy_strided<uint64_t>(to, to_stride, from, from_stride, count);
  } else if (size == 2) {
    copy_strided<uint16_t>(to, to_stride, from, from_stride, count);
  } else {
    copy_strided<uint8_t>(to, to_stride, from, from_stride, count);
  }
}

// The elements of a register on the tile: those of one row are contiguous.
struct Ref {
  std::byte* data = nullptr;
  int64_t row_bytes = 0;  // stride between rows; 0 if the value does not depend on the row
  bool run = false;       // one element per column, not one for all
};

// One thread's work.
class TileRunner {
 public:
  TileRunner(const TilePlan& plan, const KernelCall& call, std::byte* memory)
      : plan_(plan), call_(call), memory_(memory), refs_(plan.registers.size()) {
    std::byte* next = memory_ + (plan.num_slots + kSpareSlots) * plan.slot_bytes;
    for (const TileOutput& output : plan.outputs) {
      const int64_t count = accumulator_count(plan, output);
      accumulators_.push_back(next);
      carried_.push_back(reinterpret_cast<double*>(next + sum_bytes(plan, output)));
      if (count > 0) fill(next, output.identity.data(), byte_size(output.element), count);
      if (output.carried) std::fill_n(carried_.back(), count, 0.0);
      next += accumulator_bytes(plan, output);
    }
  }

  void run_rows(int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; row += plan_.tile_rows) {
      const int64_t rows = std::min(plan_.tile_rows, end - row);
      run_columns(row, rows, 0, plan_.num_columns);
    }
  }
  void run_columns(int64_t row, int64_t rows, int64_t begin, int64_t end) {
    for (int64_t column = begin; column < end; column += plan_.tile_columns)
      run_tile(row, rows, column, std::min(plan_.tile_columns, end - column));
  }

  std::byte* accumulator(size_t output) const { return accumulators_[output]; }
  // The f64 sums so far.
  double* carried(size_t output) {
    carry(output, 0, accumulator_count(plan_, plan_.outputs[output]));
    return carried_[output];
  }

 private:
  void run_tile(int64_t row, int64_t rows, int64_t column, int64_t columns) {
    row_ = row, rows_ = rows, column_ = column, columns_ = columns;
    for (size_t r = 0; r < plan_.registers.size(); ++r) refs_[r] = ref_of(plan_.registers[r]);
    for (size_t i = 0; i < plan_.outputs.size(); ++i) {
      const TileOutput& output = plan_.outputs[i];
      if (output.value >= 0 && output.in_place)
        refs_[output.value] = at(call_.results[i], output.access, output.element,
                                 plan_.registers[output.value].shape);
    }
    for (const TileInstruction& instruction : plan_.instructions) run(instruction);
    for (size_t i = 0; i < plan_.outputs.size(); ++i) {
      const TileOutput& output = plan_.outputs[i];
      if (output.value >= 0 && !output.in_place) store(output, call_.results[i]);
    }
  }

  // --- Addresses -------------------------------------------------------------------------

  // Memory that loops can read in place (constant row stride).
  Ref at(std::byte* base, const TileAccess& access, ElementType element, TileShape shape) const {
    const int64_t size = byte_size(element), stride = access.row_strides.back();
    base += (row_ * stride + column_ * access.column_stride) * size;
    return {base, stride * size, shape == TileShape::kFull || shape == TileShape::kColumn};
  }

  Ref ref_of(const TileRegister& r) const {
    const bool run = r.shape == TileShape::kFull || r.shape == TileShape::kColumn;
    const int64_t size = byte_size(r.element);
    if (r.source == TileSource::kTemporary) {
      const int64_t row_bytes = r.shape == TileShape::kFull  ? columns_ * size
                                : r.shape == TileShape::kRow ? size
                                                             : 0;
      return {memory_ + r.slot * plan_.slot_bytes, row_bytes, run};
    }
    auto* base = r.source == TileSource::kOperand
                     ? const_cast<std::byte*>(call_.operands[r.index])
                     : const_cast<std::byte*>(plan_.tables[r.index].data());
    return at(base, r.access, r.element, r.shape);
  }

  int64_t row_offset(const TileAccess& access, int64_t row) const {
    int64_t offset = 0;
    for (size_t d = plan_.row_extents.size(); d-- > 0;) {
      offset += row % plan_.row_extents[d] * access.row_strides[d];
      row /= plan_.row_extents[d];
    }
    return offset;
  }

  // --- Instructions ----------------------------------------------------------------------

  void run(const TileInstruction& instruction) {
    switch (instruction.form) {
      case TileForm::kMap:
        return map(instruction);
      case TileForm::kLoad:
        return load(instruction);
      case TileForm::kFoldRow:
        return fold_rows(instruction);
      case TileForm::kFoldColumn:
        return fold_columns(instruction);
      case TileForm::kFoldAll:
        return fold_all(instruction);
    }
  }

  void map(const TileInstruction& instruction) {
    const TileRegister& to = plan_.registers[instruction.to];
    switch (to.shape) {
      case TileShape::kScalar:
        return map_once(instruction, 1);
      case TileShape::kRow:
        return map_once(instruction, rows_);
      case TileShape::kColumn:
        return map_once(instruction, columns_);
      case TileShape::kFull:
        break;
    }
    if (is_flat(instruction)) return map_once(instruction, rows_ * columns_);
    for (int64_t row = 0; row < rows_; ++row) {
      const std::byte* from[3] = {};
      unsigned singles = 0;
      for (int i = 0; i < instruction.num_operands; ++i) {
        const Ref& ref = refs_[instruction.from[i]];
        from[i] = ref.data + row * ref.row_bytes;
        if (!ref.run) singles |= 1u << i;
      }
      const Ref& out = refs_[instruction.to];
      call(instruction, out.data + row * out.row_bytes, from, singles, columns_);
    }
  }

  // All runs of the tile are contiguous, row after row.
  bool is_flat(const TileInstruction& instruction) const {
    if (rows_ == 1) return true;
    const auto packed = [&](int r) {
      return refs_[r].run && refs_[r].row_bytes == columns_ * byte_size(plan_.registers[r].element);
    };
    if (!packed(instruction.to)) return false;
    for (int i = 0; i < instruction.num_operands; ++i) {
      const int r = instruction.from[i];
      if (plan_.registers[r].shape != TileShape::kScalar && !packed(r)) return false;
    }
    return true;
  }

  void map_once(const TileInstruction& instruction, int64_t count) {
    const std::byte* from[3] = {};
    unsigned singles = 0;
    const TileShape to = plan_.registers[instruction.to].shape;
    for (int i = 0; i < instruction.num_operands; ++i) {
      from[i] = refs_[instruction.from[i]].data;
      const TileShape shape = plan_.registers[instruction.from[i]].shape;
      const bool single =
          shape == TileShape::kScalar || (to == TileShape::kFull && shape == TileShape::kRow);
      if (single) singles |= 1u << i;
    }
    call(instruction, refs_[instruction.to].data, from, singles, count);
  }

  void call(const TileInstruction& instruction, std::byte* to, const std::byte* const from[3],
            unsigned singles, int64_t count) {
    if (count == 1) singles = 0;
    if (const TileLoop loop = instruction.op.loops[singles])
      return loop(to, from[0], from[1], from[2], count);
    const std::byte* runs[3] = {from[0], from[1], from[2]};
    for (int i = 0; i < instruction.num_operands; ++i) {
      if (singles & (1u << i)) runs[i] = broadcast_element(instruction.from[i], from[i], i, count);
    }
    instruction.op.loops[0](to, runs[0], runs[1], runs[2], count);
  }

  // One element broadcast to a run, in a spare slot.
  const std::byte* broadcast_element(int r, const std::byte* element, int spare, int64_t count) {
    std::byte* slot = memory_ + (plan_.num_slots + spare) * plan_.slot_bytes;
    fill(slot, element, byte_size(plan_.registers[r].element), count);
    return slot;
  }

  void load(const TileInstruction& instruction) {
    const TileRegister& from = plan_.registers[instruction.from[0]];
    const TileRegister& to = plan_.registers[instruction.to];
    const std::byte* base = from.source == TileSource::kOperand ? call_.operands[from.index]
                                                                : plan_.tables[from.index].data();
    const int64_t size = byte_size(from.element);
    const bool by_row = to.shape == TileShape::kRow || to.shape == TileShape::kFull;
    const Ref& out = refs_[instruction.to];
    for (int64_t row = 0; row < (by_row ? rows_ : 1); ++row) {
      const std::byte* in = base + row_offset(from.access, row_ + row) * size;
      std::byte* to_row = out.data + row * out.row_bytes;
      if (!out.run) {
        std::memcpy(to_row, in, size);
      } else if (from.access.column_offsets.empty()) {
        copy_run(to_row, 1, in + column_ * from.access.column_stride * size,
                 from.access.column_stride, columns_, size);
      } else {
        for (int64_t c = 0; c < columns_; ++c)
          std::memcpy(to_row + c * size, in + from.access.column_offsets[column_ + c] * size, size);
      }
    }
  }

  void store(const TileOutput& output, std::byte* base) {
    const Ref& value = refs_[output.value];
    const int64_t size = byte_size(output.element);
    for (int64_t row = 0; row < rows_; ++row) {
      std::byte* to = base + row_offset(output.access, row_ + row) * size;
      const std::byte* from = value.data + row * value.row_bytes;
      if (output.access.column_offsets.empty()) {
        copy_run(to + column_ * output.access.column_stride * size, output.access.column_stride,
                 from, value.run ? 1 : 0, output.access.column_stride == 0 ? 1 : columns_, size);
      } else {
        for (int64_t c = 0; c < columns_; ++c)
          std::memcpy(to + output.access.column_offsets[column_ + c] * size,
                      from + (value.run ? c * size : 0), size);
      }
    }
  }

  // A row of a register as a run.
  const std::byte* row_run(int r, int64_t row) {
    const Ref& ref = refs_[r];
    const std::byte* data = ref.data + row * ref.row_bytes;
    return ref.run ? data : broadcast_element(r, data, 0, columns_);
  }

  void fold_rows(const TileInstruction& instruction) {
    const Ref& out = refs_[instruction.to];
    for (int64_t row = 0; row < rows_; ++row) {
      instruction.fold(out.data + row * out.row_bytes, row_run(instruction.from[0], row), nullptr,
                       nullptr, columns_);
    }
  }

  void fold_columns(const TileInstruction& instruction) {
    const int64_t size = byte_size(plan_.outputs[instruction.to].element);
    std::byte* sums = accumulators_[instruction.to] + column_ * size;
    const bool carried = plan_.outputs[instruction.to].carried;
    for (int64_t row = 0; row < rows_; ++row) {
      instruction.op.loops[0](sums, sums, row_run(instruction.from[0], row), nullptr, columns_);
      if (carried && (row_ + row) % kCarryRows == kCarryRows - 1)
        carry(instruction.to, column_, columns_);
    }
  }
  void carry(size_t output, int64_t begin, int64_t count) {
    carry_sums(reinterpret_cast<float*>(accumulators_[output]) + begin, carried_[output] + begin,
               count);
  }

  void fold_all(const TileInstruction& instruction) {
    alignas(8) std::byte part[8];
    std::byte* sum = accumulators_[instruction.to];
    for (int64_t row = 0; row < rows_; ++row) {
      instruction.fold(part, row_run(instruction.from[0], row), nullptr, nullptr, columns_);
      instruction.op.loops[0](sum, sum, part, nullptr, 1);
      if (plan_.outputs[instruction.to].carried) carry(instruction.to, 0, 1);
    }
  }

  const TilePlan& plan_;
  const KernelCall& call_;
  std::byte* memory_;
  std::vector<Ref> refs_;
  std::vector<std::byte*> accumulators_;  // of each output; unused for other outputs
  std::vector<double*> carried_;          // their f64 parts
  int64_t row_ = 0, rows_ = 0, column_ = 0, columns_ = 0;  // the tile
};

}  // namespace

int64_t scratch_bytes(const TilePlan& plan) { return plan.num_threads * thread_bytes(plan); }

void run_tiles(const TilePlan& plan, const KernelCall& call) {
  const int64_t row_tiles = (plan.num_rows + plan.tile_rows - 1) / plan.tile_rows;
  const int64_t column_tiles = (plan.num_columns + plan.tile_columns - 1) / plan.tile_columns;
  const bool by_rows = row_tiles >= plan.num_threads || column_tiles < plan.num_threads;
  const int threads =
      static_cast<int>(std::min<int64_t>(plan.num_threads, by_rows ? row_tiles : column_tiles));
  struct Accumulator {
    std::byte* sums;
    double* carried;
  };
  std::vector<std::vector<Accumulator>> accumulators(threads);
  core::parallel_for(
      threads, by_rows ? row_tiles : column_tiles, [&](int64_t begin, int64_t end, int thread) {
        TileRunner runner(plan, call, call.scratch + thread * thread_bytes(plan));
        if (by_rows) {
          runner.run_rows(begin * plan.tile_rows, std::min(end * plan.tile_rows, plan.num_rows));
        } else {
          for (int64_t row = 0; row < plan.num_rows; row += plan.tile_rows) {
            runner.run_columns(row, std::min(plan.tile_rows, plan.num_rows - row),
                               begin * plan.tile_columns,
                               std::min(end * plan.tile_columns, plan.num_columns));
          }
        }
        for (size_t i = 0; i < plan.outputs.size(); ++i)
          accumulators[thread].push_back(
              {runner.accumulator(i), plan.outputs[i].carried ? runner.carried(i) : nullptr});
      });
  for (size_t i = 0; i < plan.outputs.size(); ++i) {
    const TileOutput& output = plan.outputs[i];
    if (output.value >= 0) continue;
    const int64_t count = accumulator_count(plan, output);
    if (output.carried) {
      // The first thread's sums are read no more.
      auto* results = output.narrow ? reinterpret_cast<float*>(accumulators[0][i].sums)
                                    : reinterpret_cast<float*>(call.results[i]);
      for (int64_t c = 0; c < count; ++c) {
        double sum = 0;
        for (int t = 0; t < threads; ++t) sum += accumulators[t][i].carried[c];
        results[c] = static_cast<float>(sum);
      }
      if (output.narrow) output.narrow.loops[0](call.results[i], results, nullptr, nullptr, count);
      continue;
    }
    std::byte* sums = accumulators[0][i].sums;
    for (int t = 1; t < threads; ++t)
      output.combine.loops[0](sums, sums, accumulators[t][i].sums, nullptr, count);
    if (output.narrow) {
      output.narrow.loops[0](call.results[i], sums, nullptr, nullptr, count);
    } else {
      std::memcpy(call.results[i], sums, count * byte_size(output.element));
    }
  }
}

}  // namespace motley::tensor
