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
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "tensor/ir/literal.h"
#include "tensor/run/device_compile.h"

namespace motley::tensor {

class DeviceExecutable {
 public:
  // Compiles, or loads what was compiled before.
  DeviceExecutable(const Program& program, DeviceRunSettings settings,
                   std::vector<Update> updates = {});

  const DeviceRunSettings& settings() const { return settings_; }
  const DeviceCompilation& compilation() const { return compiled_; }
  std::optional<core::pjrt::ProgramMemory> memory() const { return compiled_.programs[0].memory(); }

  // Begins to copy: the bytes have to stay until the next wait().
  void set_argument(int i, std::span<const std::byte> bytes);
  void run();
  // Until all that was begun is done; a UserError where it failed.
  void wait();
  Literal result(int i);    // of the last run
  Literal argument(int i);  // as it is now

 private:
  Literal download(const core::pjrt::Buffer& buffer, const TensorType& type);

  DeviceRunSettings settings_;
  std::vector<Update> updates_;
  std::vector<TensorType> argument_types_, result_types_;
  DeviceCompilation compiled_;
  std::vector<core::pjrt::Buffer> arguments_, results_;  // a result that updates is not among them
  std::vector<int> updated_;                             // by result: the argument, or -1
  std::vector<core::pjrt::Event> begun_;
};

// The types of a Program's arguments and results.
std::vector<TensorType> types_of(const Program& program, const std::vector<ValueId>& values);

}  // namespace motley::tensor
