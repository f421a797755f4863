// A compiled Program with its memory, run repeatedly: fill the arguments, run, read the results.
//
//   Executable step(compile(program, {.num_threads = 2, .updates = {{1, 0}}}));
//   copy(weights, step.argument(0));            // once
//   for (...) {
//     copy(batch, step.argument(1));
//     step.run();
//     loss = step.result(0);                    // argument 0 now holds result 1
//   }
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "tensor/compile/compiled_program.h"

namespace motley::tensor {

// Passed to the callback after each kernel; times in seconds of the steady clock.
struct KernelSpan {
  int step = 0;  // of compiled().steps
  double begin_seconds = 0, end_seconds = 0;
};

class Executable {
 public:
  // Allocates all memory except what the caller provides. Throws a UserError with the required and
  // the available bytes if there is not enough.
  explicit Executable(CompiledProgram program);
  // With temporary memory that it shares with others, of which one runs at a time.
  Executable(CompiledProgram program, std::shared_ptr<std::byte[]> arena);
  static std::shared_ptr<std::byte[]> make_arena(int64_t bytes);
  ~Executable();
  Executable(Executable&&) noexcept;
  Executable& operator=(Executable&&) noexcept;

  const CompiledProgram& compiled() const;

  // Row-major bytes. A run leaves arguments unchanged unless a result updates them.
  std::span<std::byte> argument(int i);
  std::span<const std::byte> argument(int i) const;
  // Valid until the next run. If the result updates an argument, that argument's memory.
  std::span<const std::byte> result(int i) const;

  void run();
  // For a Program compiled with is_memory_given: the caller passes row-major arguments and memory
  // for the results. A result that updates an argument is written there; its own address is
  // ignored.
  void run(std::span<std::byte* const> arguments, std::span<std::byte* const> results);
  // The same memory for each later run() without any.
  void use_memory(std::span<std::byte* const> arguments, std::span<std::byte* const> results);
  // Called after each kernel of later runs; if empty, nothing is timed.
  void on_kernel(std::function<void(const KernelSpan&)> callback);

  int64_t memory_bytes() const;  // its own: arena, arguments and constants

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Compiles and runs once; for single runs and tests.
std::vector<Literal> run_on_cpu(const Program& program, const std::vector<Literal>& arguments,
                                int num_threads);

}  // namespace motley::tensor
