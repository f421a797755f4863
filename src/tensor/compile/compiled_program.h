// A Program compiled for one CPU: kernels in order, and a memory location for every value.
//
// All values are kept in one arena, at offsets planned ahead; values whose lifetimes do not overlap
// share bytes. Arguments and results are separate: an argument keeps its location between runs, and
// a result that updates an argument overwrites it. Other results are in the arena, or in memory
// provided by the caller.
#pragma once

#include <string>
#include <vector>

#include "tensor/ir/program.h"
#include "tensor/kernels/kernel.h"

namespace motley::tensor {

// A piece of memory: offset bytes into the arena, or into an argument, constant or provided result.
struct Place {
  enum class Kind : uint8_t { kArena, kArgument, kConstant, kResult };
  Kind kind = Kind::kArena;
  int index = 0;       // of the argument, constant or result
  int64_t offset = 0;  // in bytes
  int64_t bytes = 0;   // of the value there
};

struct CompiledProgram;

// One kernel and its memory. While, if and case have no kernel: they run their compiled bodies,
// each a Program of the carried values followed by the captured ones.
struct KernelStep {
  Kernel kernel;
  std::vector<Place> operands, results;  // captured values follow an op's own operands
  int64_t scratch_offset = 0;            // in the arena
  int op = 0;                            // in `program`, for traces and messages; -1 for copies
  std::vector<CompiledProgram> bodies;
};

// A result of the Program, dense at its location.
struct CompiledResult {
  Place place;
  TensorType type;
};

struct CompiledProgram {
  Program program;  // the executed Program: after fusion, one op per kernel
  std::vector<TensorType> arguments;
  std::vector<CompiledResult> results;
  std::vector<Literal> constants;
  std::vector<KernelStep> steps;
  int num_threads = 1;
  bool is_memory_given = false;
  int64_t arena_bytes = 0;
  // peak of the bytes of live values, in the executed order: a lower bound
  int64_t live_bytes_peak = 0;
};

// A result that replaces an argument after a run: the state of training.
struct Update {
  int result = 0, argument = 0;
};

struct CompileOptions {
  int num_threads = 1;
  std::vector<Update> updates = {};
  // Arguments and results are in memory provided by the caller: nothing is copied in or out.
  bool is_memory_given = false;
};

// A UserError if an op cannot be compiled.
CompiledProgram compile(const Program& program, const CompileOptions& options);

}  // namespace motley::tensor
