// A Program made ready to run on one CPU: kernels in order, and where in memory each value lies.
//
// All values live in one arena, at offsets that are planned once; values that do not live at the
// same time share bytes. Arguments and results have places of their own kind: an argument stays
// where it is between runs, and a result that updates an argument is written over it. Other results
// lie in the arena, or in memory that whoever runs it gives.
#pragma once

#include <string>
#include <vector>

#include "tensor/ir/program.h"
#include "tensor/kernels/kernel.h"

namespace motley::tensor {

// A piece of memory: offset bytes into the arena, or into an argument, constant or given result.
struct Place {
  enum class Kind : uint8_t { kArena, kArgument, kConstant, kResult };
  Kind kind = Kind::kArena;
  int index = 0;       // of the argument, constant or result
  int64_t offset = 0;  // in bytes
  int64_t bytes = 0;   // of the value there
};

struct CompiledProgram;

// One kernel and its memory. While, if and case have no kernel: they run their compiled bodies,
// each a Program of the carried values and then of what it uses from outside.
struct KernelStep {
  Kernel kernel;
  std::vector<Place> operands, results;  // captured values follow an op's own operands
  int64_t scratch_offset = 0;            // in the arena
  int op = 0;                            // of `program`, for traces and messages; -1 for copies
  std::vector<CompiledProgram> bodies = {};
};

// A result of the Program, dense at its place.
struct CompiledResult {
  Place place;
  TensorType type;
};

struct CompiledProgram {
  Program program;  // what is executed: after fusion, an op per kernel
  std::vector<TensorType> arguments;
  std::vector<CompiledResult> results;
  std::vector<Literal> constants;
  std::vector<KernelStep> steps;
  int num_threads = 1;
  bool is_memory_given = false;
  int64_t arena_bytes = 0;
  int64_t live_bytes_peak = 0;  // of the values alive at a time, in the executed order: the floor
};

// A result that takes the place of an argument once a run is over: the state of training.
struct Update {
  int result = 0, argument = 0;
};

struct CompileOptions {
  int num_threads = 1;
  std::vector<Update> updates = {};
  // Arguments and results lie where whoever runs it says: nothing is copied in or out.
  bool is_memory_given = false;
};

// A UserError where an op cannot be compiled.
CompiledProgram compile(const Program& program, const CompileOptions& options);

}  // namespace motley::tensor
