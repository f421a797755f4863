// The C interface of PJRT plugins, as far as we call it: the slots of a plugin's function table,
// and the memory layout of the functions' arguments. These are facts of the interface; the names
// are ours. scripts/check_pjrt compares all of it with the public header.
//
//   extern "C" const Api* GetPjrtApi();           the one symbol of a plugin
//   api->functions[int(Slot::kClientCreate)]      takes a ClientCreate*, returns an Error* or null
//
// Every struct begins with its size, from which each side knows which fields the other one has.
// Ours end in zeros, so that a newer plugin finds the fields that we do not know empty, or has
// space to write them; an older one reads less. Functions are only ever added at the table's end,
// whose size gives their number. (This holds from minor version 57 on, which had moved some.)
#pragma once

#include <cstddef>
#include <cstdint>

namespace motley::core::pjrt {

inline constexpr int kMajorVersion = 0;
inline constexpr int kOldestMinorVersion = 57;

// Opaque types.
struct Error;
struct RawClient;
struct RawDevice;
struct RawDeviceDescription;
struct RawMemory;
struct RawBuffer;
struct RawEvent;
struct RawExecutable;        // the compiled program
struct RawLoadedExecutable;  // the program loaded onto devices
struct RawSerialized;

enum class Slot : int {
  kErrorDestroy = 0,
  kErrorMessage = 1,
  kErrorCode = 2,
  kPluginInitialize = 3,
  kEventDestroy = 5,
  kEventIsReady = 6,
  kEventError = 7,
  kEventOnReady = 9,
  kClientCreate = 10,
  kClientDestroy = 11,
  kPlatformName = 12,
  kPlatformVersion = 14,
  kAddressableDevices = 16,
  kCompile = 20,
  kBufferFromHost = 22,
  kDescriptionId = 23,
  kDescriptionKind = 26,
  kDeviceDescription = 29,
  kDeviceMemoryStats = 34,
  kExecutableDestroy = 40,
  kExecutableNumOutputs = 44,
  kExecutableSerialize = 49,
  kLoadedDestroy = 50,
  kLoadedExecutable = 51,
  kExecute = 55,
  kDeserializeAndLoad = 56,
  kBufferDestroy = 58,
  kBufferToHost = 70,
  kBufferPointer = 73,
  kCompiledMemoryStats = 96,
  kDmaMap = 110,
  kDmaUnmap = 111,
};
inline constexpr int kNumSlots = 112;

// The head of each struct.
struct Head {
  size_t struct_size = 0;
  void* extensions = nullptr;
};
// The tail of each of our structs.
struct Reserve {
  int64_t zeros[16] = {};
};

struct ApiVersion {
  Head head;
  int major = 0, minor = 0;
};
struct Api {
  Head head;
  ApiVersion version;
  void* functions[kNumSlots];  // their number follows from struct_size
};

// The numbers of the element types.
enum class BufferType : int32_t {
  kInvalid = 0,
  kBool = 1,
  kS8 = 2,
  kS16 = 3,
  kS32 = 4,
  kS64 = 5,
  kU8 = 6,
  kU16 = 7,
  kU32 = 8,
  kU64 = 9,
  kF16 = 10,
  kF32 = 11,
  kF64 = 12,
  kBF16 = 13,
};

enum class ErrorCode : int32_t {
  kOk = 0,
  kCancelled = 1,
  kUnknown = 2,
  kInvalidArgument = 3,
  kDeadlineExceeded = 4,
  kNotFound = 5,
  kAlreadyExists = 6,
  kPermissionDenied = 7,
  kResourceExhausted = 8,
  kFailedPrecondition = 9,
  kAborted = 10,
  kOutOfRange = 11,
  kUnimplemented = 12,
  kInternal = 13,
  kUnavailable = 14,
  kDataLoss = 15,
  kUnauthenticated = 16,
};

// --- Arguments, by function. "out" is what the plugin fills in. -------------------------------

struct ErrorDestroy {
  Head head;
  static constexpr Slot slot = Slot::kErrorDestroy;
  Error* error = nullptr;
  Reserve reserve;
};
struct ErrorMessage {
  Head head;
  static constexpr Slot slot = Slot::kErrorMessage;
  const Error* error = nullptr;
  const char* message = nullptr;  // out, valid for the error's lifetime
  size_t message_size = 0;        // out
  Reserve reserve;
};
struct ErrorGetCode {
  Head head;
  static constexpr Slot slot = Slot::kErrorCode;
  const Error* error = nullptr;
  ErrorCode code = ErrorCode::kOk;  // out
  Reserve reserve;
};

struct PluginInitialize {
  Head head;
  static constexpr Slot slot = Slot::kPluginInitialize;
  Reserve reserve;
};

struct EventDestroy {
  Head head;
  static constexpr Slot slot = Slot::kEventDestroy;
  RawEvent* event = nullptr;
  Reserve reserve;
};
struct EventIsReady {
  Head head;
  static constexpr Slot slot = Slot::kEventIsReady;
  RawEvent* event = nullptr;
  bool is_ready = false;  // out
  Reserve reserve;
};
struct EventError {  // of a ready event
  Head head;
  static constexpr Slot slot = Slot::kEventError;
  RawEvent* event = nullptr;
  Reserve reserve;
};
struct EventOnReady {
  Head head;
  static constexpr Slot slot = Slot::kEventOnReady;
  RawEvent* event = nullptr;
  void (*callback)(Error* error, void* user) = nullptr;  // must destroy the error
  void* user = nullptr;
  Reserve reserve;
};

enum class NamedValueType : int32_t {
  kString = 0,
  kInt64 = 1,
  kInt64List = 2,
  kFloat = 3,
  kBool = 4
};
struct NamedValue {
  Head head;
  const char* name = nullptr;
  size_t name_size = 0;
  NamedValueType type = NamedValueType::kString;
  union {
    const char* text = nullptr;
    int64_t integer;
    const int64_t* integers;
    float number;
    bool yes;
  };
  size_t value_size = 1;  // of strings and lists
};

struct ClientCreate {
  Head head;
  static constexpr Slot slot = Slot::kClientCreate;
  const NamedValue* options = nullptr;
  size_t num_options = 0;
  // A key-value store shared by the processes of one client: we have one client per process.
  void *kv_get = nullptr, *kv_get_user = nullptr, *kv_put = nullptr, *kv_put_user = nullptr;
  RawClient* client = nullptr;  // out
  Reserve reserve;
};
struct ClientDestroy {
  Head head;
  static constexpr Slot slot = Slot::kClientDestroy;
  RawClient* client = nullptr;
  Reserve reserve;
};
struct PlatformName {
  Head head;
  static constexpr Slot slot = Slot::kPlatformName;
  RawClient* client = nullptr;
  const char* text = nullptr;  // out, valid for the client's lifetime
  size_t size = 0;             // out
  Reserve reserve;
};
struct PlatformVersion {
  Head head;
  static constexpr Slot slot = Slot::kPlatformVersion;
  RawClient* client = nullptr;
  const char* text = nullptr;  // out, valid for the client's lifetime
  size_t size = 0;             // out
  Reserve reserve;
};
struct AddressableDevices {
  Head head;
  static constexpr Slot slot = Slot::kAddressableDevices;
  RawClient* client = nullptr;
  RawDevice* const* devices = nullptr;  // out
  size_t num_devices = 0;               // out
  Reserve reserve;
};
struct DmaMap {
  Head head;
  static constexpr Slot slot = Slot::kDmaMap;
  RawClient* client = nullptr;
  void* data = nullptr;
  size_t size = 0;
  Reserve reserve;
};
struct DmaUnmap {
  Head head;
  static constexpr Slot slot = Slot::kDmaUnmap;
  RawClient* client = nullptr;
  void* data = nullptr;
  Reserve reserve;
};

struct DeviceDescription {
  Head head;
  static constexpr Slot slot = Slot::kDeviceDescription;
  RawDevice* device = nullptr;
  RawDeviceDescription* description = nullptr;  // out
  Reserve reserve;
};
struct DescriptionId {
  Head head;
  static constexpr Slot slot = Slot::kDescriptionId;
  RawDeviceDescription* description = nullptr;
  int id = 0;  // out
  Reserve reserve;
};
struct DescriptionKind {
  Head head;
  static constexpr Slot slot = Slot::kDescriptionKind;
  RawDeviceDescription* description = nullptr;
  const char* text = nullptr;  // out, valid for the device's lifetime
  size_t size = 0;             // out
  Reserve reserve;
};
struct OptionalBytes {
  int64_t bytes = 0;
  bool is_set = false;
};
struct DeviceMemoryStats {
  Head head;
  static constexpr Slot slot = Slot::kDeviceMemoryStats;
  RawDevice* device = nullptr;
  int64_t bytes_in_use = 0;  // out, like all below
  OptionalBytes peak_bytes_in_use, num_allocs, largest_alloc, bytes_limit;
  OptionalBytes reserved, peak_reserved, reservable_limit, largest_free, pool, peak_pool;
  Reserve reserve;
};

struct ProgramText {
  Head head;
  const char* code = nullptr;
  size_t code_size = 0;
  const char* format = nullptr;
  size_t format_size = 0;
  Reserve reserve;
};
struct Compile {
  Head head;
  static constexpr Slot slot = Slot::kCompile;
  RawClient* client = nullptr;
  const ProgramText* program = nullptr;
  const char* options = nullptr;  // a CompileOptionsProto (compile_options.h)
  size_t options_size = 0;
  RawLoadedExecutable* executable = nullptr;  // out
  Reserve reserve;
};
struct LoadedDestroy {
  Head head;
  static constexpr Slot slot = Slot::kLoadedDestroy;
  RawLoadedExecutable* executable = nullptr;
  Reserve reserve;
};
struct LoadedExecutable {
  Head head;
  static constexpr Slot slot = Slot::kLoadedExecutable;
  RawLoadedExecutable* loaded = nullptr;
  RawExecutable* executable = nullptr;  // out
  Reserve reserve;
};
struct ExecutableDestroy {
  Head head;
  static constexpr Slot slot = Slot::kExecutableDestroy;
  RawExecutable* executable = nullptr;
  Reserve reserve;
};
struct ExecutableNumOutputs {
  Head head;
  static constexpr Slot slot = Slot::kExecutableNumOutputs;
  RawExecutable* executable = nullptr;
  size_t num_outputs = 0;  // out
  Reserve reserve;
};
struct CompiledMemoryStats {
  Head head;
  static constexpr Slot slot = Slot::kCompiledMemoryStats;
  RawExecutable* executable = nullptr;
  int64_t code = 0, arguments = 0, outputs = 0, aliased = 0, temporary = 0;  // out: device memory
  int64_t host[5] = {};
  Reserve reserve;
};
struct ExecutableSerialize {
  Head head;
  static constexpr Slot slot = Slot::kExecutableSerialize;
  const RawExecutable* executable = nullptr;
  const char* bytes = nullptr;                // out, valid for the lifetime of `behind`
  size_t size = 0;                            // out
  RawSerialized* behind = nullptr;            // out
  void (*destroy)(RawSerialized*) = nullptr;  // out: call it on `behind`, once
  Reserve reserve;
};
struct DeserializeAndLoad {
  Head head;
  static constexpr Slot slot = Slot::kDeserializeAndLoad;
  RawClient* client = nullptr;
  const char* bytes = nullptr;
  size_t size = 0;
  RawLoadedExecutable* loaded = nullptr;  // out
  Reserve reserve;                        // includes an override of the compile options: none
};

struct ExecuteOptions {
  Head head;
  void *send_callbacks = nullptr, *receive_callbacks = nullptr;
  size_t num_sends = 0, num_receives = 0;
  int launch_id = 0;
  const int64_t* not_donated = nullptr;  // arguments to preserve even if the program donates them
  size_t num_not_donated = 0;
  Reserve reserve;
};
struct Execute {
  Head head;
  static constexpr Slot slot = Slot::kExecute;
  RawLoadedExecutable* executable = nullptr;
  ExecuteOptions* options = nullptr;
  RawBuffer* const* const* arguments = nullptr;  // by device, by argument
  size_t num_devices = 0, num_arguments = 0;
  RawBuffer** const* outputs = nullptr;  // out, likewise, in arrays of the caller
  RawEvent** done = nullptr;             // out, by device, likewise
  RawDevice* device = nullptr;
  Reserve reserve;
};

enum class HostBuffer : int32_t {
  kReadDuringCall = 0,
  kReadUntilDone = 1,  // the memory may change once `done` is ready
};
struct BufferFromHost {
  Head head;
  static constexpr Slot slot = Slot::kBufferFromHost;
  RawClient* client = nullptr;
  const void* data = nullptr;
  BufferType type = BufferType::kInvalid;
  const int64_t* dims = nullptr;
  size_t num_dims = 0;
  const int64_t* byte_strides = nullptr;  // null: row-major
  size_t num_byte_strides = 0;
  HostBuffer semantics = HostBuffer::kReadDuringCall;
  RawDevice* device = nullptr;
  RawMemory* memory = nullptr;
  void* layout = nullptr;       // null: row-major
  RawEvent* done = nullptr;     // out
  RawBuffer* buffer = nullptr;  // out
  Reserve reserve;
};
struct BufferDestroy {
  Head head;
  static constexpr Slot slot = Slot::kBufferDestroy;
  RawBuffer* buffer = nullptr;
  Reserve reserve;
};

// The layout of a host copy: row-major is minor_to_major = {n - 1, ..., 0}, without tiles.
struct TiledLayout {
  Head head;
  const int64_t* minor_to_major = nullptr;
  size_t num_dims = 0;
  const int64_t* tile_dims = nullptr;
  const size_t* tile_sizes = nullptr;
  size_t num_tiles = 0;
};
struct HostLayout {
  Head head;
  TiledLayout tiled;
  int32_t kind = 0;  // tiled
};
struct BufferToHost {
  Head head;
  static constexpr Slot slot = Slot::kBufferToHost;
  RawBuffer* buffer = nullptr;
  HostLayout* layout = nullptr;
  void* data = nullptr;
  size_t size = 0;
  RawEvent* done = nullptr;  // out
  Reserve reserve;
};
struct BufferPointer {
  Head head;
  static constexpr Slot slot = Slot::kBufferPointer;
  RawBuffer* buffer = nullptr;
  uintptr_t pointer = 0;  // out
  Reserve reserve;
};

// What one who has not our header would get.
static_assert(sizeof(Head) == 16 && offsetof(Api, functions) == 16 + 24);
static_assert(offsetof(ClientCreate, client) == 64 && offsetof(NamedValue, value_size) == 48);
static_assert(offsetof(BufferFromHost, buffer) == 112 && offsetof(Execute, device) == 72);
static_assert(offsetof(ExecuteOptions, not_donated) == 56 && offsetof(BufferToHost, done) == 48);
static_assert(offsetof(DeviceMemoryStats, bytes_limit) == 80);
static_assert(offsetof(CompiledMemoryStats, temporary) == 56);

}  // namespace motley::core::pjrt
