// A Program on an accelerator: fill the arguments, run, read the results, again and again. What
// Executable is for the CPU.
//
//   DeviceExecutable step(program, {.device = device}, {{1, 0}});
//   step.set_argument(0, weights);              // once
//   for (...) {
//     step.set_argument(1, batch);
//     step.run();                               // begun; argument 0 is what result 1 will be
//     loss = step.result(0);                    // waits
//   }
//
// What is read or written again and again stays at its place in the device's memory: what a device
// has recorded of a program (a CUDA graph) holds addresses, and to record it anew for each run
// takes milliseconds.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "tensor/ir/literal.h"
#include "tensor/run/device_compile.h"

namespace motley::tensor {

// How arguments come and go.
struct DeviceArguments {
  std::vector<Update> updates = {};  // results that become arguments of the next run
  std::vector<int> refilled = {};    // set before each run, while the one before goes on
  std::vector<int> zeros = {};       // zero before the first run unless set
};

class DeviceExecutable {
 public:
  // Compiles, or loads what was compiled before.
  DeviceExecutable(const Program& program, DeviceRunSettings settings,
                   DeviceArguments arguments = {});
  ~DeviceExecutable();  // after all that was begun: it reads the memory of set_argument
  DeviceExecutable(const DeviceExecutable&) = delete;
  DeviceExecutable& operator=(const DeviceExecutable&) = delete;

  const DeviceRunSettings& settings() const { return settings_; }
  const DeviceCompilation& compilation() const { return compiled_; }
  std::optional<core::pjrt::ProgramMemory> memory() const { return compiled_.programs[0].memory(); }

  // Begins to copy: the bytes have to stay until the next wait(). Of those refilled, the next run
  // reads what is set, whatever goes on now.
  void set_argument(int i, std::span<const std::byte> bytes);
  void run();
  // Until all that was begun is done; a UserError where it failed.
  void wait();
  Literal result(int i);    // of the last run
  Literal argument(int i);  // as it is now

 private:
  void make_zeros();
  void take_refills();
  Literal download(const core::pjrt::Buffer& buffer, const TensorType& type);

  DeviceRunSettings settings_;
  DeviceArguments handling_;
  std::vector<TensorType> argument_types_, result_types_;
  DeviceCompilation compiled_;  // the program; a copy for each argument refilled; zeros, if any
  std::vector<core::pjrt::Buffer> arguments_, results_;  // a result that updates is not among them
  std::vector<core::pjrt::Buffer> refills_;              // by argument refilled: for the next run
  std::vector<int> updated_;                             // by result: the argument, or -1
  std::vector<core::pjrt::Event> begun_;
};

// The types of a Program's arguments and results.
std::vector<TensorType> types_of(const Program& program, const std::vector<ValueId>& values);

}  // namespace motley::tensor
