#include "core/device/pjrt/device.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "core/device/pjrt/compile_options.h"

namespace motley::core::pjrt {
namespace {

// Clients of these platforms claim all devices of a host, and most of their memory, by default.
bool takes_all_devices(const std::string& platform) {
  return platform == "cuda" || platform == "rocm";
}

NamedValue option(std::string_view name, NamedValueType type) {
  NamedValue option{.name = name.data(), .name_size = name.size(), .type = type};
  option.head.struct_size = sizeof(option);
  return option;
}

// As in JAX. By default memory is allocated on demand, which leaves the rest to other programs;
// preallocation is contiguous, which helps when memory is nearly full.
bool takes_memory_at_once() {
  const char* value = std::getenv("XLA_PYTHON_CLIENT_PREALLOCATE");
  return value && (std::string_view(value) == "true" || std::string_view(value) == "1");
}

// Likewise: the fraction of a device's memory that may be used. nullopt: the plugin's default,
// three quarters on NVIDIA's.
std::optional<float> memory_fraction() {
  const char* value = std::getenv(kMemoryFraction);
  if (!value || !*value) return std::nullopt;
  const std::string_view text = value;
  float fraction = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), fraction);
  const bool is_number = error == std::errc() && stop == text.data() + text.size();
  if (!is_number || !(fraction > 0 && fraction <= 1)) {
    throw UserError(
        fmt::format("{} is `{}`: a number between 0 and 1 is the part of the "
                    "device's memory that may be used",
                    kMemoryFraction, text));
  }
  return fraction;
}

}  // namespace

std::shared_ptr<const Device> Device::open(const DeviceName& name,
                                           std::shared_ptr<const Plugin> plugin) {
  return std::shared_ptr<const Device>(new Device(name, std::move(plugin)));
}

Device::Device(DeviceName name, std::shared_ptr<const Plugin> plugin)
    : name_(std::move(name)), plugin_(std::move(plugin)) {
  const bool is_alone = takes_all_devices(name_.platform);
  client_ = is_alone ? client_of_one() : client_of_all();
  try {
    AddressableDevices devices{.client = client_};
    plugin_->call(devices);
    const auto index = static_cast<size_t>(is_alone ? 0 : name_.index);
    if (index >= devices.num_devices) {
      throw UserError({plugin_->file()}, fmt::format("has no device {}: it has {} of them",
                                                     name_.to_string(), devices.num_devices));
    }
    device_ = devices.devices[index];
    kind_ = text_of_kind();
    version_ = text_of_version();
  } catch (...) {
    plugin_->release(ClientDestroy{.client = client_});
    throw;
  }
}

RawClient* Device::client_of_all() const {
  ClientCreate create;
  plugin_->call(create);
  return create.client;
}

RawClient* Device::client_of_one() const {
  const int64_t visible = name_.index;
  std::vector<NamedValue> options = {option("visible_devices", NamedValueType::kInt64List),
                                     option("preallocate", NamedValueType::kBool)};
  options[0].integers = &visible;
  options[1].yes = takes_memory_at_once();
  if (const std::optional<float> fraction = memory_fraction()) {
    options.push_back(option("memory_fraction", NamedValueType::kFloat));
    options.back().number = *fraction;
  }
  ClientCreate create{.options = options.data(), .num_options = options.size()};
  if (const auto failed = plugin_->try_call(create)) {
    // The plugins' message for a number that is too large does not name it.
    throw UserError({plugin_->file()},
                    fmt::format("{} cannot be opened: {}{}", name_.to_string(), failed->to_string(),
                                name_.index > 0 ? "; is there such a device?" : ""));
  }
  return create.client;
}

Device::~Device() { plugin_->release(ClientDestroy{.client = client_}); }

std::string Device::text_of_version() const {
  PlatformName name{.client = client_};
  plugin_->call(name);
  PlatformVersion version{.client = client_};
  plugin_->call(version);
  return fmt::format("{} {}", std::string_view(name.text, name.size),
                     std::string_view(version.text, version.size));
}

std::string Device::text_of_kind() {
  DeviceDescription description{.device = device_};
  plugin_->call(description);
  DescriptionKind kind{.description = description.description};
  plugin_->call(kind);
  DescriptionId id{.description = description.description};
  plugin_->call(id);
  id_ = id.id;
  return {kind.text, kind.size};
}

