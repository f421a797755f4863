// A PJRT plugin for tests: the functions of the interface that Motley calls, on the reference
// interpreter. It is as strict as real ones are where it matters (sizes of structs, given-away
// buffers, memory), runs everything later on another thread, and does wrong what faults.h tells.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <exception>
#include <regex>
#include <thread>
#include <utility>

#include "plugin/faults.h"
#include "plugin/objects.h"
#include "tensor/import/stablehlo_text.h"
#include "tensor/reference/interpreter.h"

namespace motley::core::pjrt {
namespace {

using tensor::ElementType;
using tensor::Literal;
using test_plugin::faults;

Error* failure(ErrorCode code, std::string message) { return new Error{code, std::move(message)}; }

std::shared_ptr<const Error> shared(ErrorCode code, std::string message) {
  return std::make_shared<const Error>(Error{code, std::move(message)});
}

Error* copy_of(const std::shared_ptr<const Error>& error) {
  return error ? new Error(*error) : nullptr;
}

RawEvent* done_event() {
  auto moment = std::make_shared<Moment>();
  moment->finish(nullptr);
  return new RawEvent{moment};
}

constexpr ElementType kElements[] = {
    ElementType::kI1,  ElementType::kI8,  ElementType::kI16, ElementType::kI32, ElementType::kI64,
    ElementType::kU8,  ElementType::kU16, ElementType::kU32, ElementType::kU64, ElementType::kF16,
    ElementType::kF32, ElementType::kF64, ElementType::kBF16};  // from kBool on

// --- Errors and events -----------------------------------------------------------------------

Error* error_destroy(ErrorDestroy* a) {
  delete a->error;
  return nullptr;
}
Error* error_message(ErrorMessage* a) {
  a->message = a->error->message.data();
  a->message_size = a->error->message.size();
  return nullptr;
}
Error* error_code(ErrorGetCode* a) {
  a->code = a->error->code;
  return nullptr;
}
Error* plugin_initialize(PluginInitialize*) { return nullptr; }

Error* event_destroy(EventDestroy* a) {
  delete a->event;
  return nullptr;
}
Error* event_is_ready(EventIsReady* a) {
  a->is_ready = a->event->moment->is_done();
  return nullptr;
}
Error* event_error(EventError* a) { return copy_of(a->event->moment->error()); }
Error* event_on_ready(EventOnReady* a) {
  a->event->moment->then(
      [callback = a->callback, user = a->user](const std::shared_ptr<const Error>& error) {
        callback(copy_of(error), user);
      });
  return nullptr;
}

// --- Client and devices ----------------------------------------------------------------------

const NamedValue* find_option(const ClientCreate& a, std::string_view name) {
  for (size_t i = 0; i < a.num_options; ++i) {
    if (std::string_view(a.options[i].name, a.options[i].name_size) == name) return &a.options[i];
  }
  return nullptr;
}

// All of them, or those that the client is told to see, as NVIDIA's does: numbered anew.
std::vector<int64_t> visible_devices(const ClientCreate& a) {
  if (const NamedValue* told = find_option(a, "visible_devices"))
    return {told->integers, told->integers + told->value_size};
  std::vector<int64_t> visible;
  for (int i = 0; i < faults().num_devices; ++i) visible.push_back(i);
  return visible;
}

Error* client_create(ClientCreate* a) {
  auto client = std::make_unique<RawClient>();
  for (const int64_t i : visible_devices(*a)) {
    if (i >= faults().num_devices)
      return failure(ErrorCode::kInvalidArgument, "no visible device " + std::to_string(i));
    client->devices.push_back(std::make_unique<RawDevice>());
    client->devices.back()->client = client.get();
    const NamedValue* part = find_option(*a, "memory_fraction");
    client->devices.back()->limit_bytes =
        std::llround(static_cast<double>(faults().memory_bytes) * (part ? part->number : 1));
    client->devices.back()->description = {static_cast<int>(client->device_list.size()),
                                           "Interpreter " + std::to_string(i)};
    client->device_list.push_back(client->devices.back().get());
  }
  a->client = client.release();
  return nullptr;
}
// Waits for all that runs, as real ones do.
Error* client_destroy(ClientDestroy* a) {
  while (faults().lost_run > 0 && a->client->num_runs >= faults().lost_run)
    std::this_thread::sleep_for(std::chrono::seconds(1));
  delete a->client;
  return nullptr;
}
template <class Arguments>
Error* give_text(Arguments* a, const char* text) {
  a->text = text;
  a->size = std::strlen(text);
  return nullptr;
}
Error* platform_name(PlatformName* a) { return give_text(a, "test"); }
Error* platform_version(PlatformVersion* a) { return give_text(a, "1"); }
Error* description_kind(DescriptionKind* a) { return give_text(a, a->description->kind.c_str()); }
Error* description_id(DescriptionId* a) {
  a->id = a->description->id;
  return nullptr;
}
Error* addressable_devices(AddressableDevices* a) {
  a->devices = a->client->device_list.data();
  a->num_devices = a->client->device_list.size();
  return nullptr;
}
Error* device_description(DeviceDescription* a) {
  a->description = &a->device->description;
  return nullptr;
}
Error* device_memory_stats(DeviceMemoryStats* a) {
  const std::lock_guard lock(a->device->mutex);
  a->bytes_in_use = a->device->used_bytes;
  a->peak_bytes_in_use = {a->device->peak_bytes, true};
  a->bytes_limit = {a->device->limit_bytes, true};
  return nullptr;
}
Error* dma_map(DmaMap*) { return nullptr; }
Error* dma_unmap(DmaUnmap*) { return nullptr; }

// --- Programs --------------------------------------------------------------------------------

std::shared_ptr<const Compiled> read_program(const std::string& text, const std::string& options) {
  auto compiled = std::make_shared<Compiled>();
  compiled->text = text;
  compiled->options = options;
  compiled->program = tensor::read_stablehlo(text, "-");
  compiled->alias_of_result.assign(compiled->program.body.results.size(), -1);
  const std::regex alias("%arg([0-9]+): [^{%]*\\{tf.aliasing_output = ([0-9]+) : i32\\}");
  const std::string head = text.substr(0, text.find(" -> "));
  for (std::sregex_iterator i(head.begin(), head.end(), alias), end; i != end; ++i)
    compiled->alias_of_result[std::stoi((*i)[2])] = std::stoi((*i)[1]);
  return compiled;
}

// The device that the options name: the last number of field 9's assignment, else the first.
RawDevice* assigned_device(RawClient* client, const std::string& options) {
  const size_t at = options.find("\x4a");
  return client->device_list[at == options.npos ? 0 : static_cast<unsigned char>(options.back())];
}

Error* compile(Compile* a) {
  std::this_thread::sleep_for(std::chrono::duration<double>(faults().slow_compile_seconds));
  const std::string text(a->program->code, a->program->code_size);
  const std::string options(a->options, a->options_size);
  if (std::string_view(a->program->format, a->program->format_size) != "mlir")
    return failure(ErrorCode::kInvalidArgument, "unknown program format");
  if (options.find(std::string("\x20\x01\x28\x01")) == options.npos)
    return failure(ErrorCode::kInvalidArgument, "the options ask for no replica");
  if (faults().num_trials > 0) {
    std::string all = fmt::format("none of {} works:", faults().num_trials);
    for (int i = 0; i < faults().num_trials; ++i)
      all += " FAILED: RESOURCE_EXHAUSTED: no room for 6.15GiB on device 0. [error='']";
    return failure(ErrorCode::kNotFound, all);
  }
  const size_t refused = faults().refused.empty() ? text.npos : text.find(faults().refused);
  if (refused != text.npos) {
    const auto line =
        1 + std::count(text.begin(), text.begin() + static_cast<int64_t>(refused), '\n');
    return failure(ErrorCode::kInvalidArgument,
                   fmt::format("-:{}:5: error: unknown op {}\nsee the op's documentation", line,
                               faults().refused));
  }
  try {
    a->executable = new RawLoadedExecutable{a->client, assigned_device(a->client, options),
                                            read_program(text, options)};
  } catch (const std::exception& error) {
    return failure(ErrorCode::kInvalidArgument, error.what());
  }
  return nullptr;
}
Error* loaded_destroy(LoadedDestroy* a) {
  delete a->executable;
  return nullptr;
}
Error* loaded_executable(LoadedExecutable* a) {
  a->executable = new RawExecutable{a->loaded->compiled};
  return nullptr;
}
Error* executable_destroy(ExecutableDestroy* a) {
  delete a->executable;
  return nullptr;
}
Error* executable_num_outputs(ExecutableNumOutputs* a) {
  a->num_outputs = a->executable->compiled->program.body.results.size();
  return nullptr;
}
Error* compiled_memory_stats(CompiledMemoryStats* a) {
  const Compiled& compiled = *a->executable->compiled;
  const tensor::Program& program = compiled.program;
  for (const auto v : program.body.arguments) a->arguments += program.type(v).num_bytes();
  for (size_t i = 0; i < program.body.results.size(); ++i) {
    const int64_t bytes = program.type(program.body.results[i]).num_bytes();
    a->outputs += bytes;
    if (compiled.alias_of_result[i] >= 0) a->aliased += bytes;
  }
  a->temporary = faults().temporary_bytes;
  return nullptr;
}

constexpr char kMagic[] = "test plugin\n";
Error* serialize(ExecutableSerialize* a) {
  const Compiled& compiled = *a->executable->compiled;
  a->behind = new RawSerialized{
      fmt::format("{}{:3}{}{}", kMagic, compiled.options.size(), compiled.options, compiled.text)};
  a->bytes = a->behind->bytes.data();
  a->size = a->behind->bytes.size();
  a->destroy = [](RawSerialized* behind) { delete behind; };
  return nullptr;
}
Error* deserialize(DeserializeAndLoad* a) {
  const std::string bytes(a->bytes, a->size);
  if (!bytes.starts_with(kMagic)) return failure(ErrorCode::kInvalidArgument, "not one of ours");
  const size_t begin = std::strlen(kMagic) + 3;
  const auto size = static_cast<size_t>(std::stoi(bytes.substr(begin - 3, 3)));
  const std::string options = bytes.substr(begin, size);
  a->loaded = new RawLoadedExecutable{a->client, assigned_device(a->client, options),
                                      read_program(bytes.substr(begin + size), options)};
  return nullptr;
}

// --- Buffers ---------------------------------------------------------------------------------

RawBuffer* new_buffer(RawDevice* device, const tensor::TensorType& type) {
  if (!device->take(type.num_bytes())) return nullptr;
  return new RawBuffer{device, type, std::make_shared<Literal>(), std::make_shared<Moment>()};
}

Error* out_of_memory(int64_t bytes) {
  return failure(ErrorCode::kResourceExhausted,
                 fmt::format("Out of memory trying to allocate {} bytes.", bytes));
}

Error* buffer_from_host(BufferFromHost* a) {
  const auto index = static_cast<size_t>(a->type) - 1;
  if (index >= std::size(kElements)) return failure(ErrorCode::kInvalidArgument, "element type");
  const tensor::TensorType type{kElements[index], {a->dims, a->dims + a->num_dims}};
  a->buffer = new_buffer(a->device, type);
  if (!a->buffer) return out_of_memory(type.num_bytes());
  const std::span bytes(static_cast<const std::byte*>(a->data),
                        static_cast<size_t>(type.num_bytes()));
  if (a->semantics == HostBuffer::kReadDuringCall) {
    *a->buffer->value = Literal::from_bytes(type, bytes);
    a->buffer->ready->finish(nullptr);
    a->done = done_event();
    return nullptr;
  }
  auto read = std::make_shared<Moment>();
  a->done = new RawEvent{read};
  a->device->client->worker.add([=, value = a->buffer->value, ready = a->buffer->ready] {
    std::this_thread::sleep_for(std::chrono::duration<double>(faults().slow_copy_seconds));
    *value = Literal::from_bytes(type, bytes);
    ready->finish(nullptr);
    read->finish(nullptr);
  });
  return nullptr;
}
Error* buffer_destroy(BufferDestroy* a) {
  if (a->buffer && !a->buffer->is_gone) a->buffer->device->give_back(a->buffer->type.num_bytes());
  delete a->buffer;
  return nullptr;
}

bool is_row_major(const HostLayout* layout) {
  for (size_t i = 0; layout && i < layout->tiled.num_dims; ++i) {
    if (layout->tiled.minor_to_major[i] != static_cast<int64_t>(layout->tiled.num_dims - 1 - i))
      return false;
  }
  return true;
}

Error* buffer_to_host(BufferToHost* a) {
  if (a->buffer->is_gone)
    return failure(ErrorCode::kInvalidArgument, "Buffer has been deleted or donated.");
  if (!is_row_major(a->layout) || a->size < static_cast<size_t>(a->buffer->type.num_bytes()))
    return failure(ErrorCode::kInvalidArgument, "wrong layout or size");
  auto read = std::make_shared<Moment>();
  a->done = new RawEvent{read};
  if (faults().null) std::memset(a->data, 0, static_cast<size_t>(a->buffer->type.num_bytes()));
  a->buffer->ready->then(
      [value = a->buffer->value, data = a->data, read](const std::shared_ptr<const Error>& error) {
        if (!error && !faults().null)
          std::ranges::copy(value->bytes(), static_cast<std::byte*>(data));
        read->finish(error);
      });
  return nullptr;
}
Error* buffer_pointer(BufferPointer* a) {
  a->pointer = reinterpret_cast<uintptr_t>(a->buffer->value->data());
  return nullptr;
}

// --- Runs ------------------------------------------------------------------------------------

struct RunOrder {
  std::shared_ptr<const Compiled> compiled;
  std::vector<std::shared_ptr<Literal>> arguments;
  std::vector<std::shared_ptr<Moment>> arguments_ready;
  std::vector<std::shared_ptr<Literal>> results;
  std::vector<std::shared_ptr<Moment>> results_ready;
  std::shared_ptr<Moment> done = std::make_shared<Moment>();
  int64_t number = 0;
};

std::shared_ptr<const Error> carry_out(const RunOrder& order) {
  std::this_thread::sleep_for(std::chrono::duration<double>(faults().slow_seconds));
  if (order.number == faults().fail_run)
    return shared(ErrorCode::kInternal, "the device has fallen off the bus");
  std::vector<Literal> arguments;
  for (size_t i = 0; i < order.arguments.size(); ++i) {
    if (const auto error = order.arguments_ready[i]->error()) return error;
    arguments.push_back(*order.arguments[i]);
  }
  try {
    auto results = tensor::interpret(order.compiled->program, std::move(arguments)).results;
    for (size_t i = 0; i < results.size(); ++i) *order.results[i] = std::move(results[i]);
  } catch (const std::exception& error) {
    return shared(ErrorCode::kInternal, error.what());
  }
  return nullptr;
}

Error* execute(Execute* a) {
  RawLoadedExecutable& loaded = *a->executable;
  const tensor::Program& program = loaded.compiled->program;
  if (a->num_devices != 1 || a->num_arguments != program.body.arguments.size())
    return failure(ErrorCode::kInvalidArgument, "wrong number of devices or arguments");
  auto order = std::make_shared<RunOrder>();
  order->compiled = loaded.compiled;
  order->number = ++loaded.client->num_runs;
  for (size_t i = 0; i < a->num_arguments; ++i) {
    RawBuffer& buffer = *a->arguments[0][i];
    if (buffer.is_gone)
      return failure(ErrorCode::kInvalidArgument, "Buffer has been deleted or donated.");
    if (buffer.device != loaded.device)
      return failure(ErrorCode::kInvalidArgument, fmt::format("argument {} is elsewhere", i));
    if (buffer.type != program.type(program.body.arguments[i]))
      return failure(ErrorCode::kInvalidArgument, fmt::format("argument {} has another type", i));
    order->arguments.push_back(buffer.value);
    order->arguments_ready.push_back(buffer.ready);
  }
  for (size_t i = 0; i < program.body.results.size(); ++i) {
    const tensor::TensorType& type = program.type(program.body.results[i]);
    const int alias = loaded.compiled->alias_of_result[i];
    if (alias >= 0) {
      a->arguments[0][alias]->is_gone = true;
      loaded.device->give_back(type.num_bytes());
    }
    RawBuffer* buffer = new_buffer(loaded.device, type);
    if (!buffer) {
      for (size_t j = 0; j < i; ++j) delete std::exchange(a->outputs[0][j], nullptr);
      return out_of_memory(type.num_bytes());
    }
    a->outputs[0][i] = buffer;
    order->results.push_back(buffer->value);
    order->results_ready.push_back(buffer->ready);
  }
  if (!loaded.device->take(faults().temporary_bytes)) {
    for (size_t i = 0; i < order->results.size(); ++i)
      delete std::exchange(a->outputs[0][i], nullptr);
    return out_of_memory(faults().temporary_bytes);
  }
  loaded.device->give_back(faults().temporary_bytes);
  if (a->done) a->done[0] = new RawEvent{order->done};
  if (faults().null) {
    for (const auto& ready : order->results_ready) ready->finish(nullptr);
    order->done->finish(nullptr);
    return nullptr;
  }
  loaded.client->worker.add([order] {
    if (faults().lost_run > 0 && order->number >= faults().lost_run) return;
    const auto error = carry_out(*order);
    for (const auto& ready : order->results_ready) ready->finish(error);
    order->done->finish(error);
  });
  return nullptr;
}

// --- The table -------------------------------------------------------------------------------

const char* function_name(Slot slot);

// Every function: the faults first, then the sizes that a plugin built today would ask for.
template <class Arguments, Error* (*function)(Arguments*)>
Error* entry(Arguments* arguments) {
  constexpr bool is_of_errors = Arguments::slot == Slot::kErrorDestroy ||
                                Arguments::slot == Slot::kErrorMessage ||
                                Arguments::slot == Slot::kErrorCode;
  if constexpr (!is_of_errors) {
    const auto failing = faults().failing.find(function_name(Arguments::slot));
    if (failing != faults().failing.end())
      return failure(static_cast<ErrorCode>(failing->second), "as it was told to fail");
    const size_t known = sizeof(Arguments) - sizeof(Reserve);
    if (arguments->head.struct_size < known + (faults().newer ? 64 : 0))
      return failure(ErrorCode::kInvalidArgument, "the struct is too short");
  }
  return function(arguments);
}

struct Row {
  Slot slot;
  const char* name;
  void* function;
};
template <class Arguments, Error* (*function)(Arguments*)>
Row row(const char* name) {
  return {Arguments::slot, name, reinterpret_cast<void*>(&entry<Arguments, function>)};
}

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      row<ErrorDestroy, error_destroy>("PJRT_Error_Destroy"),
      row<ErrorMessage, error_message>("PJRT_Error_Message"),
      row<ErrorGetCode, error_code>("PJRT_Error_GetCode"),
      row<PluginInitialize, plugin_initialize>("PJRT_Plugin_Initialize"),
      row<EventDestroy, event_destroy>("PJRT_Event_Destroy"),
      row<EventIsReady, event_is_ready>("PJRT_Event_IsReady"),
      row<EventError, event_error>("PJRT_Event_Error"),
      row<EventOnReady, event_on_ready>("PJRT_Event_OnReady"),
      row<ClientCreate, client_create>("PJRT_Client_Create"),
      row<ClientDestroy, client_destroy>("PJRT_Client_Destroy"),
      row<PlatformName, platform_name>("PJRT_Client_PlatformName"),
      row<PlatformVersion, platform_version>("PJRT_Client_PlatformVersion"),
      row<AddressableDevices, addressable_devices>("PJRT_Client_AddressableDevices"),
      row<Compile, compile>("PJRT_Client_Compile"),
      row<BufferFromHost, buffer_from_host>("PJRT_Client_BufferFromHostBuffer"),
      row<DescriptionId, description_id>("PJRT_DeviceDescription_Id"),
      row<DescriptionKind, description_kind>("PJRT_DeviceDescription_Kind"),
      row<DeviceDescription, device_description>("PJRT_Device_GetDescription"),
      row<DeviceMemoryStats, device_memory_stats>("PJRT_Device_MemoryStats"),
      row<ExecutableDestroy, executable_destroy>("PJRT_Executable_Destroy"),
      row<ExecutableNumOutputs, executable_num_outputs>("PJRT_Executable_NumOutputs"),
      row<ExecutableSerialize, serialize>("PJRT_Executable_Serialize"),
      row<LoadedDestroy, loaded_destroy>("PJRT_LoadedExecutable_Destroy"),
      row<LoadedExecutable, loaded_executable>("PJRT_LoadedExecutable_GetExecutable"),
      row<Execute, execute>("PJRT_LoadedExecutable_Execute"),
      row<DeserializeAndLoad, deserialize>("PJRT_Executable_DeserializeAndLoad"),
      row<BufferDestroy, buffer_destroy>("PJRT_Buffer_Destroy"),
      row<BufferToHost, buffer_to_host>("PJRT_Buffer_ToHostBuffer"),
      row<BufferPointer, buffer_pointer>("PJRT_Buffer_UnsafePointer"),
      row<CompiledMemoryStats, compiled_memory_stats>("PJRT_Executable_GetCompiledMemoryStats"),
      row<DmaMap, dma_map>("PJRT_Client_DmaMap"),
      row<DmaUnmap, dma_unmap>("PJRT_Client_DmaUnmap"),
  };
  return all;
}

const char* function_name(Slot slot) { return std::ranges::find(rows(), slot, &Row::slot)->name; }

struct Teller {
  ~Teller() {
    if (const std::string left = Living::left(); !left.empty())
      fmt::print(stderr, "test plugin: left behind: {}\n", left);
  }
};

Api make_table() {
  if (faults().count) {
    static const Teller at_the_end;
  }
  Api api = {};
  api.head.struct_size = sizeof(Api);
  if (faults().short_table) api.head.struct_size = offsetof(Api, functions) + 8 * sizeof(void*);
  api.version.head.struct_size = sizeof(ApiVersion);
  api.version.major = faults().major;
  api.version.minor = faults().minor;
  for (const Row& row : rows())
    if (!faults().missing.contains(row.name))
      api.functions[static_cast<int>(row.slot)] = row.function;
  return api;
}

}  // namespace
}  // namespace motley::core::pjrt

extern "C" __attribute__((visibility("default"))) const motley::core::pjrt::Api* GetPjrtApi() {
  static const motley::core::pjrt::Api table = motley::core::pjrt::make_table();
  return &table;
}
