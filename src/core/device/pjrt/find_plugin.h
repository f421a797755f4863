// Locates plugins: from the name of a device to the library that drives it.
//
//   find_plugin("cuda", "")             -> ".../jax_plugins/xla_cuda13/xla_cuda_plugin.so"
//   find_plugin("pjrt", "libfoo.so")    -> "libfoo.so"
//
// The user's choice takes precedence, then the environment (MOTLEY_PJRT_PLUGIN, and
// PJRT_NAMES_AND_LIBRARY_PATHS=cuda:/a.so,foo:/b.so, which JAX also reads), then the folders into
// which Python packages install plugins. If none is found, a UserError says where it was searched
// and how to install it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/device/pjrt/plugin.h"

namespace motley::core::pjrt {

// "cuda:1" is {"cuda", 1}; "cuda" is the first. Throws a UserError if it is not a device name.
struct DeviceName {
  std::string platform;
  int index = 0;

  static DeviceName parse(const std::string& text);
  std::string to_string() const;
};

std::string find_plugin(const std::string& platform, const std::string& named);

// Limits plugins' log output to warnings and errors, as JAX does, unless the user sets
// TF_CPP_MIN_LOG_LEVEL. Call before plugins are loaded, and before threads start, since it changes
// the environment; open_plugin also calls it.
void quieten_plugins();

// Loads it together with its vendor's libraries from the Python folders: there is no other way to
// find NVIDIA's.
std::shared_ptr<const Plugin> open_plugin(const std::string& platform, const std::string& named);

// Python's package folders: of the active environment, of the python3 on the path, of the user, of
// the system.
std::vector<std::string> python_folders();

}  // namespace motley::core::pjrt