Compilation Device::compile(const std::string& text) const {
  constexpr std::string_view kFormat = "mlir";
  ProgramText program{.code = text.data(),
                      .code_size = text.size(),
                      .format = kFormat.data(),
                      .format_size = kFormat.size()};
  program.head.struct_size = sizeof(program);
  const std::string options = compile_options(id_);
  Compile arguments{.client = client_,
                    .program = &program,
                    .options = options.data(),
                    .options_size = options.size()};
  if (auto failed = plugin_->try_call(arguments)) return {std::nullopt, std::move(*failed)};
  return {Executable(shared_from_this(), arguments.executable), {}};
}

std::optional<Executable> Device::load(const std::string& serialized) const {
  DeserializeAndLoad arguments{
      .client = client_, .bytes = serialized.data(), .size = serialized.size()};
  if (plugin_->try_call(arguments)) return std::nullopt;
  return Executable(shared_from_this(), arguments.loaded);
}

Buffer Device::upload(std::span<const std::byte> bytes, BufferType type,
                      std::span<const int64_t> dims, Event* done) const {
  BufferFromHost arguments{
      .client = client_,
      .data = bytes.data(),
      .type = type,
      .dims = dims.data(),
      .num_dims = dims.size(),
      .semantics = done ? HostBuffer::kReadUntilDone : HostBuffer::kReadDuringCall,
      .device = device_};
  plugin_->call(arguments);
  Event read(plugin_, arguments.done);
  if (done) *done = std::move(read);
  return {shared_from_this(), arguments.buffer};
}

std::optional<DeviceMemory> Device::memory() const {
  DeviceMemoryStats stats{.device = device_};
  if (plugin_->try_call(stats)) return std::nullopt;
  DeviceMemory memory{.used_bytes = stats.bytes_in_use, .peak_bytes = {}, .limit_bytes = {}};
  if (stats.peak_bytes_in_use.is_set) memory.peak_bytes = stats.peak_bytes_in_use.bytes;
  if (stats.bytes_limit.is_set) memory.limit_bytes = stats.bytes_limit.bytes;
  return memory;
}

bool Device::takes_part_of_memory() const { return takes_all_devices(name_.platform); }

bool Device::pin(std::span<std::byte> memory) const {
  DmaMap arguments{.client = client_, .data = memory.data(), .size = memory.size()};
  return !plugin_->try_call(arguments);
}

void Device::unpin(std::span<std::byte> memory) const {
  plugin_->release(DmaUnmap{.client = client_, .data = memory.data()});
}

// Whole pages are pinned: small buffers share theirs with others.
constexpr size_t kLeastPinned = 1 << 20;

Pinned::Pinned(std::shared_ptr<const Device> device, std::span<std::byte> memory)
    : memory_(memory) {
  if (memory.size() >= kLeastPinned && device->pin(memory)) device_ = std::move(device);
}

Pinned::Pinned(Pinned&& other) noexcept
    : device_(std::move(other.device_)), memory_(other.memory_) {}

Pinned& Pinned::operator=(Pinned&& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(memory_, other.memory_);
  return *this;
}

Pinned::~Pinned() {
  if (device_) device_->unpin(memory_);
}

// --- Buffer ------------------------------------------------------------------------------------

Buffer::Buffer(std::shared_ptr<const Device> device, RawBuffer* buffer)
    : device_(std::move(device)), buffer_(buffer) {}

Buffer::Buffer(Buffer&& other) noexcept
    : device_(std::move(other.device_)), buffer_(std::exchange(other.buffer_, nullptr)) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(buffer_, other.buffer_);
  return *this;
}

Buffer::~Buffer() {
  if (buffer_) device_->plugin().release(BufferDestroy{.buffer = buffer_});
}

Event Buffer::download(std::span<std::byte> out, size_t num_dims) const {
  std::vector<int64_t> minor_to_major(num_dims);
  for (size_t i = 0; i < num_dims; ++i) minor_to_major[i] = static_cast<int64_t>(num_dims - 1 - i);
  HostLayout layout;
  layout.head.struct_size = sizeof(layout);
  layout.tiled.head.struct_size = sizeof(layout.tiled);
  layout.tiled.minor_to_major = minor_to_major.data();
  layout.tiled.num_dims = num_dims;
  BufferToHost arguments{
      .buffer = buffer_, .layout = &layout, .data = out.data(), .size = out.size()};
  device_->plugin().call(arguments);
  return {device_->shared_plugin(), arguments.done};
}

