// Memory of the registers of a fusion while a tile is processed.
#include <algorithm>

#include "tensor/kernels/tile_draft.h"

namespace motley::tensor {

namespace {

bool makes_register(const TileInstruction& instruction) {
  return instruction.form != TileForm::kFoldColumn && instruction.form != TileForm::kFoldAll;
}

class Placing {
 public:
  Placing(TilePlan& plan, const KernelRequest& request) : plan_(plan), request_(request) {}

  void run() {
    place_outputs();
    load_strided_registers();
    assign_slots();
    find_in_place();
  }

 private:
  // Rows have a constant stride.
  bool linear_rows(const TileAccess& access) const {
    for (size_t d = 0; d + 1 < plan_.row_extents.size(); ++d) {
      if (access.row_strides[d] != access.row_strides[d + 1] * plan_.row_extents[d + 1])
        return false;
    }
    return true;
  }
  // A loop can read or write it in place.
  bool readable(const TileAccess& access, TileShape shape) const {
    if (!access.column_offsets.empty() || !linear_rows(access)) return false;
    switch (shape) {
      case TileShape::kScalar:
        return true;
      case TileShape::kRow:
        return access.row_strides.back() == 1;
      case TileShape::kColumn:
      case TileShape::kFull:
        return access.column_stride == 1;
    }
    return false;
  }

  // An output is written directly by the instruction that computes it, if that is a temporary of
  // the output's shape that is written nowhere else; otherwise a final load copies it.
  void place_outputs() {
    std::vector<bool> direct(plan_.registers.size(), false);
    for (TileOutput& output : plan_.outputs) {
      if (output.value < 0) continue;
      TileRegister& value = plan_.registers[output.value];
      bool by_row = false;
      for (int64_t stride : output.access.row_strides) by_row = by_row || stride != 0;
      const TileShape shape = tile_shape_of(
          by_row, output.access.column_stride != 0 || !output.access.column_offsets.empty());
      output.in_place = value.source == TileSource::kTemporary && value.shape == shape &&
                        !direct[output.value] && readable(output.access, shape);
      if (output.in_place) direct[output.value] = true;
    }
  }

  void load_strided_registers() {
    std::vector<TileInstruction> loads;
    std::vector<int> loaded(plan_.registers.size(), -1);
    const auto readable_register = [&](int r) {
      if (r < 0 || plan_.registers[r].source == TileSource::kTemporary) return r;
      if (readable(plan_.registers[r].access, plan_.registers[r].shape)) return r;
      if (loaded[r] < 0) {
        TileRegister copy{.element = plan_.registers[r].element, .shape = plan_.registers[r].shape};
        plan_.registers.push_back(copy);
        loaded.push_back(-1);
        loaded[r] = static_cast<int>(plan_.registers.size()) - 1;
        loads.push_back(
            {.form = TileForm::kLoad, .to = loaded[r], .from = {r, -1, -1}, .num_operands = 1});
      }
      return loaded[r];
    };
    std::vector<TileInstruction> instructions;
    for (TileInstruction instruction : plan_.instructions) {
      for (int& from : instruction.from) from = readable_register(from);
      instructions.insert(instructions.end(), loads.begin(), loads.end());
      loads.clear();
      instructions.push_back(instruction);
    }
    for (TileOutput& output : plan_.outputs) output.value = readable_register(output.value);
    instructions.insert(instructions.end(), loads.begin(), loads.end());
    plan_.instructions = std::move(instructions);
  }

  // Slots are reused after the last instruction that reads them.
  void assign_slots() {
    const int num_instructions = static_cast<int>(plan_.instructions.size());
    std::vector<int> last_use(plan_.registers.size(), -1);
    for (int i = 0; i < num_instructions; ++i) {
      for (int r : plan_.instructions[i].from) {
        if (r >= 0) last_use[r] = i;
      }
    }
    std::vector<bool> is_output_memory(plan_.registers.size(), false);
    for (const TileOutput& output : plan_.outputs) {
      if (output.value < 0) continue;
      if (output.in_place)
        is_output_memory[output.value] = true;
      else
        last_use[output.value] = num_instructions;
    }
    std::vector<int> free_slots;
    int64_t element_bytes = 4;
    for (const TileRegister& r : plan_.registers)
      element_bytes = std::max<int64_t>(element_bytes, byte_size(r.element));
    for (int i = 0; i < num_instructions; ++i) {
      const TileInstruction& instruction = plan_.instructions[i];
      if (makes_register(instruction) && !is_output_memory[instruction.to]) {
        if (free_slots.empty()) free_slots.push_back(plan_.num_slots++);
        plan_.registers[instruction.to].slot = free_slots.back();
        free_slots.pop_back();
        if (last_use[instruction.to] < 0)  // result unused
          free_slots.push_back(plan_.registers[instruction.to].slot);
      }
      for (int n = 0; n < instruction.num_operands; ++n) {
        const int r = instruction.from[n];
        if (r < 0 || last_use[r] != i || plan_.registers[r].slot < 0) continue;
        free_slots.push_back(plan_.registers[r].slot);
        last_use[r] = -2;  // an operand used twice is freed once
      }
    }
    // Runs begin on cache-line boundaries, and no two at a multiple of 4 KiB from each other.
    const int64_t bytes = plan_.tile_rows * plan_.tile_columns * element_bytes;
    plan_.slot_bytes = (bytes + 63) / 64 * 64 + 64;
  }

  // An operand may be overwritten by an output with the same access, if no instruction reads the
  // operand after the output is written.
  void find_in_place() {
    for (size_t o = 0; o < plan_.outputs.size(); ++o) {
      const TileOutput& output = plan_.outputs[o];
      if (output.value < 0 || !output.in_place) continue;
      for (size_t i = 0; i < request_.operands.size(); ++i) {
        if (request_.operands[i].type.shape != request_.results[o].type.shape) continue;
        if (may_share(static_cast<int>(i), output))
          plan_.in_place.push_back({static_cast<int>(i), static_cast<int>(o)});
      }
    }
  }
  bool may_share(int operand, const TileOutput& output) const {
    int made = -1, read = -1;
    for (int i = 0; i < static_cast<int>(plan_.instructions.size()); ++i) {
      const TileInstruction& instruction = plan_.instructions[i];
      if (makes_register(instruction) && instruction.to == output.value) made = i;
      for (int n = 0; n < instruction.num_operands; ++n) {
        const TileRegister& r = plan_.registers[instruction.from[n]];
        if (r.source != TileSource::kOperand || r.index != operand) continue;
        if (r.access.row_strides != output.access.row_strides ||
            r.access.column_stride != output.access.column_stride ||
            !r.access.column_offsets.empty() || r.element != output.element)
          return false;
        read = i;
      }
    }
    // Copies to other outputs come after all instructions.
    for (const TileOutput& other : plan_.outputs) {
      if (other.value < 0) continue;
      const TileRegister& r = plan_.registers[other.value];
      if (r.source == TileSource::kOperand && r.index == operand) return false;
    }
    return made >= 0 && read <= made;
  }

  TilePlan& plan_;
  const KernelRequest& request_;
};

}  // namespace

void place_registers(TilePlan& plan, const KernelRequest& request) { Placing(plan, request).run(); }

}  // namespace motley::tensor
