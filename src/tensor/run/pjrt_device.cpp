// Values are in device memory; their copies on the host, pinned where the plugin can, are made when
// somebody asks for them.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>

#include "core/base/error.h"
#include "tensor/run/compute_device.h"

namespace motley::tensor {
namespace {

using core::pjrt::Buffer;
using core::pjrt::Event;

class PjrtMemory : public DeviceMemory {
 public:
  PjrtMemory(const TensorType& type, const DeviceRunSettings& settings,
             std::shared_ptr<int64_t> count)
      : DeviceMemory(type), settings_(settings), count_(std::move(count)) {}
  PjrtMemory(const TensorType& type, const DeviceRunSettings& settings, std::span<std::byte> host)
      : DeviceMemory(type), settings_(settings), host_(host), has_host_(true) {}
  ~PjrtMemory() override {
    if (copying_) copying_->finish(settings_.stall_limit_seconds);
    if (own_.num_bytes() > 0) *count_ -= own_.num_bytes();
  }

  std::span<std::byte> host() override {
    if (!has_host_) {
      own_ = Literal::zeros(type());
      host_ = {own_.data(), static_cast<size_t>(own_.num_bytes())};
      pinned_ = core::pjrt::Pinned(settings_.device, host_);
      *count_ += own_.num_bytes();
      has_host_ = true;
    }
    return host_;
  }

  void fetch() override {
    if (on_host_ || copying_) return;
    copying_ = buffer_.download(host(), type().shape.size());
    is_fetching_ = true;
  }
  bool is_fetched() override { return !copying_ || copying_->is_ready(); }
  void wait_for_host() override {
    if (!on_host_ && !is_fetching_) {
      finish_copy();
      fetch();
    }
    finish_copy();
  }
  void begin_write() override {
    finish_copy();
    on_host_ = true;
    on_device_ = false;
  }

  void finish_copy() {
    if (!copying_) return;
    copying_->wait(fmt::format("a step on {}", settings_.device->name().to_string()),
                   settings_.stall_limit_seconds);
    copying_.reset();
    if (is_fetching_) on_host_ = true;
    is_fetching_ = false;
  }

  // For the device: its buffer, which is brought there if need be.
  const Buffer* on_device() {
    if (!on_device_) {
      finish_copy();
      Event read;
      buffer_ = Buffer();  // frees the old allocation first
      buffer_ = settings_.device->upload(host(), buffer_type(type().element), type().shape, &read);
      copying_ = std::move(read);
      on_device_ = true;
    }
    return &buffer_;
  }
  // Frees the memory of a value that is about to be overwritten, so that the new one may have it.
  void release() {
    finish_copy();
    buffer_ = Buffer();
    on_host_ = on_device_ = false;
  }
  void set(Buffer buffer) {
    finish_copy();
    buffer_ = std::move(buffer);
    on_device_ = true;
    on_host_ = false;
  }

 private:
  const DeviceRunSettings& settings_;
  std::shared_ptr<int64_t> count_;  // of host memory of its own
  Literal own_;
  std::span<std::byte> host_;
  bool has_host_ = false;
  core::pjrt::Pinned pinned_;
  Buffer buffer_;
  bool on_host_ = true, on_device_ = false;  // where the value is; zeros at first
  bool is_fetching_ = false;                 // `copying_` is a copy to the host
  std::optional<Event> copying_;
};

// Calls of on_done that are still to come, on threads of the plugin.
class Callbacks {
 public:
  void add() {
    const std::lock_guard lock(mutex_);
    ++num_pending_;
  }
  void call(const std::function<void()>& callback) {
    const std::lock_guard lock(mutex_);
    if (!is_closed_) callback();
    --num_pending_;
    changed_.notify_all();
  }
  // Waits for those to come, or until the limit; there are none after that.
  void close(double limit_seconds) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::duration<double>(limit_seconds),
                      [&] { return num_pending_ == 0; });
    is_closed_ = true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int num_pending_ = 0;
  bool is_closed_ = false;
};

class PjrtDevice : public Device {
 public:
  explicit PjrtDevice(DeviceRunSettings settings) : settings_(std::move(settings)) {}
  ~PjrtDevice() override {
    const bool is_lost = settings_.device->plugin().has_lost_device();
    callbacks_->close(is_lost ? 0 : settings_.stall_limit_seconds);
  }
  PjrtDevice(const PjrtDevice&) = delete;
  PjrtDevice& operator=(const PjrtDevice&) = delete;