std::optional<uintptr_t> Buffer::pointer() const {
  BufferPointer arguments{.buffer = buffer_};
  if (device_->plugin().try_call(arguments)) return std::nullopt;
  return arguments.pointer;
}

// --- Executable --------------------------------------------------------------------------------

namespace {

// The compiled program behind a loaded one, for the duration of a query.
class Compiled {
 public:
  Compiled(const Plugin& plugin, RawLoadedExecutable* loaded) : plugin_(plugin) {
    LoadedExecutable arguments{.loaded = loaded};
    plugin.call(arguments);
    executable_ = arguments.executable;
  }
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;
  ~Compiled() { plugin_.release(ExecutableDestroy{.executable = executable_}); }
  RawExecutable* raw() const { return executable_; }

 private:
  const Plugin& plugin_;
  RawExecutable* executable_ = nullptr;
};

}  // namespace

Executable::Executable(std::shared_ptr<const Device> device, RawLoadedExecutable* executable,
                       size_t num_outputs)
    : device_(std::move(device)), executable_(executable), num_outputs_(num_outputs) {}

// Through the other overload, so that ownership is released if a query fails.
Executable::Executable(std::shared_ptr<const Device> device, RawLoadedExecutable* executable)
    : Executable(std::move(device), executable, 0) {
  const Compiled compiled(device_->plugin(), executable_);
  ExecutableNumOutputs outputs{.executable = compiled.raw()};
  device_->plugin().call(outputs);
  num_outputs_ = outputs.num_outputs;
}

Executable::Executable(Executable&& other) noexcept
    : device_(std::move(other.device_)),
      executable_(std::exchange(other.executable_, nullptr)),
      num_outputs_(other.num_outputs_) {}

Executable& Executable::operator=(Executable&& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(executable_, other.executable_);
  std::swap(num_outputs_, other.num_outputs_);
  return *this;
}

Executable::~Executable() {
  if (executable_) device_->plugin().release(LoadedDestroy{.executable = executable_});
}

Executable::Run Executable::run(std::span<const Buffer* const> arguments) const {
  std::vector<RawBuffer*> inputs;
  inputs.reserve(arguments.size());
  for (const Buffer* buffer : arguments) inputs.push_back(buffer->raw());
  std::vector<RawBuffer*> outputs(num_outputs_, nullptr);
  RawBuffer* const* input_list = inputs.data();
  RawBuffer** output_list = outputs.data();
  RawEvent* done = nullptr;
  ExecuteOptions options;
  options.head.struct_size = sizeof(options);
  Execute execute{.executable = executable_,
                  .options = &options,
                  .arguments = &input_list,
                  .num_devices = 1,
                  .num_arguments = inputs.size(),
                  .outputs = &output_list,
                  .done = &done};
  device_->plugin().call(execute);
  Run run{.outputs = {}, .done = Event(device_->shared_plugin(), done)};
  run.outputs.reserve(outputs.size());
  for (RawBuffer* output : outputs) run.outputs.emplace_back(device_, output);
  return run;
}

std::optional<ProgramMemory> Executable::memory() const {
  const Compiled compiled(device_->plugin(), executable_);
  CompiledMemoryStats stats{.executable = compiled.raw()};
  if (device_->plugin().try_call(stats)) return std::nullopt;
  return ProgramMemory{.code_bytes = stats.code,
                       .argument_bytes = stats.arguments,
                       .result_bytes = stats.outputs,
                       .aliased_bytes = stats.aliased,
                       .temporary_bytes = stats.temporary};
}

std::optional<std::string> Executable::serialized() const {
  const Compiled compiled(device_->plugin(), executable_);
  ExecutableSerialize arguments{.executable = compiled.raw()};
  if (device_->plugin().try_call(arguments)) return std::nullopt;
  std::string bytes(arguments.bytes, arguments.size);
  if (arguments.destroy) arguments.destroy(arguments.behind);
  return bytes;
}

}  // namespace motley::core::pjrt
