// A PJRT plugin: a shared library that compiles and runs StableHLO for some kind of device.
//
//   const auto plugin = load_plugin("libfoo.so");              throws a UserError on failure
//   ClientCreate create;
//   plugin->call(create);                                      throws a UserError with its message
//   if (auto failed = plugin->try_call(serialize)) ...         where failure is expected
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/device/pjrt/abi.h"

namespace motley::core::pjrt {

struct CallError {
  ErrorCode code = ErrorCode::kUnknown;
  std::string message;  // one line

  std::string to_string() const;  // "out of memory (RESOURCE_EXHAUSTED)"
};

class Plugin {
 public:
  Plugin(std::string file, const Api* api) : file_(std::move(file)), api_(api) {}

  const std::string& file() const { return file_; }
  std::string version() const;  // "0.94"

  // Whether the plugin has this function.
  bool offers(Slot slot) const;

  template <class Arguments>
  std::optional<CallError> try_call(Arguments& arguments) const {
    arguments.head = {sizeof(Arguments), nullptr};
    return call_slot(Arguments::slot, &arguments);
  }
  template <class Arguments>
  void call(Arguments& arguments) const {
    if (const auto failed = try_call(arguments)) throw_failure(Arguments::slot, *failed);
  }
  // For destructors, which ignore failures. Resources of a lost device are leaked: a plugin that is
  // asked to destroy them may never return.
  template <class Arguments>
  void release(Arguments arguments) const {
    if (!has_lost_device()) (void)try_call(arguments);
  }

  // Marks its device as unresponsive: nothing waits for it any more.
  void lose_device() const { has_lost_device_ = true; }
  bool has_lost_device() const { return has_lost_device_; }

  CallError take(Error* error) const;  // returns its message and destroys the error
  [[noreturn]] void throw_failure(Slot slot, const CallError& failure) const;

 private:
  std::optional<CallError> call_slot(Slot slot, void* arguments) const;

  std::string file_;
  const Api* api_;  // of a library that stays loaded
  mutable std::atomic<bool> has_lost_device_ = false;
};

// Loads a library and checks its interface version; the system's search path applies to its
// dependencies. Plugins are never unloaded: their threads may still run.
std::shared_ptr<const Plugin> load_plugin(const std::string& file);

std::string_view name(Slot slot);       // "PJRT_Client_Compile"
std::string_view name(ErrorCode code);  // "INVALID_ARGUMENT"

}  // namespace motley::core::pjrt