  std::unique_ptr<DeviceMemory> allocate(const TensorType& type) override {
    return std::make_unique<PjrtMemory>(type, settings_, allocated_);
  }
  std::unique_ptr<DeviceMemory> around(const TensorType& type, std::span<std::byte> host) override {
    return std::make_unique<PjrtMemory>(type, settings_, host);
  }

  std::vector<int> compile(const std::vector<DeviceSource>& sources) override {
    std::vector<int> numbers;
    std::vector<DeviceSource> fresh;
    for (const DeviceSource& source : sources) {
      int number = -1;
      for (size_t i = 0; i < fresh.size(); ++i) {
        if (fresh[i].updates.empty() && source.updates.empty() &&
            *fresh[i].program == *source.program) {
          number = static_cast<int>(programs_.size() + i);
        }
      }
      if (number < 0) {
        number = static_cast<int>(programs_.size() + fresh.size());
        fresh.push_back(source);
      }
      numbers.push_back(number);
    }
    DeviceCompilation compiled = compile_for_device(settings_, fresh);
    for (size_t i = 0; i < fresh.size(); ++i) {
      Loaded& loaded = programs_.emplace_back(std::move(compiled.programs[i]));
      for (const Update& update : fresh[i].updates) loaded.donated.push_back(update.argument);
    }
    return numbers;
  }

  void run(int program, std::span<DeviceMemory* const> arguments,
           std::span<DeviceMemory* const> results, std::function<void()> on_done) override {
    const Loaded& loaded = programs_[program];
    std::vector<const Buffer*> buffers;
    for (DeviceMemory* memory : arguments) buffers.push_back(of(memory).on_device());
    for (int i : loaded.donated) of(arguments[i]).finish_copy();
    for (DeviceMemory* memory : results) {
      if (std::ranges::find(arguments, memory) == arguments.end()) of(memory).release();
    }
    core::pjrt::Executable::Run run = loaded.program.run(buffers);
    if (on_done) {
      callbacks_->add();
      run.done.then([calls = callbacks_, call = std::move(on_done)] { calls->call(call); });
    }
    for (size_t i = 0; i < results.size(); ++i) of(results[i]).set(std::move(run.outputs[i]));
  }

  bool is_asynchronous() const override { return true; }
  int64_t host_bytes() const override { return *allocated_; }
  void pin(std::span<std::byte> host) override { pinned_.emplace_back(settings_.device, host); }
  void check_room(int64_t bytes, const std::string& source) override {
    int64_t temporary = 0;
    for (const Loaded& loaded : programs_) {
      if (const auto memory = loaded.program.memory())
        temporary = std::max(temporary, memory->temporary_bytes);
    }
    check_free_memory(settings_, source, bytes + temporary);
  }

 private:
  struct Loaded {
    explicit Loaded(core::pjrt::Executable p) : program(std::move(p)) {}
    core::pjrt::Executable program;
    std::vector<int> donated;  // arguments
  };
  static PjrtMemory& of(DeviceMemory* memory) { return static_cast<PjrtMemory&>(*memory); }

  DeviceRunSettings settings_;
  std::vector<Loaded> programs_;
  std::shared_ptr<int64_t> allocated_ = std::make_shared<int64_t>(0);
  std::shared_ptr<Callbacks> callbacks_ = std::make_shared<Callbacks>();
  std::vector<core::pjrt::Pinned> pinned_;
};

}  // namespace

std::unique_ptr<Device> pjrt_device(DeviceRunSettings settings) {
  return std::make_unique<PjrtDevice>(std::move(settings));
}

}  // namespace motley::tensor
