#include "tensor/run/device_executable.h"

#include "core/base/error.h"

namespace motley::tensor {

using core::pjrt::Buffer;
using core::pjrt::Event;

std::vector<TensorType> types_of(const Program& program, const std::vector<ValueId>& values) {
  std::vector<TensorType> types;
  for (ValueId v : values) types.push_back(program.type(v));
  return types;
}

DeviceExecutable::DeviceExecutable(const Program& program, DeviceRunSettings settings,
                                   std::vector<Update> updates)
    : settings_(std::move(settings)),
      updates_(std::move(updates)),
      argument_types_(types_of(program, program.body.arguments)),
      result_types_(types_of(program, program.body.results)),
      compiled_(compile_for_device(settings_, {{&program, updates_}})),
      arguments_(argument_types_.size()),
      results_(result_types_.size()),
      updated_(result_types_.size(), -1) {
  MOTLEY_CHECK(compiled_.programs[0].num_outputs() == result_types_.size(),
               "compiled to {} results, not {}", compiled_.programs[0].num_outputs(),
               result_types_.size());
  for (const Update& update : updates_) updated_[update.result] = update.argument;
}

void DeviceExecutable::set_argument(int i, std::span<const std::byte> bytes) {
  const TensorType& type = argument_types_[i];
  MOTLEY_CHECK(static_cast<int64_t>(bytes.size()) == type.num_bytes(), "{} bytes for {}",
               bytes.size(), type.to_string());
  Event read;
  arguments_[i] = settings_.device->upload(bytes, buffer_type(type.element), type.shape, &read);
  begun_.push_back(std::move(read));
}

void DeviceExecutable::run() {
  std::vector<const Buffer*> arguments;
  for (const Buffer& buffer : arguments_) {
    MOTLEY_CHECK(static_cast<bool>(buffer), "argument {} was not set", arguments.size());
    arguments.push_back(&buffer);
  }
  core::pjrt::Executable::Run run = compiled_.programs[0].run(arguments);
  for (size_t i = 0; i < run.outputs.size(); ++i)
    (updated_[i] < 0 ? results_[i] : arguments_[updated_[i]]) = std::move(run.outputs[i]);
  begun_.push_back(std::move(run.done));
}

void DeviceExecutable::wait() {
  for (Event& event : begun_)
    event.wait(fmt::format("the run on {}", settings_.device->name().to_string()),
               settings_.stall_limit_seconds);
  begun_.clear();
}

Literal DeviceExecutable::download(const Buffer& buffer, const TensorType& type) {
  wait();
  Literal value = Literal::zeros(type);
  buffer.download({value.data(), static_cast<size_t>(value.num_bytes())}, type.shape.size())
      .wait(fmt::format("reading from {}", settings_.device->name().to_string()),
            settings_.stall_limit_seconds);
  return value;
}

Literal DeviceExecutable::result(int i) {
  return download(updated_[i] < 0 ? results_[i] : arguments_[updated_[i]], result_types_[i]);
}

Literal DeviceExecutable::argument(int i) { return download(arguments_[i], argument_types_[i]); }

}  // namespace motley::tensor
