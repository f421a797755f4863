#include "tensor/run/compute_device.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <new>

#include "core/base/error.h"
#include "tensor/reference/interpreter.h"
#include "tensor/run/executable.h"

namespace motley::tensor {
namespace {

constexpr std::align_val_t kAlignment{64};

// A value in host memory, where it is computed, too. `count` is told of memory of its own.
class HostMemory : public DeviceMemory {
 public:
  HostMemory(const TensorType& type, std::shared_ptr<int64_t> count)
      : DeviceMemory(type), count_(std::move(count)) {
    const auto bytes = static_cast<size_t>(num_bytes());
    own_ = new (kAlignment) std::byte[std::max<size_t>(bytes, 1)];
    std::memset(own_, 0, bytes);
    host_ = {own_, bytes};
    *count_ += num_bytes();
  }
  HostMemory(const TensorType& type, std::span<std::byte> host) : DeviceMemory(type), host_(host) {}
  ~HostMemory() override {
    if (!own_) return;
    ::operator delete[](own_, kAlignment);
    *count_ -= num_bytes();
  }
  std::span<std::byte> host() override { return host_; }

 private:
  std::span<std::byte> host_;
  std::byte* own_ = nullptr;
  std::shared_ptr<int64_t> count_;
};

class HostDevice : public Device {
 public:
  std::unique_ptr<DeviceMemory> allocate(const TensorType& type) override {
    return std::make_unique<HostMemory>(type, allocated_);
  }
  std::unique_ptr<DeviceMemory> around(const TensorType& type, std::span<std::byte> host) override {
    return std::make_unique<HostMemory>(type, host);
  }
  int64_t host_bytes() const override { return *allocated_; }

 private:
  std::shared_ptr<int64_t> allocated_ = std::make_shared<int64_t>(0);
};

class ReferenceDevice : public HostDevice {
 public:
  std::vector<int> compile(const std::vector<DeviceSource>& sources) override {
    std::vector<int> numbers;
    for (const DeviceSource& source : sources) {
      numbers.push_back(static_cast<int>(programs_.size()));
      programs_.push_back(*source.program);
    }
    return numbers;
  }

  void run(int number, std::span<DeviceMemory* const> arguments,
           std::span<DeviceMemory* const> results, std::function<void()> on_done) override {
    const Program& program = programs_[number];
    std::vector<Literal> values;
    for (size_t i = 0; i < arguments.size(); ++i) {
      values.push_back(
          Literal::from_bytes(program.type(program.body.arguments[i]), arguments[i]->host()));
    }
    values = interpret(program, std::move(values)).results;
    for (size_t i = 0; i < values.size(); ++i) {
      std::ranges::copy(values[i].bytes(), results[i]->host().data());
    }
    if (on_done) on_done();
  }

 private:
  std::vector<Program> programs_;
};

bool is_same(const std::vector<Update>& a, const std::vector<Update>& b) {
  return std::ranges::equal(a, b, [](const Update& x, const Update& y) {
    return x.result == y.result && x.argument == y.argument;
  });
}

class CpuDevice : public HostDevice {
 public:
  explicit CpuDevice(int num_threads) : num_threads_(num_threads) {}

  std::vector<int> compile(const std::vector<DeviceSource>& sources) override {
    std::vector<int> numbers;
    std::vector<CompiledProgram> fresh;
    const auto first = static_cast<int>(engines_.size());
    for (const DeviceSource& source : sources) {
      std::vector<Known>& same = known_[structural_hash(*source.program)];
      const auto at = std::ranges::find_if(same, [&](const Known& k) {
        return is_same(k.updates, source.updates) && k.program == *source.program;
      });
      if (at != same.end()) {
        numbers.push_back(at->number);
        continue;
      }
      numbers.push_back(first + static_cast<int>(fresh.size()));
      same.push_back({*source.program, source.updates, numbers.back()});
      fresh.push_back(tensor::compile(
          *source.program,
          {.num_threads = num_threads_, .updates = source.updates, .is_memory_given = true}));
    }
    int64_t most = 0;
    for (const CompiledProgram& program : fresh) most = std::max(most, program.arena_bytes);
    const std::shared_ptr<std::byte[]> arena = Executable::make_arena(most);
    arena_bytes_ += most;
    for (CompiledProgram& program : fresh) engines_.emplace_back(std::move(program), arena);
    return numbers;
  }

  void run(int program, std::span<DeviceMemory* const> arguments,
           std::span<DeviceMemory* const> results, std::function<void()> on_done) override {
    arguments_.clear();
    results_.clear();
    for (DeviceMemory* memory : arguments) arguments_.push_back(memory->host().data());
    for (DeviceMemory* memory : results) results_.push_back(memory->host().data());
    engines_[program].run(arguments_, results_);
    if (on_done) on_done();
  }

  int64_t host_bytes() const override {
    int64_t bytes = HostDevice::host_bytes() + arena_bytes_;
    for (const Executable& engine : engines_) bytes += engine.memory_bytes();
    return bytes;
  }

 private:
  struct Known {
    Program program;
    std::vector<Update> updates;
    int number = 0;
  };
  int num_threads_;
  std::map<uint64_t, std::vector<Known>> known_;
  std::vector<Executable> engines_;
  int64_t arena_bytes_ = 0;
  std::vector<std::byte*> arguments_, results_;  // of a run
};

}  // namespace

std::unique_ptr<Device> open_compute_device(const ComputeSettings& settings) {
  if (settings.reference) return reference_device();
  if (settings.accelerator) return pjrt_device(*settings.accelerator);
  return cpu_device(settings.num_threads);
}

std::unique_ptr<Device> reference_device() { return std::make_unique<ReferenceDevice>(); }
std::unique_ptr<Device> cpu_device(int num_threads) {
  return std::make_unique<CpuDevice>(num_threads);
}

}  // namespace motley::tensor
