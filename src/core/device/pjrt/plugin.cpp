#include "core/device/pjrt/plugin.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "core/base/error.h"

namespace motley::core::pjrt {
namespace {

constexpr size_t kLongestMessage = 2000;

// Plugins' messages may have many lines; ours have one.
std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool is_space = static_cast<unsigned char>(c) <= ' ';
    if (is_space && (line.empty() || line.back() == ' ')) continue;
    line += is_space ? ' ' : c;
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  if (line.size() > kLongestMessage) line = line.substr(0, kLongestMessage) + " ...";
  return line;
}

// The number of functions in a table of this size.
int num_functions(const Api& api) {
  const size_t bytes = api.head.struct_size;
  return static_cast<int>((bytes - offsetof(Api, functions)) / sizeof(void*));
}

}  // namespace

std::string_view name(Slot slot) {
  switch (slot) {
    case Slot::kErrorDestroy:
      return "PJRT_Error_Destroy";
    case Slot::kErrorMessage:
      return "PJRT_Error_Message";
    case Slot::kErrorCode:
      return "PJRT_Error_GetCode";
    case Slot::kPluginInitialize:
      return "PJRT_Plugin_Initialize";
    case Slot::kEventDestroy:
      return "PJRT_Event_Destroy";
    case Slot::kEventIsReady:
      return "PJRT_Event_IsReady";
    case Slot::kEventError:
      return "PJRT_Event_Error";
    case Slot::kEventOnReady:
      return "PJRT_Event_OnReady";
    case Slot::kClientCreate:
      return "PJRT_Client_Create";
    case Slot::kClientDestroy:
      return "PJRT_Client_Destroy";
    case Slot::kPlatformName:
      return "PJRT_Client_PlatformName";
    case Slot::kPlatformVersion:
      return "PJRT_Client_PlatformVersion";
    case Slot::kAddressableDevices:
      return "PJRT_Client_AddressableDevices";
    case Slot::kCompile:
      return "PJRT_Client_Compile";
    case Slot::kBufferFromHost:
      return "PJRT_Client_BufferFromHostBuffer";
    case Slot::kDescriptionId:
      return "PJRT_DeviceDescription_Id";
    case Slot::kDescriptionKind:
      return "PJRT_DeviceDescription_Kind";
    case Slot::kDeviceDescription:
      return "PJRT_Device_GetDescription";
    case Slot::kDeviceMemoryStats:
      return "PJRT_Device_MemoryStats";
    case Slot::kExecutableDestroy:
      return "PJRT_Executable_Destroy";
    case Slot::kExecutableNumOutputs:
      return "PJRT_Executable_NumOutputs";
    case Slot::kExecutableSerialize:
      return "PJRT_Executable_Serialize";
    case Slot::kLoadedDestroy:
      return "PJRT_LoadedExecutable_Destroy";
    case Slot::kLoadedExecutable:
      return "PJRT_LoadedExecutable_GetExecutable";
    case Slot::kExecute:
      return "PJRT_LoadedExecutable_Execute";
    case Slot::kDeserializeAndLoad:
      return "PJRT_Executable_DeserializeAndLoad";
    case Slot::kBufferDestroy:
      return "PJRT_Buffer_Destroy";
    case Slot::kBufferToHost:
      return "PJRT_Buffer_ToHostBuffer";
    case Slot::kBufferPointer:
      return "PJRT_Buffer_UnsafePointer";
    case Slot::kCompiledMemoryStats:
      return "PJRT_Executable_GetCompiledMemoryStats";
    case Slot::kDmaMap:
      return "PJRT_Client_DmaMap";
    case Slot::kDmaUnmap:
      return "PJRT_Client_DmaUnmap";
  }
  return "a PJRT function";
}

std::string_view name(ErrorCode code) {
  constexpr std::string_view kNames[] = {"OK",
                                         "CANCELLED",
                                         "UNKNOWN",
                                         "INVALID_ARGUMENT",
                                         "DEADLINE_EXCEEDED",
                                         "NOT_FOUND",
                                         "ALREADY_EXISTS",
                                         "PERMISSION_DENIED",
                                         "RESOURCE_EXHAUSTED",
                                         "FAILED_PRECONDITION",
                                         "ABORTED",
                                         "OUT_OF_RANGE",
                                         "UNIMPLEMENTED",
                                         "INTERNAL",
                                         "UNAVAILABLE",
                                         "DATA_LOSS",
                                         "UNAUTHENTICATED"};
  const auto index = static_cast<size_t>(code);
  return index < std::size(kNames) ? kNames[index] : "UNKNOWN";
}

