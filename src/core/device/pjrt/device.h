// One device of a plugin: its memory, and the programs that run on it.
//
//   const auto device = Device::open({"cuda", 0}, open_plugin("cuda", ""));
//   const Executable& program = *device->compile(stablehlo_text).program;
//   const Buffer x = device->upload(bytes, BufferType::kF32, {4, 4});
//   Executable::Run run = program.run(arguments);                // started, not done
//   run.outputs[0].download(out, 2).wait("reading", 60);
//
// Donated arguments (tf.aliasing_output) are invalid after a run: their memory becomes that of the
// result. Buffers and programs keep their device alive.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/device/pjrt/event.h"
#include "core/device/pjrt/find_plugin.h"
#include "core/device/pjrt/plugin.h"

namespace motley::core::pjrt {

class Device;

// The environment variable, also used by JAX, for the fraction of a GPU's memory that may be used.
inline constexpr const char* kMemoryFraction = "XLA_CLIENT_MEM_FRACTION";

class Buffer {
 public:
  Buffer() = default;
  Buffer(std::shared_ptr<const Device> device, RawBuffer* buffer);
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  ~Buffer();

  explicit operator bool() const { return buffer_ != nullptr; }
  RawBuffer* raw() const { return buffer_; }

  // Row-major, into memory that must stay valid until the Event is done.
  Event download(std::span<std::byte> out, size_t num_dims) const;
  // Its address in device memory, if the plugin provides it.
  std::optional<uintptr_t> pointer() const;

 private:
  std::shared_ptr<const Device> device_;
  RawBuffer* buffer_ = nullptr;
};

// Device memory used by a program.
struct ProgramMemory {
  int64_t code_bytes = 0, argument_bytes = 0, result_bytes = 0;
  int64_t aliased_bytes = 0;    // of the results, in donated arguments' memory
  int64_t temporary_bytes = 0;  // while it runs

  int64_t peak_bytes() const {
    return code_bytes + argument_bytes + result_bytes - aliased_bytes + temporary_bytes;
  }
};

class Executable {
 public:
  Executable(std::shared_ptr<const Device> device,
             RawLoadedExecutable* executable);  // takes ownership
  Executable(Executable&& other) noexcept;
  Executable& operator=(Executable&& other) noexcept;
  ~Executable();

  struct Run {
    std::vector<Buffer> outputs;
    Event done;
  };
  Run run(std::span<const Buffer* const> arguments) const;

  size_t num_outputs() const { return num_outputs_; }
  std::optional<ProgramMemory> memory() const;    // if the plugin provides it
  std::optional<std::string> serialized() const;  // likewise: the input of Device::load

 private:
  Executable(std::shared_ptr<const Device> device, RawLoadedExecutable* executable,
             size_t num_outputs);

  std::shared_ptr<const Device> device_;
  RawLoadedExecutable* executable_ = nullptr;
  size_t num_outputs_ = 0;
};

// A program, or why there is none: plugins need not support every op.
struct Compilation {
  std::optional<Executable> program;
  CallError error;
};

struct DeviceMemory {
  int64_t used_bytes = 0;
  std::optional<int64_t> peak_bytes, limit_bytes;
};

class Device : public std::enable_shared_from_this<Device> {
 public:
  // Throws a UserError if the plugin has no such device.
  static std::shared_ptr<const Device> open(const DeviceName& name,
                                            std::shared_ptr<const Plugin> plugin);
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  ~Device();

  const Plugin& plugin() const { return *plugin_; }
  std::shared_ptr<const Plugin> shared_plugin() const { return plugin_; }
  const DeviceName& name() const { return name_; }
  const std::string& kind() const { return kind_; }  // "NVIDIA H200"
  const std::string& platform_version() const { return version_; }

  Compilation compile(const std::string& text) const;
  // The result of serialized() of the same plugin; nullopt if the plugin rejects it.
  std::optional<Executable> load(const std::string& serialized) const;

  // Copies row-major bytes to the device. With `done`, they may be read after the call until that
  // is done.
  Buffer upload(std::span<const std::byte> bytes, BufferType type, std::span<const int64_t> dims,
                Event* done = nullptr) const;

  std::optional<DeviceMemory> memory() const;  // if the plugin provides it
  bool takes_part_of_memory() const;           // whether kMemoryFraction is set

  // Used by Pinned, below.
  bool pin(std::span<std::byte> memory) const;  // false if not supported
  void unpin(std::span<std::byte> memory) const;

  RawDevice* raw() const { return device_; }

 private:
  Device(DeviceName name, std::shared_ptr<const Plugin> plugin);

  RawClient* client_of_all() const;
  RawClient* client_of_one() const;  // that sees only this device
  std::string text_of_version() const;
  std::string text_of_kind();  // and its number

  DeviceName name_;
  std::shared_ptr<const Plugin> plugin_;
  RawClient* client_ = nullptr;
  RawDevice* device_ = nullptr;
  int id_ = 0;
  std::string kind_, version_;
};

// Pins host memory, which makes copies between it and the device fast: no staging copy is needed.
// Has no effect if the plugin does not support it.
class Pinned {
 public:
  Pinned() = default;
  Pinned(std::shared_ptr<const Device> device, std::span<std::byte> memory);
  Pinned(Pinned&& other) noexcept;
  Pinned& operator=(Pinned&& other) noexcept;
  ~Pinned();

 private:
  std::shared_ptr<const Device> device_;  // null: nothing is pinned
  std::span<std::byte> memory_;
};

}  // namespace motley::core::pjrt
