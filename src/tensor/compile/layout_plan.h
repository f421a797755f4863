// Which kernel runs each op, and how every value lies in its buffer, before buffers have addresses.
//
// Transposes, broadcasts, slices and most reshapes become views: a spot in somebody else's buffer
// under other strides. Each other op gets the first kernel that takes its operands as they lie;
// where only the reference would, the operands that do not lie densely are copied and the question
// is asked again.
#pragma once

#include <vector>

#include "tensor/compile/compiled_program.h"

namespace motley::tensor {

struct Buffer {
  Place::Kind kind = Place::Kind::kArena;
  int index = 0;  // of the argument or constant
  int64_t bytes = 0;
};

// A value: where it begins in a buffer and how it lies there.
struct Spot {
  int buffer = 0;
  int64_t offset = 0;  // in bytes
  Layout layout;
};

struct PlannedStep {
  Kernel kernel;
  std::vector<Spot> operands, results;
  int op = 0;
  std::vector<CompiledProgram> bodies = {};
};

struct LayoutPlan {
  std::vector<Buffer> buffers;
  std::vector<Literal> constants;
  std::vector<PlannedStep> steps;
  std::vector<Spot> results;  // dense, each in a buffer of its own, or in the argument it updates
  std::vector<int> argument_buffers;
};

LayoutPlan plan_layouts(const Program& program, const CompileOptions& options);

// Moves results that update arguments into the arguments' memory: directly where nobody reads the
// old value any more when the new one is written, else by a copy at the end.
void place_updates(LayoutPlan& plan, const CompileOptions& options);

// Takes results that update nothing out of the arena, into memory that is given for them.
void give_results(LayoutPlan& plan);

// Gives buffers their addresses and fills in steps, results, constants and sizes.
void assign_memory(LayoutPlan&& plan, CompiledProgram& compiled);

}  // namespace motley::tensor
