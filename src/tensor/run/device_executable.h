// Runs a Program on an accelerator, repeatedly: set the arguments, run, read the results. The
// counterpart of Executable, which runs on the CPU.
//
//   DeviceExecutable step(program, {.device = device}, {{1, 0}});
//   step.set_argument(0, weights);              // once
//   for (...) {
//     step.set_argument(1, batch);
//     step.run();                               // asynchronous; argument 0 becomes result 1
//     loss = step.result(0);                    // blocks
//   }
//
// Buffers used in every run keep their device addresses: a recorded program (a CUDA graph) contains
// addresses, and re-recording it costs milliseconds per run.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "tensor/ir/literal.h"
#include "tensor/run/device_compile.h"

namespace motley::tensor {

// How arguments are updated between runs.
struct DeviceArguments {
  std::vector<Update> updates = {};  // results that become arguments of the next run
  std::vector<int> refilled = {};    // set before each run, while the previous one is in progress
  std::vector<int> zeros = {};  // zero-initialized on the device unless set before the first run
};

class DeviceExecutable {
 public:
  // Compiles the program, or loads it from the cache.
  DeviceExecutable(const Program& program, DeviceRunSettings settings,
                   DeviceArguments arguments = {});
  ~DeviceExecutable();  // waits for pending copies, which read the caller's memory
  DeviceExecutable(const DeviceExecutable&) = delete;
  DeviceExecutable& operator=(const DeviceExecutable&) = delete;

  const DeviceRunSettings& settings() const { return settings_; }
  const DeviceCompilation& compilation() const { return compiled_; }
  std::optional<core::pjrt::ProgramMemory> memory() const { return compiled_.programs[0].memory(); }

  // Starts an asynchronous copy: the bytes must stay valid until the next wait(). A refilled
  // argument takes effect in the next run, not in one in progress.
  void set_argument(int i, std::span<const std::byte> bytes);
  void run();
  // On the same device, with some arguments as another program holds them there: they stay its own,
  // and no update may be of them.
  void run_with(DeviceExecutable& other, std::span<const int> borrowed);
  // Blocks until all pending work is done; throws a UserError if it failed.
  void wait();
  Literal result(int i);    // of the last run
  Literal argument(int i);  // current value

 private:
  void run_on(const std::vector<const core::pjrt::Buffer*>& arguments);
  void make_zeros();
  void apply_refills();
  Literal download(const core::pjrt::Buffer& buffer, const TensorType& type);

  DeviceRunSettings settings_;
  DeviceArguments handling_;
  std::vector<TensorType> argument_types_, result_types_;
  // The program, a copy program per refilled argument, and zeros if any.
  DeviceCompilation compiled_;
  // Results that update an argument are in arguments_.
  std::vector<core::pjrt::Buffer> arguments_, results_;
  std::vector<core::pjrt::Buffer> refills_;  // by refilled argument: staged for the next run
  std::vector<int> updated_;                 // by result: the argument it updates, or -1
  std::vector<core::pjrt::Event> pending_;
};

// The types of a Program's arguments and results.
std::vector<TensorType> types_of(const Program& program, const std::vector<ValueId>& values);

}  // namespace motley::tensor
