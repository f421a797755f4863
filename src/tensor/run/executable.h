// A compiled Program bound to memory: fill the arguments, run, read the results, again and again.
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

// What is told of each kernel that has run; times in seconds of the steady clock.
struct KernelSpan {
  int step = 0;  // of compiled().steps
  double begin_seconds = 0, end_seconds = 0;
};

class Executable {
 public:
  // Takes the memory, but what is given. A UserError with the need and the limit where there is not
  // enough.
  explicit Executable(CompiledProgram program);
  ~Executable();
  Executable(Executable&&) noexcept;
  Executable& operator=(Executable&&) noexcept;

  const CompiledProgram& compiled() const;

  // Row-major bytes. What a run leaves in arguments that nothing updates is what was there before.
  std::span<std::byte> argument(int i);
  std::span<const std::byte> argument(int i) const;
  // Valid until the next run. Where the result updates an argument, that argument.
  std::span<const std::byte> result(int i) const;

  void run();
  // Of a Program whose memory is given: with its arguments, row-major, and room for its results. A
  // result that updates an argument is there afterwards, and its own address is not looked at.
  void run(std::span<std::byte* const> arguments, std::span<std::byte* const> results);
  // Called after each kernel of later runs; empty: nothing is timed.
  void on_kernel(std::function<void(const KernelSpan&)> callback);

  bool reads_argument(int i) const;  // some kernel does
  int64_t memory_bytes() const;      // arena, arguments and constants

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// All at once: for one run, and for tests.
std::vector<Literal> run_on_cpu(const Program& program, const std::vector<Literal>& arguments,
                                int num_threads);

}  // namespace motley::tensor