std::string CallError::to_string() const { return fmt::format("{} ({})", message, name(code)); }

std::string Plugin::version() const {
  return fmt::format("{}.{}", api_->version.major, api_->version.minor);
}

bool Plugin::offers(Slot slot) const {
  const int index = static_cast<int>(slot);
  return index < num_functions(*api_) && api_->functions[index] != nullptr;
}

CallError Plugin::take(Error* error) const {
  // These cannot fail, and two of them return nothing.
  ErrorMessage message{.error = error};
  message.head = {sizeof(message), nullptr};
  reinterpret_cast<void (*)(void*)>(api_->functions[static_cast<int>(Slot::kErrorMessage)])(
      &message);
  ErrorGetCode code{.error = error, .code = ErrorCode::kUnknown};
  code.head = {sizeof(code), nullptr};
  reinterpret_cast<Error* (*)(void*)>(api_->functions[static_cast<int>(Slot::kErrorCode)])(&code);
  CallError result{code.code, one_line({message.message, message.message_size})};
  ErrorDestroy destroy{.error = error};
  destroy.head = {sizeof(destroy), nullptr};
  reinterpret_cast<void (*)(void*)>(api_->functions[static_cast<int>(Slot::kErrorDestroy)])(
      &destroy);
  return result;
}

std::optional<CallError> Plugin::call_slot(Slot slot, void* arguments) const {
  if (!offers(slot)) {
    return CallError{
        ErrorCode::kUnimplemented,
        fmt::format("the plugin, of interface version {}, lacks this function", version())};
  }
  const auto function =
      reinterpret_cast<Error* (*)(void*)>(api_->functions[static_cast<int>(slot)]);
  Error* error = function(arguments);
  if (!error) return std::nullopt;
  return take(error);
}

void Plugin::throw_failure(Slot slot, const CallError& failure) const {
  throw UserError({file_}, fmt::format("{} failed: {}", name(slot), failure.to_string()));
}

std::shared_ptr<const Plugin> load_plugin(const std::string& file) {
  // The loader would wait for a pipe. A name without a slash is looked for in its own folders.
  struct stat status;
  if (::stat(file.c_str(), &status) == 0 && S_ISFIFO(status.st_mode)) {
    throw UserError({file}, "is not a PJRT plugin: it is a pipe");
  }
  void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    throw UserError(fmt::format("the plugin cannot be loaded: {}", one_line(::dlerror())));
  }
  const auto get_api = reinterpret_cast<const Api* (*)()>(::dlsym(library, "GetPjrtApi"));
  if (!get_api) {
    throw UserError({file}, "is not a PJRT plugin: it has no function GetPjrtApi");
  }
  const Api* api = get_api();
  if (!api || api->head.struct_size < offsetof(Api, functions)) {
    throw UserError({file}, "is not a usable PJRT plugin: it reports no version");
  }
  auto plugin = std::make_shared<const Plugin>(file, api);
  if (api->version.major != kMajorVersion || api->version.minor < kOldestMinorVersion) {
    throw UserError(
        {file}, fmt::format("has version {} of the PJRT interface; {}.{} or a later {}.x is "
                            "needed: update {}",
                            plugin->version(), kMajorVersion, kOldestMinorVersion, kMajorVersion,
                            api->version.major > kMajorVersion ? "Motley" : "the plugin"));
  }
  if (num_functions(*api) <= static_cast<int>(Slot::kBufferPointer)) {
    throw UserError({file}, "is not a usable PJRT plugin: its table of functions is short");
  }
  // Without these, errors of the others cannot be reported.
  for (const Slot slot : {Slot::kErrorDestroy, Slot::kErrorMessage, Slot::kErrorCode}) {
    if (!plugin->offers(slot)) {
      throw UserError({file}, fmt::format("is not a usable PJRT plugin: it has no {}", name(slot)));
    }
  }
  PluginInitialize initialize;
  plugin->call(initialize);
  return plugin;
}

}  // namespace motley::core::pjrt
