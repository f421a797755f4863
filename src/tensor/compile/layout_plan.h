// Selects the kernel of each op and the layout of every value in its buffer, before buffers have
// addresses.
//
// Transposes, broadcasts, slices and most reshapes become views: another buffer with other strides.
// Each other op gets the first kernel that supports the layouts of its operands; if only the
// reference does, the operands that are not dense are copied and the selection is repeated.
#pragma once

#include <vector>

#include "tensor/compile/compiled_program.h"

namespace motley::tensor {

struct Buffer {
  Place::Kind kind = Place::Kind::kArena;
  int index = 0;  // of the argument or constant
  int64_t bytes = 0;
};

// A value: its offset and layout in a buffer.
struct BufferView {
  int buffer = 0;
  int64_t offset = 0;  // in bytes
  Layout layout;
};

struct PlannedStep {
  Kernel kernel;
  std::vector<BufferView> operands, results;
  int op = 0;
  std::vector<CompiledProgram> bodies = {};
};

struct LayoutPlan {
  std::vector<Buffer> buffers;
  std::vector<Literal> constants;
  std::vector<PlannedStep> steps;
  // Dense, each in a buffer of its own, or in the argument it updates.
  std::vector<BufferView> results;
  std::vector<int> argument_buffers;
};

LayoutPlan plan_layouts(const Program& program, const CompileOptions& options);

// Moves results that update arguments into the arguments' memory: directly if the old value is no
// longer read when the new one is written, otherwise by a copy at the end.
void place_updates(LayoutPlan& plan, const CompileOptions& options);

// Moves results that update nothing from the arena to memory provided by the caller.
void provide_results(LayoutPlan& plan);

// Assigns addresses to buffers and fills in steps, results, constants and sizes.
void assign_memory(LayoutPlan&& plan, CompiledProgram& compiled);

}  // namespace motley::tensor
